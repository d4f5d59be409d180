package DTPools::Failures::Causes;

use strict;
use warnings;

use DTPools::Calls;
use DTPools::Run::Group;
use DTPools::Run::Output;

=head1 NAME

DTPools::Failures::Causes - failures of different tests that are alike

=head1 FUNCTIONS

=head2 find($reasons, $present, @results)

Puts the failures of tests together that have the same way of failing, and something in common that explains them
(C<$reasons>, a L<DTPools::Failures::Reasons>, or undefined: nothing is looked for), or else the same operation and the
same check, other forms of the operation too that fail in the same test, and all operations of a program of which many
fail in one test; those of tests that print no failure, where the reason and the output are the same but for numbers. A
test may have several: each of its parts (L<DTPools::Run::Course>) has one. Crashes and errors of MPI are one way of
failing here. Before all that, failures are put together that are like one of the issues in C<$present>, which are known
of other versions of the MPI and are in this one too: records (L<DTPools::Known>) by their names; and crashes where the
MPI printed the same place in its own source (L<DTPools::Run::Place>), as of an assertion.

Returns references to hashes: C<kind>, and C<operation>, C<check>, C<reason>, C<issue> where there are any;
C<failures>, those of tests in an order in which the smallest comes first, hashes with C<result>, C<block> (see
L<DTPools::Run::Output>), C<replay> and C<operation>; C<operations>, those of all.

=cut

my $LOOK_AT = 262144;
my $MANY_OPERATIONS = 4;
my $ENDS    = qr/^(?:crash|guard|hang|mpi-error|library|no-memory)\z/;

sub find {
    my ($reasons, $present, @results) = @_;
    my (%cause, @causes);
    my @failures = sort { _compare($a, $b) } map { _failures_of($_) } @results;
    my @unknown  = grep { !_is_issue($present, $_) and !_names_a_place($_) } @failures;
    _join_forms(@unknown);
    _join_operations(@unknown);
    _explain($reasons, @unknown) if $reasons;
    for my $failure (@failures) {
        my $key   = $failure->{key};
        my $cause = $cause{$key} // $cause{"$key\n$failure->{profile}"};
        if (!$cause) {
            $key .= "\n$failure->{profile}" if length $failure->{profile};
            $cause = $cause{$key} = { map { $_ => $failure->{$_} } qw(kind operation check reason issue) };
            push @causes, $cause;
        }
        push @{ $cause->{operations} }, $failure->{operation} // ();
        my $is_there = grep { $_->{result} == $failure->{result} } @{ $cause->{failures} };
        push @{ $cause->{failures} }, $failure unless $is_there;
    }
    return @causes;
}

=head2 elsewhere(@results)

The names of the issues of other versions of the MPI that failures of the tests are like.

=cut

sub elsewhere {
    my %seen;
    return grep { !$seen{$_}++ } map { _elsewhere($_) } map { _failures_of($_) } @_;
}

sub _elsewhere {
    my ($failure) = @_;
    return $failure->{block} ? @{ $failure->{block}{elsewhere} } : ();
}

sub _is_issue {
    my ($present, $failure) = @_;
    my ($name) = grep { $present->{$_} } _elsewhere($failure) or return 0;
    @$failure{qw(key issue)} = ("issue\n$name", $present->{$name});
    return 1;
}

# What the MPI printed of a place: a file, and a line in it.
my $PLACE = qr{^  ended .*; MPI printed: .*?(?<![\w/.-])([\w/.-]*\w\.[a-z]+)(?:,? (?:at )?line |:)(\d+)\b}m;

sub _names_a_place {
    my ($failure) = @_;
    return 0 unless $failure->{block};
    my ($file, $line) = join("\n", @{ $failure->{block}{lines} }) =~ $PLACE or return 0;
    $failure->{reason} = "MPI printed $file line $line";
    $failure->{key}    = "place\n$failure->{reason}";
    return 1;
}

