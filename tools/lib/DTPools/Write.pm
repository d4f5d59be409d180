package DTPools::Write;

use strict;
use warnings;

=head1 NAME

DTPools::Write - write files that change, all or none

=head1 FUNCTIONS

=head2 write_changed(\%text)

The texts, by path. A file that has its bytes already is not touched. The others are first all written to temporary
names, then renamed. Returns nothing, or a message where something went wrong; then no temporary file is left.

=cut

sub write_changed {
    my ($text) = @_;
    my @changed = grep { !_has($_, $text->{$_}) } sort keys %$text;
    my ($message, @written);
    for my $path (@changed) {
        push @written, "$path.tmp$$";
        last if $message = _write($path, $written[-1], $text->{$path});
    }
    for my $path ($message ? () : @changed) {
        rename "$path.tmp$$", $path or $message //= "$path: error: cannot write: $!";
    }
    unlink @written;
    return $message;
}

sub _has {
    my ($path, $text) = @_;
    return 0 unless -f $path and -s _ == length $text;
    open my $in, '<', $path or return 0;
    local $/ = undef;
    return <$in> eq $text;
}

# Writes to the temporary name; messages are about the file that is meant.
sub _write {
    my ($path, $temporary, $text) = @_;
    open my $out, '>', $temporary or return "$path: error: cannot write: $!";
    my $written = print {$out} $text;
    return close $out && $written ? undef : "$path: error: cannot write: $!";
}

1;
