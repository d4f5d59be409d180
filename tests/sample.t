#!/usr/bin/env perl

# What the default run has beyond the default types, and what it met; the programs and lines that the runner names.

use strict;
use warnings;
use FindBin;
use lib "$FindBin::RealBin/../tools/lib", "$FindBin::RealBin/lib";
use Test::More;

use DTPools::Failures::Shrink;
use DTPools::Run::Coverage;
use DTPools::Run::Sample;
use Runs;
use Scratch qw(write_file);
use Shipped qw(shipped_programs shipped_tests);

Runs::begin();

subtest 'what the default run has beyond the default types' => sub {
    my @types = map { "MPI_T$_" } 0 .. 19;
    my @tests;
    for my $p (0 .. 31) {
        push @tests, map { { id => "f/p${p}__$_\__17", type => $_, family => "f/p$p", procs => 2 } } 'MPI_INT', @types;
    }
    my @sample = DTPools::Run::Sample::tests('MPI_INT MPI_DOUBLE',
        [@tests, { id => 'f/x__MPI_T0__512', type => 'MPI_T0', family => 'f/x', procs => 2 }]);
    my %met = map { $_->{type} => 1 } @sample;
    is(keys %met, 20, 'every other type is met');
    ok(!grep({ $_->{type} eq 'MPI_INT' } @sample), 'no default type again');
    cmp_ok(scalar @sample, '<', @tests / 6, 'by a part of the programs');
    is_deeply([DTPools::Run::Sample::tests('MPI_INT', \@tests)], [DTPools::Run::Sample::tests('MPI_INT', \@tests)],
        'the same ones every time');
    my @of_types = map { { id => "rma/accfence1__$_\__17", type => $_, family => 'rma/accfence1', procs => 2 } } @types;
    is(scalar DTPools::Run::Sample::tests('MPI_INT', \@of_types), 20, 'every type where the type matters');
    my @many = map { my ($p, $n) = @$_; map { { id => "f/q${p}__$_\__$n", type => $_, family => "f/q$p", procs => 2 } }
        qw(MPI_INT MPI_CHAR MPI_SHORT MPI_BYTE MPI_SHORT_INT MPI_LONG_DOUBLE_INT MPI_DOUBLE_INT) }
        [0, 65530], [1, 65530], [1, 4140], [1, 2002];
    is(join(' ', map { $_->{id} } DTPools::Run::Sample::tests('MPI_INT', \@many)),
        join(' ', map { "f/$_" } qw(q0__MPI_SHORT__65530 q0__MPI_LONG_DOUBLE_INT__65530 q1__MPI_BYTE__4140
            q1__MPI_DOUBLE_INT__4140)),
        'many elements of other sizes, as few of them as there are, other ones for the next program');
    my @sizes = map { { id => "datatype/twins__MPI_$_", type => "MPI_$_" =~ s/__.*//r, family => 'datatype/twins',
        procs => 1, env => [] } } qw(SHORT__17 SHORT__720 SHORT__2002 UNSIGNED__720 LONG_DOUBLE__720);
    my @of_720 = grep { $_->{id} =~ /720/ } DTPools::Run::Sample::tests('MPI_INT', \@sizes);
    is_deeply([map { [$_->{type}, @{ $_->{env} }] } DTPools::Run::Sample::widened('MPI_INT', @of_720)],
        [map { ["MPI_$_", [DTP_NUM_OBJS => -1]] } qw(SHORT LONG_DOUBLE)], 'all layouts of elements of other sizes');
    my @env = map { { id => "datatype/$_", family => $_ =~ s/^(\w+?)__.*/datatype\/$1/r,
        type => /MPI_INT/ ? 'MPI_INT' : 'MPI_DOUBLE', env => [[A => 1]] } }
        qw(typeinfo__MPI_INT__17 typeinfo__MPI_INT__65530 typeinfo__MPI_DOUBLE__17 packsize__MPI_INT__17);
    my @wide = DTPools::Run::Sample::widened('MPI_INT', @env);
    is_deeply($wide[0]{env}, [[A => 1], [DTP_NUM_OBJS => -1]], 'all layouts in what takes no time');
    is_deeply([@wide[1 .. 3]], [@env[1 .. 3]], '... and in nothing else');
    is(join(' ', map { $_->{has_all_layouts} // 0 } @wide), '1 0 0 0', '... which has more time');
};

# A program or a line that gets another name would silently fall out.
subtest 'tests and programs that the runner names' => sub {
    my %ids      = map { $_->{id} => 1 } shipped_tests();
    my %programs = shipped_programs();
    for my $row ([\%ids, @DTPools::Run::Sample::ALL_TYPES, @DTPools::Run::Sample::ALL_LAYOUTS],
        [\%programs, @DTPools::Run::Sample::QUICK, map { qr/^\Q$_->[0]\E\z/ } @DTPools::Failures::Shrink::PLAINER]) {
        my ($names, @patterns) = @$row;
        for my $pattern (@patterns) {
            ok(scalar(grep { $_ =~ $pattern } keys %$names), "there is one for $pattern");
        }
    }
};

subtest 'pairs of facts' => sub {
    write_file('pairs', 'operation=MPI_Send type=MPI_INT', 'operation=MPI_Recv type=MPI_INT',
        'operation=MPI_Send type=MPI_INT', 'no pair');
    is_deeply([DTPools::Run::Coverage::summary('pairs', ['MPI_INT', 'MPI_CHAR'])],
        ['operation and type: 2 of 4 (50 %)'], 'met and possible');
    is_deeply([DTPools::Run::Coverage::summary('no-such-file', [])], [], 'none');
};

done_testing;
