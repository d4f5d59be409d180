package DTPools::Settings;

use strict;
use warnings;
use File::Basename qw(dirname);

use DTPools::Known;

=head1 NAME

DTPools::Settings - what the environment asks of a run

=head1 DESCRIPTION

Checks the variables before anything is run: a value that makes no sense is an error, never taken for something else.
The functions that check return messages, or nothing where all is well.

=head1 FUNCTIONS

=head2 check_limits(\%env)

Looks at C<DTP_NUM_OBJS>, C<DTP_MAX_BUFSIZE>, C<DTP_TRAITS>, C<DTP_RANDOM_OBJS>, C<DTP_SAMPLE_OBJS>, C<DTP_SEED>,
C<DTP_BUDGET> and C<DTP_WHERE>.

=cut

my $INT_MAX   = 2**31 - 1;
my $BYTES_MAX = 2**63;
my %UNIT      = ('' => 1, K => 2**10, M => 2**20, G => 2**30);

sub check_limits {
    my ($env) = @_;
    return (_check($env, 'DTP_NUM_OBJS',    \&_is_object_count, "-1 (all objects) or an integer from 1 to $INT_MAX"),
            _check($env, 'DTP_MAX_BUFSIZE', \&_is_size, 'a positive number of bytes, with K, M or G after it or not'),
            _check($env, 'DTP_TRAITS',      \&_is_selection,    'none, or one or more of ' . join(' ', _traits())),
            _check($env, 'DTP_RANDOM_OBJS', sub { _is_number($_[0], 1e6) },     'an integer from 0 to 1000000'),
            _check($env, 'DTP_SAMPLE_OBJS', sub { _is_number($_[0], 1e5) },     'an integer from 0 to 100000'),
            _check($env, 'DTP_SEED',        sub { _is_number($_[0], $INT_MAX) }, "an integer from 0 to $INT_MAX"),
            _check($env, 'DTP_BUDGET', \&_is_budget,
                'a number of seconds, such as 15 or 0.2, at most 1000000; 0: all cases'),
            _check($env, 'DTP_WHERE', \&_are_facts,
                'facts, such as operation=MPI_Put bytes>8K, with names among: ' . join(' ', _facts())));
}

sub _check {
    my ($env, $name, $is_valid, $expected) = @_;
    my $value = $env->{$name};
    return if !defined $value or $is_valid->($value);
    return "$name='$value': expected $expected";
}

sub _is_object_count {
    my ($value) = @_;
    return 1 if $value eq '-1';
    return $value =~ /^\d{1,10}\z/ && $value >= 1 && $value <= $INT_MAX;
}

sub _is_number {
    my ($value, $max) = @_;
    return $value =~ /^\d{1,10}\z/ && $value <= $max;
}

sub _is_budget {
    my ($value) = @_;
    return $value =~ /^\d{1,7}(?:\.\d+)?\z/ && $value <= 1e6;
}

# The names of the traits, and of the facts that a case has before it is tried, from the tables of them.
sub _traits {
    return _names('dtpools/src/traits.h', qr/^\s*ROW\(\w+, "([^"]+)"/);
}

sub _facts {
    return _names('harness/case/facts.c', qr/^\s*\{\.name = "([^"]+)"(?!.*\.of_failure = true)/);
}

sub _names {
    my ($source, $row) = @_;
    my $file = dirname(__FILE__) . "/../../../$source";
    open my $in, '<', $file or die "cannot read $file: $!\n";
    return map { $_ =~ $row ? $1 : () } <$in>;
}

sub _are_facts {
    my ($value) = @_;
    my %known = map { $_ => 1 } _facts();
    return DTPools::Known::are_facts($value) && !grep { !$known{$_} } $value =~ /(?:^|\s)([\w-]+)/g;
}

sub _is_selection {
    my ($value) = @_;
    my %known = map { $_ => 1 } _traits();
    my @words = map { split /\+/, $_, -1 } split ' ', $value;
    return $value eq 'none' || (@words && !grep { !$known{$_} } @words);
}

sub _is_size {
    my ($value) = @_;
    my ($digits, $unit) = $value =~ /^(\d{1,19})([KMG]?)\z/ or return 0;
    return $digits > 0 && $digits * $UNIT{$unit} < $BYTES_MAX;
}

=head2 check_types($value, \@tests)

Looks at C<DTP_RUNTIME_TYPES>, given as C<$value>: every name must be C<all> or a type of one of the tests.

=head2 select_types($value, \@tests)

Returns the tests of those types, and those that have no type of their own.

=cut

sub check_types {
    my ($value, $tests) = @_;
    my %known = map { $_->{type} => 1 } grep { defined $_->{type} } @$tests;
    my @valid = ('all', sort keys %known);
    my @names = split ' ', $value;
    return "DTP_RUNTIME_TYPES='$value': expected names among: @valid" unless @names;
    return unless %known;
    my @unknown = grep { $_ ne 'all' && !$known{$_} } @names or return;
    return "DTP_RUNTIME_TYPES='$value': no test has the type " . join(', ', @unknown) . "; valid are: @valid";
}

sub select_types {
    my ($value, $tests) = @_;
    my %wanted = map { $_ => 1 } split ' ', $value;
    return grep { $wanted{all} or !defined $_->{type} or $wanted{ $_->{type} } } @$tests;
}

1;
