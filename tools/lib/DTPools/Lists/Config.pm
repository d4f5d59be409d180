package DTPools::Lists::Config;

use strict;
use warnings;

use DTPools::Lists::Definitions;
use DTPools::Lists::Fields;
use DTPools::Lists::Pathnames;
use DTPools::Lists::Sources;
use DTPools::Lists::Types;

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

=head1 FUNCTIONS

=head2 read_all($srcdir)

Returns C<$config> and C<$errors>.

=cut

sub read_all {
    my ($srcdir) = @_;
    my $self = bless { srcdir => $srcdir, errors => [], folders => {}, lines => [], entries => [] };
    $self->{known_types} = DTPools::Lists::Types->new;
    $self->{definitions} = DTPools::Lists::Definitions->new($self->{known_types});
    $self->{sources}     = DTPools::Lists::Sources->new($srcdir, $self->{folders});
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

# The function that complains about what is at a place.
sub _complainer {
    my ($self, $place) = @_;
    return sub { $self->_complain($place, $_[0]) };
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

# Calls $parse with (place, line) for each line of a file that says something; returns whether the file can be read.
sub _each_line {
    my ($self, $file, $parse) = @_;
    my $text = $self->_text($file);
    return 0 unless defined $text;
    $self->$parse(@$_) for _content($file, $text);
    return 1;
}

sub _read_types {
    my ($self) = @_;
    my %seen;
    $self->{types} = [];
    my $is_read = $self->_each_line('basictypelist.txt', sub {
        my (undef, $place, $type) = @_;
        my $before = @{ $self->{errors} };
        DTPools::Lists::Fields::type_name($type, sub { $self->_complain($place, $_[0] . ' a line') });
        $self->{known_types}->check($type, $self->_complainer($place)) if @{ $self->{errors} } == $before;
        $self->_complain($place, "$type is already in the list, at $seen{$type}: expected each type once")
            if $seen{$type};
        $seen{$type} //= $place;
        push @{ $self->{types} }, $type if @{ $self->{errors} } == $before;
    });
    $self->_complain('basictypelist.txt', 'names no type: expected one MPI type name a line')
        if $is_read and !%seen;
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
    my @uses;
    $self->_each_line('structtypetest.txt', sub {
        my (undef, $place, $text) = @_;
        if ($text =~ /^DEFINE\b/) {
            push @{ $self->{lines} }, $self->{definitions}->add($place, $text, $self->_complainer($place)) // ();
        } else {
            push @uses, [$place, $text];
        }
    });
    $self->_struct_line(@$_) for @uses;
    return;
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
    my @known  = $self->{definitions}->names;
    my $struct = $self->{definitions}->of($name)
        or $self->_complain($place, "field 3: '$name' is not defined: expected "
            . (@known ? "one of @known" : 'a number of types, or a DEFINE of it'));
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
    my $complain = $self->_complainer($place);
    my @types    = split /,/, $types =~ s/\s//gr,  -1;
    my @counts   = split /,/, $counts =~ s/\s//gr, -1;
    DTPools::Lists::Fields::positive($number, 'field 3: number of types', 2**31 - 1, $complain);
    $complain->("field 3: $number types, but there are " . @types . " types in field 4 and " . @counts
            . ' counts in field 5: expected the same number') if $number ne @types or $number ne @counts;
    my $last = @types < @counts ? $#types : $#counts;
    $line->{struct} = { $self->{definitions}->struct($complain, map { [$types[$_], $counts[$_]] } 0 .. $last) };
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
    my $complain = $self->_complainer($place);
    my $parsed   = DTPools::Lists::Fields::options($options, $complain, 'line');
    my $written  = DTPools::Lists::Fields::macros($macros, $complain);
    my ($source, @meant) = DTPools::Lists::Pathnames::meaning($path);
    my %source   = $self->{sources}->find($source, $path, $complain);
    $self->{sources}->check_processes(\%source, DTPools::Lists::Fields::procs($procs, $complain), $complain);
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
    my $complain = $self->_complainer($place);
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
