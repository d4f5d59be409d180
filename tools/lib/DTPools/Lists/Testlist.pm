package DTPools::Lists::Testlist;

use strict;
use warnings;

use DTPools::Lists::Options;

=head1 NAME

DTPools::Lists::Testlist - read the lists of tests

=head1 SYNOPSIS

    my ($tests, $errors) = DTPools::Lists::Testlist::read_folders('pt2pt', 'coll');

=head1 DESCRIPTION

A F<testlist> has one test a line, C<#> comments and blank lines aside:

    <name> <nprocs> [timeLimit=S] [mem=GB] [env=NAME=VALUE] [arg=A] [type=MPI_INT] [requires=cxx]
        [program=P] [default=A]

C<env=>, C<arg=>, C<requires=> and C<default=> may be given several times. Tests of the same C<program=> of a folder are
made of the same source and differ in nothing but the C<default=> options that each is compiled with. A test is a hash
with the keys C<id> (folder/name), C<program> (what is executed), C<procs>, C<limit> (seconds), C<mem> (GB), C<env> (a
list of [name, value]), C<args>, C<type>, C<requires> (a list), C<family> (folder/program, or undefined) and C<defaults>
(a list).

=cut

my $DEFAULT_LIMIT = 180;

# key => how its value goes into the test; what it may be stands in DTPools::Lists::Options
my %SET = (
    timeLimit => sub { $_[0]{limit}  = $_[1] },
    mem       => sub { $_[0]{mem}    = $_[1] },
    type      => sub { $_[0]{type}   = $_[1] },
    program   => sub { $_[0]{family} = $_[0]{folder} . "/$_[1]" },
    arg       => sub { push @{ $_[0]{args} },     $_[1] },
    default   => sub { push @{ $_[0]{defaults} }, $_[1] },
    requires  => sub { push @{ $_[0]{requires} }, $_[1] },
    env       => sub { push @{ $_[0]{env} }, [split /=/, $_[1], 2] },
);

=head1 FUNCTIONS

=head2 folders()

Those of the current folder that have a list: all folders of tests, in the build folder. Where there is none, C<$NONE>
says what is wrong.

=head2 read_folders(@folders)

Returns the tests of all lists, in order, and the messages of all errors (C<file:line: error: ...>), each as a reference
to a list.

=cut

our $NONE = 'there are no lists of tests here: expected the build folder, where configure puts them';

sub folders {
    return map { s{/testlist\z}{}r } glob '*/testlist';
}

sub read_folders {
    my (@tests, @errors, %seen);
    for my $folder (@_) {
        my ($more, $wrong) = _read_file(_tidy($folder), \%seen);
        push @tests,  @$more;
        push @errors, @$wrong;
    }
    return (\@tests, \@errors);
}

sub _tidy {
    my ($folder) = @_;
    $folder =~ s{^(?:\./+)+}{};
    $folder =~ s{(?<=.)/+\z}{};
    return $folder;
}

sub _read_file {
    my ($folder, $seen) = @_;
    my $file = "$folder/testlist";
    open my $in, '<', $file or return ([],
        ["$file: error: cannot read the list of tests: $!: expected the build folder, where configure puts it"]);
    my (@tests, @errors);
    while (my $line = <$in>) {
        $line =~ s/#.*//s;
        next unless $line =~ /\S/;
        my ($test, @wrong) = _parse($folder, $line);
        my $place = "$file:$.";
        if (!@wrong and my $first = $seen->{ $test->{id} }) {
            push @wrong, "the test '$test->{id}' is already defined at $first";
        }
        $seen->{ $test->{id} } //= $place;
        push @errors, map { "$place: error: $_" } @wrong;
        push @tests, $test;
    }
    return (\@tests, \@errors);
}

sub _parse {
    my ($folder, $line) = @_;
    my ($name, $procs, @fields) = split ' ', $line;
    my $id   = "$folder/$name";
    my %test = (
        id    => $id,
        folder  => $folder,
        program => $id =~ m{^/} ? $id : "./$id",
        procs => $procs,
        limit => $DEFAULT_LIMIT,
        mem   => 0,
        env   => [], args => [], requires => [], defaults => [],
    );
    my @wrong;
    push @wrong, "bad name '$name': expected letters, digits and _ = . , + - without a leading . or -"
        unless $name =~ /^[A-Za-z0-9_][\w=.,+-]*\z/a;
    push @wrong, 'bad number of processes ' . (defined $procs ? "'$procs'" : '(missing)')
        . ': expected a positive integer'
        unless defined $procs and $procs =~ /^[1-9]\d{0,6}\z/;
    push @wrong, grep { defined } map { _set_field(\%test, $_) } @fields;
    return (\%test, @wrong);
}

# Puts one key=value into the test; returns the message where that is not possible.
sub _set_field {
    my ($test, $field) = @_;
    my ($key, $value) = split /=/, $field, 2;
    my $set = $SET{$key} or return "unknown field '$field': expected one of " . join(' ', map { "$_=" } sort keys %SET);
    my ($expected) = defined $value ? DTPools::Lists::Options::check($key, $value) : 'a value';
    return "bad value in '$field': expected $expected" if $expected;
    $set->($test, $value);
    return;
}

1;
