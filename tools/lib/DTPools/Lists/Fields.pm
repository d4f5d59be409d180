package DTPools::Lists::Fields;

use strict;
use warnings;

use DTPools::Lists::Options;

=head1 NAME

DTPools::Lists::Fields - check and take apart the fields of the config files

=head1 DESCRIPTION

Each function takes the text of a field and C<$complain>, a function that is called with a message for each thing that
is wrong: the value seen, and what was expected. The result makes sense only where it was not called.

=head1 FUNCTIONS

=head2 positive($text, $what, $max, $complain)

A positive integer in decimal digits, at most C<$max>, itself given as digits: counts do not fit a double.

=cut

my $MAX_INT   = '2147483647';
my $MAX_COUNT = '9223372036854775807';

sub positive {
    my ($text, $what, $max, $complain) = @_;
    if ($text !~ /^[1-9]\d*\z/a) {
        $complain->("$what '$text': expected a positive integer");
    } elsif (length $text > length $max or length $text == length $max and $text gt $max) {
        $complain->("$what '$text' is too large: expected at most $max");
    }
    return $text;
}

=head2 procs($text, $complain), counts($text, $complain)

The number of processes; the counts of a basic pool, separated by blanks, without repetition.

=cut

sub procs {
    my ($text, $complain) = @_;
    return positive($text, 'number of processes', '9999999', $complain);
}

sub counts {
    my ($text, $complain) = @_;
    my (@counts, %seen);
    for my $count (split ' ', $text) {
        positive($count, 'count', $MAX_COUNT, $complain);
        $complain->("count $count is given twice: expected each count once") if $seen{$count}++;
        push @counts, $count;
    }
    return \@counts;
}

=head2 member_count($text, $complain)

The count of one member of a struct, which MPI takes as an C<int>.

=cut

sub member_count {
    my ($text, $complain) = @_;
    return positive($text, 'count', $MAX_INT, $complain);
}

=head2 macros($text, $complain)

The macros of a line, a reference to a list of C<NAME> or C<NAME=VALUE>. They become part of file names.

=cut

sub macros {
    my ($text, $complain) = @_;
    my (@macros, %seen);
    for my $macro (split ' ', $text) {
        my ($name) = $macro =~ /^([A-Za-z_]\w*)(?:=[\w.+-]*)?\z/a;
        if (!defined $name) {
            $complain->("macro '$macro': expected NAME or NAME=VALUE, the value of letters, digits and _ . + -");
        } elsif ($seen{$name}++) {
            $complain->("macro '$name' is given twice: expected each macro once");
        }
        push @macros, $macro;
    }
    return \@macros;
}

=head2 type_name($text, $complain)

What looks like the name of an MPI type.

=cut

sub type_name {
    my ($text, $complain) = @_;
    $complain->("'$text' is not the name of an MPI type: expected one such as MPI_INT")
        unless $text =~ /^MPI_[A-Z0-9][A-Z0-9_]*\z/;
    return $text;
}

=head2 options($text, $complain, $where)

The C<key=value> pairs of a C<line> or an C<entry> (L<DTPools::Lists::Options>): a reference to a hash with the words
for the test list (C<words>), in order, and the values of the keys that may be given once.

=cut

sub options {
    my ($text, $complain, $where) = @_;
    my %options = (words => []);
    my @keys    = DTPools::Lists::Options::keys_of($where);
    for my $word (split ' ', $text) {
        my ($key, $value) = split /=/, $word, 2;
        if (!defined $value or !grep { $_ eq $key } @keys) {
            $complain->("unknown option '$word': expected one of " . join ' ', map { "$_=" } @keys);
            next;
        }
        my ($expected) = DTPools::Lists::Options::check($key, $value);
        $complain->("bad value in '$word': expected $expected") if $expected;
        $complain->("'$word': $key= is given twice")
            if exists $options{$key} and !DTPools::Lists::Options::may_repeat($key);
        $options{$key} = $value;
        push @{ $options{words} }, $word if grep { $_ eq $key } DTPools::Lists::Options::keys_of('list');
    }
    return \%options;
}

1;
