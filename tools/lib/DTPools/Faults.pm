package DTPools::Faults;

use strict;
use warnings;
use File::Glob ();

use DTPools::Wrappers;

=head1 NAME

DTPools::Faults - the table of faulty MPIs, and what a test says under one

=head1 FUNCTIONS

=head2 read_table($folder)

The faults of F<faults.def> and F<composed.txt> in that folder, F<tests/faulty>, each a hash with the keys C<name>,
C<level>, C<shapes> (a list), C<says> (a pattern) and C<what>; and of composed ones, whose level is C<composed>,
C<procedure>, C<rows> (the procedures as which it is called without other forms), C<form> (empty for any, and where
cases have none), C<when> (the set of its conditions), C<least> and C<most> (bytes, 0 for any).

=cut

my $TEXT = qr/"((?:[^"\\]|\\.)*)"/;

sub read_table {
    my ($folder) = @_;
    my ($text, @rows) = _text_of("$folder/faults.def");
    while ($text =~ /^FAULT\($TEXT,\s*(\w+),\s*$TEXT,\s*$TEXT,\s*$TEXT/mg) {
        my ($name, $level, $shapes, $says, $what) = ($1, $2, $3, $4, $5);
        push @rows, { name => $name, level => $level, shapes => [split ' ', $shapes], says => qr/$says/s,
            what => _plain($what) };
    }
    die "$folder/faults.def: no line begins with FAULT(\n" unless @rows;
    return @rows, map { composed($folder, $_) } _composed_names("$folder/composed.txt");
}

sub _composed_names {
    my ($file) = @_;
    my ($procedure, @names);
    for my $word (split ' ', _text_of($file) =~ s/^#.*//mgr) {
        if ($word =~ /^(\w+\+?):\z/) {
            $procedure = $1;
            next;
        }
        push @names, "$procedure:$word";
    }
    return @names;
}

=head2 composed($folder, $name)

The fault of a name such as C<MPI_Igather:last-block-lost:odd,from-16K>: a procedure (C<reductions> for all of these,
and one with a C<+> at its end for all its forms), an effect of F<effects.def>, and conditions of F<conditions.def>,
C<from-> and C<to-> a number of bytes. Dies where there is no such effect or condition.

=cut

my %UNIT = ('' => 1, K => 2**10, M => 2**20);
my @REDUCTIONS = map { "MPI_$_" } qw(Reduce Allreduce Reduce_scatter_block Reduce_scatter Scan Exscan Reduce_local);
my %words_of;

sub composed {
    my ($folder, $name) = @_;
    my ($effects, $conditions) = map { $words_of{$_} //= _words("$folder/$_") } qw(effects.def conditions.def);
    my ($procedure, $effect, $when) = split /:/, $name, 3;
    my $does = $effects->{ $effect // '' } or die "$name: no effect '" . ($effect // '') . "'\n";
    my %fault = (name => $name, level => 'composed', shapes => ['operation'], procedure => $procedure, when => {},
        least => 0, most => 0);
    my @where;
    for my $word (split /,/, $when // '') {
        push @where, _condition(\%fault, $word, $conditions) // die "$name: no condition '$word'\n";
    }
    $fault{what} = join ', ', "$procedure: $does->[1]", @where;
    @fault{qw(rows form)} = (\@REDUCTIONS, '');
    if ($procedure ne 'reductions') {
        my $row = _row_of($procedure);
        @fault{qw(rows form)} = ([$row], family($row) ? '' : _form_of($procedure));
    }
    $fault{says} = _pattern($procedure, $fault{rows}[0], $does->[0]);
    return \%fault;
}

sub _condition {
    my ($fault, $word, $conditions) = @_;
    if ($word =~ /^(from|to)-(\d+)([KM]?)\z/) {
        $fault->{ $1 eq 'from' ? 'least' : 'most' } = $2 * $UNIT{$3};
        return $1 eq 'from' ? "of $2$3 bytes and more" : "of at most $2$3 bytes";
    }
    my $condition = $conditions->{$word} or return;
    $fault->{when}{$word} = 1;
    return $condition->[-1];
}

# What a message must have: the procedure, in any of its forms if it is all of them, and the effect's words.  Of
# messages and accesses to windows, several procedures of a case may be at fault.
sub _pattern {
    my ($procedure, $row, $says) = @_;
    return qr/$says/s if $procedure eq 'reductions' or family($row);
    my ($first, $rest) = $procedure =~ /^MPI_(?:File_)?(\w)(\w*)/;
    my $file = $procedure =~ /^MPI_File_/ ? 'File_' : '';
    return qr/MPI_$file\Q$first$rest\E(?:_c)?\b.*$says/s if $procedure !~ /\+\z/;
    return qr/MPI_$file[iI]?(?i:$first)\Q$rest\E(?:_init|_begin|_end)?(?:_c)?\b.*$says/s;
}

=head2 family($row)

C<message> or C<access> if the procedure, as it is called without other forms, is about messages, or about windows; else
nothing.

=cut

sub family {
    my ($row) = @_;
    return $row =~ /^MPI_(?:[BSR]?send|M?recv|Sendrecv(?:_replace)?)\z/i ? 'message'
        : $row =~ /^MPI_(?:Put|Get|Accumulate|Get_accumulate|Fetch_and_op|Compare_and_swap)\z/ ? 'access' : '';
}

sub _row_of {
    my ($procedure) = @_;
    my $row = $procedure =~ s/(?:\+|(?:_init|_begin)?(?:_c)?)\z//r;
    return $row =~ s/^MPI_File_i(?=read|write)/MPI_File_/r if $row =~ /^MPI_File_/;
    return $row =~ s/^MPI_(?:I|R(?=put|get|acc))(\w)/MPI_\u$1/r;
}

sub _form_of {
    my ($procedure) = @_;
    return '' if $procedure =~ /\+\z/;
    return $procedure =~ /_init(?:_c)?\z/ ? 'persistent' : $procedure =~ /_begin(?:_c)?\z/ ? 'split'
        : $procedure =~ /^MPI_(?:I[a-z]|File_i)/ ? 'nonblocking' : 'blocking';
}

# The rows of a table of words: name => [the texts after it].
sub _words {
    my ($file) = @_;
    my %words;
    my $text = _text_of($file);
    while ($text =~ /^[A-Z]+\("([\w-]+)",([^"]*?)((?:,\s*$TEXT)+)\)/mg) {
        my ($name, $texts) = ($1, $3);
        $words{$name} = [map { _plain($_) } $texts =~ /$TEXT/g];
    }
    return \%words;
}

sub _plain {
    my ($text) = @_;
    return $text =~ s/\\(.)/$1/gr;
}

sub _text_of {
    my ($file) = @_;
    open my $in, '<', $file or die "cannot read $file: $!\n";
    local $/;
    return <$in>;
}

=head2 invent($folder, $n, $seed)

So many composed faults that nobody has thought of: a procedure of F<composed.txt>, an effect on what is received, sent
or left alone, and up to two conditions or a size, by chance. The same for the same seed.

=cut

my @RECEIVED = qw(
    all-lost half-lost last-element-lost first-element-lost last-byte-lost tail-lost every-64th-lost former late gap
    before
);
my @SENT      = qw(zeros-sent last-sent-lost sent-changed);
my @OF_BLOCKS = qw(
    first-block-lost last-block-lost middle-lost reversed rotated first-blocks-exchanged blocks-exchanged sent-exchanged
    sent-rotated
);
my $ONLY_RECEIVES = qr/recv(?:_replace)?\z|_Get\z|File_read/i;
my $ONLY_SENDS    = qr/send\z|Put|MPI_Accumulate|File_write/i;
my @CONDITIONS = (
    [qr/^MPI/, qw(first last odd-rank not-world basic derived lower wider several unlike reused odd-count
        from-1K from-4K from-16K from-64K to-256 to-4K to-64K)],
    [qr/^MPI_(?!File)/, qw(third odd five eight)],
    [qr/^MPI_(?:Bcast|Gatherv?|Scatterv?|Reduce)\z/, qw(away root)],
    [qr/^MPI_(?!Bcast|Neighbor|File)/, qw(in-place in-place)],
    [qr/^MPI_(?!Neighbor|File|Scan|Exscan)/, qw(across unlike-groups)],
    [qr/(?:[vw]|Reduce_scatter)\z/, qw(alike)],
    [qr/^MPI_(?!File|Reduce|Allreduce|Scan|Exscan)/, qw(absolute)],
    [qr/(?:Scan|Exscan|educe)/, qw(own-op not-commuting)],
    [qr/^MPI_Neighbor/, qw(cartesian graph distributed)],
);

sub invent {
    my ($folder, $n, $seed) = @_;
    srand $seed;
    my %procedures = map { s/:.*//r => 1 }
        grep { !/^reductions|\+:|seek|position|view|local/ } _composed_names("$folder/composed.txt");
    my @procedures = sort keys %procedures;
    my (%seen, @names);
    while (@names < $n) {
        my $name = _invented($procedures[rand @procedures]);
        push @names, $name unless $seen{$name}++;
    }
    return map { composed($folder, $_) } @names;
}

sub _invented {
    my ($procedure) = @_;
    my $row        = _row_of($procedure);
    my $family     = family($row);
    my @effects    = (
        $row =~ $ONLY_SENDS ? () : @RECEIVED,
        $row =~ $ONLY_RECEIVES && $row !~ /Sendrecv\z/ ? () : @SENT,
        length $family || $row =~ /File|can\z|Bcast|educe/ ? () : @OF_BLOCKS);
    my %is_none    = map { $_ => 1 } length $family ? qw(in-place unlike-groups unlike) : (),
        $family eq 'access' ? qw(not-world across) : ();
    my @conditions = grep { !$is_none{$_} } map { my ($of, @words) = @$_; $row =~ $of ? @words : () } @CONDITIONS;
    my %some       = map { $conditions[rand @conditions] => 1 } 1 .. int rand 3;
    return join ':', $procedure, $effects[rand @effects], %some ? join ',', sort keys %some : ();
}

=head2 build($top, $so, $mpicc)

Makes the library that is preloaded of the sources in F<tests/faulty>, with generated wrappers around the MPI calls
(L<DTPools::Wrappers>). Returns what the compiler says, if it does not.

=cut

sub build {
    my ($top, $so, $mpicc) = @_;
    my @files = File::Glob::bsd_glob("$top/tests/faulty/{*,*/*}.{c,h,def}");
    return DTPools::Wrappers::build(
        top => $top, output => $so, mpicc => $mpicc, sources => [grep { /\.c\z/ } @files],
        includes => ["$top/tests/faulty"], depends => \@files);
}

=head2 write_launcher($file, $fault, $so, @mpiexec)

Writes a launcher whose processes have the fault of that name. Returns the file.

=cut

sub write_launcher {
    my ($file, $fault, $so, @mpiexec) = @_;
    return DTPools::Wrappers::write_launcher($file, $so, "DTP_FAULT=$fault", @mpiexec);
}

=head2 faulty_test($test, $fault, $so, @options)

The test (see L<DTPools::Lists::Testlist>) as it is run with the fault and these options, under a name of its own.

=cut

sub faulty_test {
    my ($test, $fault, $so, @options) = @_;
    return {
        %$test,
        id      => "$fault->{name}/$test->{id}",
        program => _path_of('env'),
        args    => ["LD_PRELOAD=$so", "DTP_FAULT=$fault->{name}", 'DTP_FAULT_VERBOSE=1', $test->{program}, @options,
            @{ $test->{args} }],
    };
}

sub _path_of {
    my ($command) = @_;
    my ($found) = grep { -f and -x _ } map { "$_/$command" } split /:/, $ENV{PATH} // '';
    return $found // die "no command '$command' in the PATH\n";
}

=head2 judge($result, $fault)

What became of a test with the fault: a hash with the keys C<as>, C<first> (the first message), and C<objects> (how many
were verified before it, if the test says so). C<as> is one of

=over

=item C<caught>: the test says what the row of the fault asks for;

=item C<other>: it fails with other words;

=item C<broken>: it crashed, hung, or was ended by an error of MPI;

=item C<survived>: it passed, although the fault struck;

=item C<unreached>: the fault did not strike, or no case of the test could meet it;

=item C<skipped>.

=back

=cut

sub judge {
    my ($result, $fault) = @_;
    my $log = _log_of($result);
    my ($first)   = $log =~ /^ Error: (.*?)(?=^ Error: |^ Found |^faulty: |^# launcher|\z)/ms;
    my ($objects) = $log =~ /^ Found \d+ errors, the first after (\d+) objects/m;
    my $struck = $log =~ /^faulty: \S+ strikes/m;
    my $passed = $log =~ /^ No Errors$/m && $log =~ /^# launcher: exit status 0$/m;    # the fault may say more after it
    my $has_no_case = !$struck && $log =~ /^ Error: \S+ verified nothing\b/m;
    my %judged = (first => $first // "$result->{reason}\n", objects => $objects);
    $judged{as} =
          $result->{verdict} eq 'skipped' ? 'skipped'
        : $passed                         ? ($struck ? 'survived' : 'unreached')
        : $has_no_case                    ? 'unreached'
        : _says($log, $fault)             ? 'caught'
        : defined $objects                ? 'other'
        :                                   'broken';
    return \%judged;
}

# One of the messages that are printed in full says it.
sub _says {
    my ($log, $fault) = @_;
    return scalar grep { $_ =~ $fault->{says} } $log =~ /^ Error: (.*?)(?=^ Error: |^ Found |\z)/msg;
}

sub _log_of {
    my ($result) = @_;
    open my $in, '<', $result->{log} // return '' or return '';
    local $/;
    return <$in> // '';
}

1;
