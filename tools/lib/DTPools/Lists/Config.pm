package DTPools::Lists::Config;

use strict;
use warnings;

use File::Basename qw(dirname);

use DTPools::Lists::Fields;
use DTPools::Lists::Pathnames;

=head1 NAME

DTPools::Lists::Config - read the three config files and the hand-written lists of tests

=head1 SYNOPSIS

    my ($config, $errors) = DTPools::Lists::Config::read_all($srcdir);

=head1 DESCRIPTION

Reads F<basictypelist.txt>, F<basictypetest.txt>, F<structtypetest.txt> and every F<E<lt>folderE<gt>/testlist.def>; a
folder of tests is one that has a F<testlist.def>. C<#> starts a comment; blank lines, blanks at the end of lines, CRLF
and a byte order mark are fine.

C<$errors> is a list of messages, C<file:line: error: ...>. C<$config> has the keys

=over

=item C<types>

The basic types, in order.

=item C<folders>

A hash: folder => the text of its F<testlist.def>.

=item C<lines>

What is to be generated: a list of hashes with the keys C<place> (file:line), C<shown> (the pathname's last part as it
was written), C<folder>, C<stem> and C<ext> (C<c> or C<cxx>) of the source (L<DTPools::Lists::Pathnames>), C<macros>,
C<name> (or undefined: the macros and the stem make it), C<procs>, C<options> (words for the test list), and either
C<counts> (a line of F<basictypetest.txt>) or C<struct>: C<name> (of its DEFINE, or undefined), C<types> and C<counts>,
or C<text> in place of both. A DEFINE has just C<place>, C<define>, its name, and C<text>, if it is that of an object.

=item C<entries>

The hand-written entries that name a source of their folder: as C<lines>, with neither counts nor struct.

=back

=cut

my $BASIC_FORMAT  = '<test pathname>:<macros>:<counts>:<options>:<procs#>';
my $STRUCT_FORMAT = '<test pathname>:<macros>:<num types>:<csv types>:<csv counts>:<options>:<procs#>';
my $SHORT_FORMAT  = '<test pathname>:<macros>:<DEFINE name>:<options>:<procs#>';
my $DEFINE_FORMAT = 'DEFINE NAME {MPI_TYPE:count,...} or DEFINE NAME {TEXT}, the text of an object such as '
    . '1*vector(8, 64, 65, MPI_INT)';

my %CONSTRUCTORS = map { $_ => 1 } qw(
    contiguous vector hvector indexed hindexed indexed_block hindexed_block struct subarray
    darray resized dup);

=head1 FUNCTIONS

=head2 read_all($srcdir)

Returns C<$config> and C<$errors>.

=cut

sub read_all {
    my ($srcdir) = @_;
    my $self = bless {
        srcdir => $srcdir, errors => [], folders => {}, lines => [], entries => [], valid_types => _known_types(),
    };
    $self->_read_folders;
    $self->_read_types;
    $self->_read_basic;
    $self->_read_struct;
    return ({ map { $_ => $self->{$_} } qw(types folders lines entries) }, $self->{errors});
}

sub _complain {
    my ($self, $place, $message) = @_;
    push @{ $self->{errors} }, "$place: error: $message";
    return;
}

