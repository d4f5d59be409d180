package DTPools::Faults::Caught;

use strict;
use warnings;
use Text::Wrap ();

use DTPools::Lines;
use DTPools::Write;

=head1 NAME

DTPools::Faults::Caught - which test caught a fault when it was last tried

=head1 FUNCTIONS

A line of a file (L<DTPools::Lines>) is a test (F<folder/test>), a colon, and the faults that it caught.

=head2 tests_of(@files)

The test of each fault, as a hash; what a later line says of a fault counts. A file that is not there says nothing.

=head2 of_similar(\%test_of, $fault)

At most three of these tests, which caught faults whose names begin with the same word: first those of faults that
share most words with this one, then those that caught most of them.

=head2 note($file, $test, $fault)

Adds a line to a file. Dies if that cannot be done.

=head2 tidy($file, @others)

Writes a file with what it and the others say, one line for each test. Returns a message where that cannot be done.

=cut

my $HEAD = "# The test that caught a fault when it was last tried, with all layouts: what mutants --one tries first.\n";

sub tests_of {
    my (@files) = @_;
    my %test_of;
    for my $line (map { @{ DTPools::Lines::read_lines($_) // [] } } @files) {
        my ($test, @faults) = split ' ', $line->[1];
        $test_of{$_} = $test =~ s/:\z//r for @faults;
    }
    return %test_of;
}

my $FEW = 3;

sub of_similar {
    my ($test_of, $fault) = @_;
    my ($first, @words) = _words($fault);
    my %words = map { $_ => 1 } @words;
    my (%shared, %caught);
    for my $other (grep { (_words($_))[0] eq $first } keys %$test_of) {
        my $test = $test_of->{$other};
        my $n    = grep { $words{$_} } _words($other);
        $shared{$test} = $n if $n > ($shared{$test} // -1);
        $caught{$test}++;
    }
    my @tests = sort { $shared{$b} <=> $shared{$a} || $caught{$b} <=> $caught{$a} || $a cmp $b } keys %shared;
    return @tests > $FEW ? @tests[0 .. $FEW - 1] : @tests;
}

# A composed fault's procedure and what it does under which conditions; the words of another one.
sub _words {
    my ($fault) = @_;
    return split $fault =~ /:/ ? qr/[:,]/ : qr/-/, $fault;
}

sub note {
    my ($file, $test, $fault) = @_;
    open my $out, '>>', $file or die "cannot write $file: $!\n";
    print {$out} "$test: $fault\n";
    close $out or die "cannot write $file: $!\n";
    return;
}

sub tidy {
    my ($file, @others) = @_;
    my %test_of = tests_of(@others, $file);
    my %faults_of;
    push @{ $faults_of{ $test_of{$_} } }, $_ for sort keys %test_of;
    local $Text::Wrap::columns = 121;
    local $Text::Wrap::break = qr/ /;
    local $Text::Wrap::huge = 'overflow';
    return DTPools::Write::write_changed({ $file => join '', $HEAD,
        map { Text::Wrap::wrap('', '    ', "$_:", @{ $faults_of{$_} }) . "\n" } sort keys %faults_of });
}

1;
