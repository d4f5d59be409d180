package DTPools::Lists::Options;

use strict;
use warnings;

=head1 NAME

DTPools::Lists::Options - what the options of a test may be

=head1 DESCRIPTION

The C<key=value> pairs that stand in the config files, in the hand-written lists of tests, and in the test lists that
the runner reads: one table for all of them.

=head1 FUNCTIONS

=head2 keys_of($where)

The keys that may be given in C<line> (of a config file), C<entry> (of F<testlist.def>) or C<list> (of tests), in order.

=head2 check($key, $value)

Returns what was expected where the value is wrong, else nothing.

=head2 may_repeat($key)

Whether the key may be given several times.

=cut

my $POSITIVE = qr/^(?=.*[1-9])\d+(?:\.\d+)?\z/a;

# key => [where it may stand, what its value must match, what to say where it does not, may it be given several times]
my %OPTION = (
    timeLimit => ['line entry list', qr/^[1-9]\d{0,8}\z/a,   'a positive integer, the seconds',         0],
    mem       => ['line entry list', $POSITIVE,              'a positive number of GB',                 0],
    env       => ['line entry list', qr/^[A-Za-z_]\w*=/a,    'NAME=VALUE',                              1],
    arg       => ['line entry list', qr/./,                  'an argument',                             1],
    name      => ['line',            qr/^[A-Za-z_][\w-]*\z/a, 'a file name of letters, digits, _ and -', 0],
    type      => ['entry list',      qr/^MPI_\w+\z/a,        'the name of an MPI type',                 0],
    requires  => ['entry list',      qr/^\w+\z/a,            'a word such as cxx',                      1],
    program   => ['list',            qr/^[\w=.,+-]+\z/a,     'the name of a program',                   0],
    default   => ['list',            qr/./,                  'an argument',                             1],
);
my @ORDER = qw(timeLimit mem env arg name type requires program default);

sub keys_of {
    my ($where) = @_;
    return grep { $OPTION{$_}[0] =~ /\b\Q$where\E\b/ } @ORDER;
}

sub check {
    my ($key, $value) = @_;
    my (undef, $pattern, $expected) = @{ $OPTION{$key} };
    return $value =~ $pattern ? () : $expected;
}

sub may_repeat {
    my ($key) = @_;
    return $OPTION{$key}[3];
}

1;