# The blocking, the nonblocking and the persistent call of an operation, where a test has two of them fail in one way.
# A hang ends its test, so there the tests of a program count as one.
sub _join_forms {
    my (@failures) = @_;
    my (%keys, %joined);
    for my $failure (grep { defined $_->{operation} and !defined $_->{check} } @failures) {
        my $of = join "\n", _tests_of($failure), _way($failure->{kind}), _of_any_form($failure);
        $keys{$of}{ $failure->{key} } = 1;
    }
    for my $keys (grep { keys %$_ > 1 } values %keys) {
        $joined{$_} = 1 for keys %$keys;
    }
    for my $failure (grep { $joined{ $_->{key} } } @failures) {
        $failure->{key} = join "\n", _way($failure->{kind}), _of_any_form($failure);
    }
    return;
}

sub _tests_of {
    my ($failure) = @_;
    my $test = $failure->{result}{test};
    return $failure->{kind} eq 'hang' ? DTPools::Run::Group::program($test) : $test->{id};
}

# Many operations of a program that fail in one way, where a test has so many: it is not them.
sub _join_operations {
    my (@failures) = @_;
    my (%operations, %is_joined);
    my @of_operations = grep { defined $_->{operation} and !defined $_->{check} } @failures;
    for my $failure (@of_operations) {
        $operations{ _in_program($failure) }{ _tests_of($failure) }{ _of_any_form($failure) } = 1;
    }
    for my $where (keys %operations) {
        $is_joined{$where} = 1 if grep { keys %$_ >= $MANY_OPERATIONS } values %{ $operations{$where} };
    }
    $_->{key} = _in_program($_) for grep { $is_joined{ _in_program($_) } } @of_operations;
    return;
}

sub _of_any_form {
    my ($failure) = @_;
    return DTPools::Calls::of_any_form($failure->{operation});
}

sub _in_program {
    my ($failure) = @_;
    my $test = $failure->{result}{test};
    return join "\n", _way($failure->{kind}), 'program', DTPools::Run::Group::program($test);
}

# What explains a failure is a better name of its cause than its operation. Of the ways in which a test ends early each
# is looked at by itself, then all together.
sub _explain {
    my ($reasons, @failures) = @_;
    my %of_kind;
    push @{ $of_kind{ $_->{kind} } }, $_ for grep { defined $_->{operation} } @failures;
    my @left = map { _explain_way($reasons, $_, @{ $of_kind{$_} }) } sort keys %of_kind;
    _explain_way($reasons, 'ending', grep { $_->{kind} =~ $ENDS } @left);
    return;
}

# Returns what nothing explains.
sub _explain_way {
    my ($reasons, $way, @failures) = @_;
    my (%of, @known);
    for my $failure (@failures) {
        my $known = $reasons->failure($failure->{result}{test}, $failure->{facts}, groups => 1) // next;
        push @known, $known;
        $of{$known} = $failure;
    }
    my ($found, $left) = $reasons->find($way, @known);
    my $of_key = $way =~ $ENDS ? 'ending' : $way;
    for my $cause (@$found) {
        for my $failure (map { $of{$_} } @{ $cause->{failures} }) {
            my $where = $cause->{name} =~ /^operation=/ ? _of_any_form($failure) : $cause->{name};
            @$failure{qw(key reason)} = (join("\n", $of_key, $where, $cause->{reason}), $cause->{reason});
        }
    }
    return map { $of{$_} } @$left;
}

sub _way {
    my ($kind) = @_;
    return $kind =~ /^(?:crash|mpi-error|guard)\z/ ? 'ending' : $kind;
}

=head2 kinds($result)

All ways of failing that a test prints, sorted.

=cut

sub kinds {
    my ($result) = @_;
    my $log = _log_of($result);
    my %seen = map { $_ => 1 } $log =~ /^  kind: (\S+)/mg, $log =~ /^ Error: .*: ([a-z-]+), case \d+,/mg;
    return grep { $_ ne 'ended' } sort keys %seen;
}

# What fails without a profile of settings, small messages and few processes are looked at first; then names count.
sub _compare {
    my @profiles = map { length $_->{profile} ? 1 : 0 } @_;
    my @sizes    = map { _size_of($_) } @_;
    my ($x, $y) = map { $_->{result}{test} } @_;
    return $profiles[0] <=> $profiles[1] || $sizes[0] <=> $sizes[1] || $x->{procs} <=> $y->{procs}
        || $x->{id} cmp $y->{id};
}

