package DTPools::Lists::Plan;

use strict;
use warnings;

use Digest::MD5 qw(md5_hex);

use DTPools::Lists::Names;

=head1 NAME

DTPools::Lists::Plan - from the lines of the config files to programs and tests

=head1 SYNOPSIS

    my ($plan, $errors) = DTPools::Lists::Plan::make($config);

=head1 DESCRIPTION

C<$plan> is a hash: folder => a list of programs, in the order of the lines. A program is one source with one set of
macros, a hash with the keys C<id> (folder/name), C<source>, C<object>, C<ext>, C<macros>, C<stamp> and C<tests>. A test
is a hash with the keys C<name>, C<options> (those it is compiled with), C<stamp>, and, unless it is hand-written,
C<listed>: its line of the test list.

A C<stamp> (or undef) says what a name means that does not say it by itself: that of a DEFINE, or one given by C<name=>.
It changes with the meaning.

C<$errors> is a list of messages about names that two lines claim.

=head1 FUNCTIONS

=head2 make($config)

Returns C<$plan> and C<$errors>.

=cut

sub make {
    my ($config) = @_;
    my $self = bless { plan => {}, programs => {}, objects => {}, tests => {}, errors => [] };
    $self->{plan}{$_} = [] for keys %{ $config->{folders} };
    for my $line (grep { !$_->{define} } @{ $config->{lines} }) {
        my $program = $self->_program($line) or next;
        my $stamp = _define_stamp($line);
        my $alike = _alike($line);
        for my $test (DTPools::Lists::Names::tests($line, $config->{types})) {
            my ($name, $options, $type) = @$test;
            my $listed = _listed($name, $alike, $options, $type);
            $self->_add($line, $program,
                { name => $name, options => $options, stamp => $stamp, listed => $listed });
        }
    }
    for my $entry (@{ $config->{entries} }) {
        my $program = $self->_program($entry) or next;
        $self->_add($entry, $program, { name => $entry->{stem}, options => '' });
    }
    return ($self->{plan}, $self->{errors});
}

# The program of a line, which other lines may have named before.
sub _program {
    my ($self, $line) = @_;
    my $id      = "$line->{folder}/" . DTPools::Lists::Names::program($line);
    my $object  = "$line->{folder}/" . DTPools::Lists::Names::object($line) . '.o';
    my $source  = "$line->{folder}/$line->{stem}.$line->{ext}";
    my $meaning = join ' ', $source, @{ $line->{macros} };
    return unless $self->_claim(programs => $id, $meaning, $line)
        and $self->_claim(objects => $object, $meaning, $line);
    return $self->{programs}{$id}{program} //= do {
        my $program = {
            id     => $id,
            source => $source,
            object => $object,
            ext    => $line->{ext},
            macros => $line->{macros},
            tests  => [],
            stamp  => defined $line->{name} ? _stamp($id, $meaning) : undef,
        };
        push @{ $self->{plan}{ $line->{folder} } }, $program;
        $program;
    };
}

# One name, one meaning: complains where another line has given the name another one.
sub _claim {
    my ($self, $kind, $name, $meaning, $line) = @_;
    my $first = $self->{$kind}{$name} //= { meaning => $meaning, place => $line->{place} };
    return 1 if $first->{meaning} eq $meaning;
    push @{ $self->{errors} },
        "$line->{place}: error: '$name' would be made of '$meaning', but $first->{place} makes it of "
        . "'$first->{meaning}': expected another name=, or the same source and macros";
    return 0;
}

sub _add {
    my ($self, $line, $program, $test) = @_;
    my $id = "$line->{folder}/$test->{name}";
    if (my $first = $self->{tests}{$id}) {
        push @{ $self->{errors} },
            "$line->{place}: error: the test $id is already generated for $first: expected each test once";
        return;
    }
    $self->{tests}{$id} = $line->{place};
    push @{ $program->{tests} }, $test;
    return;
}

# The entry of a test in testlist.dtp.
sub _listed {
    my ($name, $alike, $options, $type) = @_;
    my ($before, $after) = @$alike;
    return join ' ', $name, $before, defined $type ? "type=$type" : (), $after,
        map { "default=$_" } split ' ', $options;
}

# What the entries of a line's tests have alike, before and after the type.
sub _alike {
    my ($line) = @_;
    return [join(' ', $line->{procs}, @{ $line->{options} }),
        join ' ', $line->{ext} eq 'cxx' ? 'requires=cxx' : (), 'program=' . DTPools::Lists::Names::program($line)];
}

sub _define_stamp {
    my ($line) = @_;
    my $struct = $line->{struct};
    return unless $struct and defined $struct->{name};
    return _stamp("struct/$struct->{name}", $struct->{text} // join ' ', @{ $struct->{types} }, @{ $struct->{counts} });
}

sub _stamp {
    my ($name, $meaning) = @_;
    return "stamps/$name." . substr md5_hex($meaning), 0, 16;
}

1;