# The types that the library knows, in a hash: the rows of its table.
sub _known_types {
    my $file = dirname(__FILE__) . '/../../../../dtpools/src/basic_types.def';
    open my $in, '<', $file or die "generate: cannot read $file: $!\n";
    return { map { /^DTPI_BASIC\((MPI_\w+),/ ? ($1 => 1) : () } <$in> };
}

# The text of a file of the source folder without byte order mark and CRLF, or undef after a complaint.
sub _text {
    my ($self, $file) = @_;
    my $text;
    if (open my $in, '<', "$self->{srcdir}/$file") {
        local $/ = undef;
        $text = <$in>;
    }
    return $self->_complain($file, "cannot read the file: $!") unless defined $text;
    $text =~ s/\A\xEF\xBB\xBF//;
    return $text =~ s/\r$//mgr;
}

# The lines of a text that say something: [place, line without comment and blanks around it].
sub _content {
    my ($file, $text) = @_;
    my ($number, @content) = (0);
    for my $line (split /\n/, $text) {
        $number++;
        $line =~ s/#.*//s;
        $line =~ s/^\s+|\s+\z//g;
        push @content, ["$file:$number", $line] if length $line;
    }
    return @content;
}

# Calls $parse with (place, line) for each line of a file that says something.
sub _each_line {
    my ($self, $file, $parse) = @_;
    my $text = $self->_text($file);
    return unless defined $text;
    $self->$parse(@$_) for _content($file, $text);
    return;
}

sub _read_types {
    my ($self) = @_;
    my %seen;
    $self->{types} = [];
    $self->_each_line('basictypelist.txt', sub {
        my (undef, $place, $type) = @_;
        my $before = @{ $self->{errors} };
        DTPools::Lists::Fields::type_name($type, sub { $self->_complain($place, $_[0] . ' a line') });
        $self->_unknown_type($type, sub { $self->_complain($place, $_[0]) }) if @{ $self->{errors} } == $before;
        $self->_complain($place, "$type is already in the list, at $seen{$type}: expected each type once")
            if $seen{$type};
        $seen{$type} //= $place;
        push @{ $self->{types} }, $type if @{ $self->{errors} } == $before;
    });
    $self->_complain('basictypelist.txt', 'names no type: expected one MPI type name a line') unless %seen;
    return;
}

# Complains about a type that the library does not know.  One that only this MPI lacks is skipped later, by name.
sub _unknown_type {
    my ($self, $type, $complain) = @_;
    return if $self->{valid_types}{$type};
    $complain->("unknown type '$type': expected one of " . join ' ', sort keys %{ $self->{valid_types} });
    return;
}

sub _read_basic {
    my ($self) = @_;
    return $self->_each_line('basictypetest.txt', \&_basic_line);
}

sub _basic_line {
    my ($self, $place, $text) = @_;
    my @fields = $self->_split($place, $text, 5, $BASIC_FORMAT) or return;
    my ($path, $macros, $counts, $options, $procs) = @fields;
    return unless $self->_mandatory($place, $BASIC_FORMAT, 1 => $path, 3 => $counts, 5 => $procs);
    my $line = $self->_common($place, $path, $macros, $options, $procs);
    $line->{counts} = DTPools::Lists::Fields::counts($counts, sub { $self->_complain($place, "field 3: $_[0]") });
    push @{ $self->{lines} }, $line;
    return;
}

# A DEFINE may follow the lines that use it.
sub _read_struct {
    my ($self) = @_;
    $self->{defined} = {};
    my @uses;
    $self->_each_line('structtypetest.txt', sub {
        my (undef, $place, $text) = @_;
        return $self->_define($place, $text) if $text =~ /^DEFINE\b/;
        push @uses, [$place, $text];
    });
    $self->_struct_line(@$_) for @uses;
    return;
}

sub _define {
    my ($self, $place, $text) = @_;
    my ($name, $members) = $text =~ /^DEFINE\s+([A-Za-z]\w*)\s*\{(.*)\}\z/a
        or return $self->_complain($place, "bad definition '$text': expected $DEFINE_FORMAT");
    if (my $first = $self->{defined}{$name}) {
        return $self->_complain($place, "$name is already defined, at $first->{place}: expected another name");
    }
    my $complain = sub { $self->_complain($place, "DEFINE $name: $_[0]") };
    my @meaning  = $members =~ /^\s*\d+\s*\*/
        ? $self->_text_of($complain, $members)
        : $self->_members($complain, $members);
    $self->{defined}{$name} = { place => $place, @meaning };
    push @{ $self->{lines} }, { place => $place, define => $name, text => $self->{defined}{$name}{text} };
    return;
}

sub _members {
    my ($self, $complain, $members) = @_;
    my @pairs = map { [split /:/, $_, -1] } split /,/, $members =~ s/\s//gr, -1;
    my @bad   = grep { @$_ != 2 } @pairs;
    $complain->("bad member '" . join(':', @$_) . "': expected $DEFINE_FORMAT") for @bad;
    $complain->("no members: expected $DEFINE_FORMAT") unless @pairs;
    return $self->_struct($complain, @bad ? () : @pairs);
}

# The text of an object, without blanks.  Whether it describes one is for the library to say, when the test starts.
sub _text_of {
    my ($self, $complain, $text) = @_;
    my $open = '';
    for my $token ($text =~ /[A-Za-z_]\w*|\S/g) {
        if ($token =~ /^[({]/) {
            $open .= $token;
        } elsif ($token =~ /^[)}]/) {
            return $complain->("'$token' closes nothing: expected $DEFINE_FORMAT")
                if $open !~ s/\Q${\ ($token =~ tr|)}|({|r)}\E\z//;
        } elsif ($token =~ /^[A-Za-z_]\w+/ && !$CONSTRUCTORS{$token} && !$self->{valid_types}{ $token =~ s/^x//r }) {
            return $complain->("unknown word '$token': expected a constructor (" . join(' ', sort keys %CONSTRUCTORS)
                    . ') or a type (' . join(' ', sort keys %{ $self->{valid_types} }) . ')');
        } elsif ($token !~ /^[\w*+,.\/-]/) {
            return $complain->("unexpected '$token': expected $DEFINE_FORMAT");
        }
    }
    return $complain->("'" . substr($open, -1) . "' is not closed: expected $DEFINE_FORMAT") if length $open;
    return (text => $text =~ s/\s//gr);
}

# The checked members of a struct: types => [...], counts => [...].
sub _struct {
    my ($self, $complain, @pairs) = @_;
    for my $pair (@pairs) {
        my ($type, $count) = @$pair;
        $self->_unknown_type($type, $complain);
        DTPools::Lists::Fields::member_count($count, $complain);
    }
    return (types => [map { $_->[0] } @pairs], counts => [map { $_->[1] } @pairs]);
}

sub _struct_line {
    my ($self, $place, $text) = @_;
    my $third = (split /:/, $text)[2] // '';
    my $line  = $third =~ /^\s*[A-Za-z_]/
        ? $self->_defined_struct($place, $text)
        : $self->_written_struct($place, $text);
    push @{ $self->{lines} }, $line if $line;
    return;
}

sub _defined_struct {
    my ($self, $place, $text) = @_;
    my @fields = $self->_split($place, $text, 5, $SHORT_FORMAT) or return;
    my ($path, $macros, $name, $options, $procs) = @fields;
    return unless $self->_mandatory($place, $SHORT_FORMAT, 1 => $path, 5 => $procs);
    my $known  = $self->{defined};
    my $struct = $known->{$name}
        or $self->_complain($place, "field 3: '$name' is not defined: expected "
            . (%$known ? 'one of ' . join(' ', sort keys %$known) : 'a number of types, or a DEFINE of it'));
    my $line = $self->_common($place, $path, $macros, $options, $procs);
    $line->{struct} = { %{ $struct || {} }, name => $name };
    return $line;
}

sub _written_struct {
    my ($self, $place, $text) = @_;
    my @fields = $self->_split($place, $text, 7, "$STRUCT_FORMAT or $SHORT_FORMAT") or return;
    my ($path, $macros, $number, $types, $counts, $options, $procs) = @fields;
    return unless $self->_mandatory($place, $STRUCT_FORMAT,
        1 => $path, 3 => $number, 4 => $types, 5 => $counts, 7 => $procs);
    my $line     = $self->_common($place, $path, $macros, $options, $procs);
    my $complain = sub { $self->_complain($place, $_[0]) };
    my @types    = split /,/, $types =~ s/\s//gr,  -1;
    my @counts   = split /,/, $counts =~ s/\s//gr, -1;
    DTPools::Lists::Fields::positive($number, 'field 3: number of types', 2**31 - 1, $complain);
    $complain->("field 3: $number types, but there are " . @types . " types in field 4 and " . @counts
            . ' counts in field 5: expected the same number') if $number ne @types or $number ne @counts;
    my $last = @types < @counts ? $#types : $#counts;
    $line->{struct} = { $self->_struct($complain, map { [$types[$_], $counts[$_]] } 0 .. $last) };
    return $line;
}

# The fields of a line, without the blanks around them, or nothing after a complaint.
sub _split {
    my ($self, $place, $text, $number, $format) = @_;
    my @fields = map { s/^\s+|\s+\z//gr } split /:/, $text, -1;
    return @fields if @fields == $number;
    $self->_complain($place, @fields . " fields separated by ':': expected $format");
    return;
}

sub _mandatory {
    my ($self, $place, $format, %field) = @_;
    my @missing = grep { !length $field{$_} } sort keys %field;
    $self->_complain($place, "field $_ is empty: expected $format") for @missing;
    return !@missing;
}

# What lines of both files have.
sub _common {
    my ($self, $place, $path, $macros, $options, $procs) = @_;
    my $complain = sub { $self->_complain($place, $_[0]) };
    my $parsed   = DTPools::Lists::Fields::options($options, $complain, 'line');
    my $written  = DTPools::Lists::Fields::macros($macros, $complain);
    my ($source, @meant) = DTPools::Lists::Pathnames::meaning($path);
    my %source   = $self->_source($source, $path, $complain);
    $self->_enough_processes(\%source, DTPools::Lists::Fields::procs($procs, $complain), $complain);
    return {
        place => $place, shown => $path =~ s{.*/}{}r, %source,
        macros  => [@meant, @$written],
        name    => $parsed->{name} // (@meant ? join '__', _stem($path), map { tr/=/-/r } @$written : undef),
        options => $parsed->{words},
        procs   => $procs,
    };
}

sub _stem {
    my ($path) = @_;
    return $path =~ s{.*/}{}r =~ s/\.\w+\z//r;
}

# A program that needs several processes says so in the comment at its beginning.
sub _enough_processes {
    my ($self, $source, $procs, $complain) = @_;
    my $file = "$source->{folder}/$source->{stem}.$source->{ext}";
    my ($least) = ($self->{least}{$file} //= $self->_beginning($file)) =~ /\bNeeds (\d+) processes\b/;
    $complain->("number of processes '$procs': $file needs $least or more")
        if $least and $procs =~ /^\d{1,7}\z/ and $procs < $least;
    return;
}

# The lines of a source before the first that includes anything.
sub _beginning {
    my ($self, $file) = @_;
    open my $in, '<', "$self->{srcdir}/$file" or return '';
    local $/ = '#include';
    return scalar(<$in>) // '';
}

# Where the source of a test pathname is; $path is what the line has.
sub _source {
    my ($self, $source, $path, $complain) = @_;
    my ($folder, $stem, $ext) = $source =~ m{^([\w-]+)/([\w.+-]+)\.(c|cxx)\z}a;
    if (!defined $ext) {
        $complain->("bad test pathname '$path': expected <folder>/<name>.c or <folder>/<name>.cxx");
    } elsif (!exists $self->{folders}{$folder}) {
        my @folders = sort keys %{ $self->{folders} };
        $complain->("test pathname '$path': '$folder' is no folder of tests: "
                . "expected one of @folders (with a testlist.def)");
    } elsif (!-f "$self->{srcdir}/$source") {
        $complain->("test pathname '$path': there is no such source file");
    }
    return (folder => $folder // '', stem => $stem // '', ext => $ext // '');
}

sub _read_folders {
    my ($self) = @_;
    opendir my $entries, $self->{srcdir} or return $self->_complain($self->{srcdir}, "cannot read the folder: $!");
    for my $folder (grep { !/^\./ && -e "$self->{srcdir}/$_/testlist.def" } sort readdir $entries) {
        my $file = "$folder/testlist.def";
        my $text = $self->_text($file) // '';
        $self->{folders}{$folder} = $text;
        $self->_entry($folder, @$_) for _content($file, $text);
    }
    $self->_complain('testlist.def', "there is none in $self->{srcdir}/*: expected one in each folder of tests")
        unless %{ $self->{folders} };
    return;
}

# A hand-written entry: <name> <procs#> [options]
sub _entry {
    my ($self, $folder, $place, $text) = @_;
    my ($stem, $procs, $options) = split ' ', $text, 3;
    my $complain = sub { $self->_complain($place, $_[0]) };
    my ($ext)    = grep { -f "$self->{srcdir}/$folder/$stem.$_" } qw(c cxx);
    $complain->("'$stem': there is neither $folder/$stem.c nor $folder/$stem.cxx") unless $ext;
    defined $procs
        ? DTPools::Lists::Fields::procs($procs, $complain)
        : $complain->("no number of processes after '$stem': expected <name> <procs#> [options]");
    my $parsed = DTPools::Lists::Fields::options($options // '', $complain, 'entry');
    $complain->("'$stem' is C++: expected requires=cxx")
        if ($ext // '') eq 'cxx' and ($parsed->{requires} // '') ne 'cxx';
    push @{ $self->{entries} }, { place => $place, folder => $folder, stem => $stem, ext => $ext, macros => [] };
    return;
}

1;