# The bytes of its messages, or the largest count of its signature.
sub _size_of {
    my ($failure) = @_;
    my ($bytes) = ($failure->{facts} // '') =~ /(?:^|\s)bytes=(\d+)/;
    return $bytes if defined $bytes;
    my $test = $failure->{result}{test};
    my ($size) = sort { $b <=> $a } 0, map { length > 12 ? 1e12 : $_ } $test->{id} =~ /_(\d+)(?![^_])/g;
    return $size;
}

# The failures of each part, of each operation and check one; of a part that ended early, those before its end, and the
# first one of what its processes met of that.
sub _failures_of {
    my ($result) = @_;
    my @found;
    my ($profile) = $result->{test}{id} =~ /\@(.*)/;
    for my $part (split /^# test: .*\n/m, _log_of($result)) {
        my @blocks = sort { _rank_of($a) <=> _rank_of($b) }
            grep { defined $_->{kind} and $_->{kind} ne 'ended' and _replay_of($_) }
            DTPools::Run::Output::blocks($part);
        my ($end) = grep { $_->{kind} =~ $ENDS } @blocks;
        @blocks = grep { !$end || $_ == $end || _is_before($_, $end) } @blocks;
        my %seen;
        push @found, grep { !$seen{ $_->{key} }++ } map { _failure($result, $_) } @blocks;
    }
    return map { { %$_, profile => $profile // '' } } @found ? @found : _without_block($result);
}

# What crashed comes before what waited for it, then the case that came first.
sub _rank_of {
    my ($block) = @_;
    my $case = $block->{case} // 0;
    return $block->{kind} =~ /^(?:crash|guard)\z/ ? $case : $block->{kind} eq 'hang' ? 2e9 + $case : 1e9 + $case;
}

sub _is_before {
    my ($block, $end) = @_;
    return $block->{kind} !~ $ENDS && ($block->{case} // 0) < ($end->{case} // 0);
}

sub _replay_of {
    my ($block) = @_;
    my ($replay) = map { /^  replay: (.*\s-seed=\d+)/ } @{ $block->{lines} };
    return $replay;
}

sub _failure {
    my ($result, $block) = @_;
    my ($facts, $operation, $check) = @$block{qw(facts operation check)};
    my $what = defined $operation ? _where_it_is($result, $block->{kind}, $operation, $check)
        : _like(_what($block), $result);
    return {
        result => $result, block => $block, replay => _replay_of($block), key => _way($block->{kind}) . "\n$what",
        kind => $block->{kind}, operation => $operation, check => $check, facts => $facts,
    };
}

# What MPI says of types does not depend on what moves them, and what it says of messages on the kind of operations; a
# call for large counts is no other operation.
sub _where_it_is {
    my ($result, $kind, $operation, $check) = @_;
    my ($folder) = $result->{test}{id} =~ m{(.*)/};
    return $operation =~ s/_c\z//r unless defined $check;
    return join ' ', $check =~ s/_[cx]\z//r, $kind eq 'metadata' ? () : $folder // '';
}

# What a failure that is of no case says: neither who said it nor how to replay it.
sub _what {
    my ($block) = @_;
    my (undef, @lines) = @{ $block->{lines} };
    return join "\n", grep { !/^  (?:kind|case|MPI|replay):/ } @lines;
}

sub _without_block {
    my ($result) = @_;
    my $key = join "\n", 'no block', _like(join("\n", $result->{reason}, @{ $result->{messages} }), $result);
    return { result => $result, kind => $result->{reason}, key => $key };
}

# Names of tests and numbers say nothing of a cause.
sub _like {
    my ($text, $result) = @_;
    my $name = $result->{test}{id} =~ s{.*/}{}r;
    return $text =~ s/\Q$name\E/TEST/gr =~ s/\b(?:0x[[:xdigit:]]+|\d+)\b/0/gr;
}

sub _log_of {
    my ($result) = @_;
    return '' unless defined $result->{log};
    open my $in, '<', $result->{log} or return '';
    read $in, my ($text), $LOOK_AT;
    return DTPools::Run::Output::plain($text);
}

1;
