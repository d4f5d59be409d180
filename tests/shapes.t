#!/usr/bin/env perl

# doc/shapes.md names layouts and faults that there are, and every fault in the rows that it says it stands for.

use strict;
use warnings;
use Cwd qw(abs_path);
use FindBin;
use lib "$FindBin::RealBin/../tools/lib";
use Test::More;

use DTPools::Faults;

my $TOP = abs_path("$FindBin::RealBin/..");

sub text_of {
    my ($file) = @_;
    open my $in, '<', "$TOP/$file" or die "cannot read $file: $!\n";
    local $/ = undef;
    return <$in>;
}

my %is_layout = map { $_ => 1 } text_of('dtpools/src/extended.def') =~ /^DTPI_(?:EXTENDED|OVERLAPPING|OF_STRUCT)\((\w+)/mg;
my @faults    = DTPools::Faults::read_table("$TOP/tests/faulty/faults.def");
my %told;      # shape => { fault => 1 }
for my $line (split /\n/, text_of('doc/shapes.md')) {
    my ($shape, $layouts, $names) = $line =~ /^\| ([\w-]+) \|[^|]*\| ([^|]*?) \| ([^|]*?) \|$/ or next;
    next if $shape eq 'key';
    $told{$shape} = { map { $_ => 1 } $names eq 'none yet' ? () : split ' ', $names };
    next if $layouts =~ /^(?:any|none)\b/;
    my @unknown = grep { !$is_layout{$_} } split ' ', $layouts;
    is("@unknown", '', "the layouts of $shape exist");
}
cmp_ok(scalar @faults, '>=', 40, 'faults');
my %count;
$count{ $_->{name} }++ for @faults;
is(join(' ', grep { $count{$_} > 1 } sort keys %count), '', 'no name twice');
for my $shape (sort keys %told) {
    my %says = map { $_->{name} => 1 } grep { grep { $_ eq $shape } @{ $_->{shapes} } } @faults;
    is(join(' ', sort keys %{ $told{$shape} }), join(' ', sort keys %says), "the faults of $shape");
}
# Faults of an operation are not about a shape.
my @astray = map { my $f = $_; map { $told{$_} || $_ eq 'operation' ? () : "$f->{name}: $_" } @{ $f->{shapes} } } @faults;
is("@astray", '', 'every shape that a fault names is in the table');
is(join(' ', map { $_->{name} } grep { !@{ $_->{shapes} } } @faults), '', 'every fault names one');
done_testing();
