package DTPools::Lists::Render;

use strict;
use warnings;

=head1 NAME

DTPools::Lists::Render - the text of the generated files

=head1 DESCRIPTION

F<Makefile.dtp> is read by F<tests.mk>, which defines how to compile and link; it only lists the programs and tests:

    rma/lock_dt__FLUSH.o: $(srcdir)/rma/lock_dt.c
    	$(compile_c) -DFLUSH
    rma/lock_dt__FLUSH.tests = \
     rma/lock_dt__FLUSH__MPI_INT__17
    $(rma/lock_dt__FLUSH.tests): rma/lock_dt__FLUSH.o $(libraries)
    	$(link_c)
    rma/lock_dt__FLUSH__MPI_INT__17: defaults = -type=MPI_INT -count=17
    rma/lock_dt__FLUSH.object = rma/lock_dt__FLUSH.o
    programs_c += rma/lock_dt__FLUSH

=head1 FUNCTIONS

Each returns the text of a file.

=head2 makefile($folder, \@programs)

F<Makefile.dtp>, of the programs that L<DTPools::Lists::Plan> describes.

=head2 testlist_dtp($folder, \@programs)

F<testlist.dtp>: their tests.

=head2 testlist_in($def, $dtp)

F<testlist.in>, of the text of F<testlist.def> and that of F<testlist.dtp>.

=head2 typelist(\@types)

The library's list of types.

=cut

my $MADE_BY = 'Made by tools/generate; do not edit.';

sub makefile {
    my ($folder, $programs) = @_;
    my (@text, %compiled);
    for my $program (@$programs) {
        push @text, "\n";
        push @text, _object($program) unless $compiled{ $program->{object} }++;
        push @text, _program($folder, $program);
    }
    return join '', "# The tests in $folder. $MADE_BY\n", @text;
}

sub _object {
    my ($program) = @_;
    my @flags = map { " -D$_" } @{ $program->{macros} };
    my $command = join '', "\$(compile_$program->{ext})", @flags;
    return "$program->{object}: \$(srcdir)/$program->{source}\n\t$command\n";
}

sub _program {
    my ($folder, $program) = @_;
    my ($id, $ext, $tests) = @$program{qw(id ext tests)};
    my @needs = ($program->{object}, '$(libraries)', $program->{stamp} // ());
    return (
        "$id.tests =",
        (map { " \\\n $folder/$_->{name}" } @$tests), "\n",
        "\$($id.tests): @needs\n\t\$(link_$ext)\n",
        (map { "$folder/$_->{name}: defaults = $_->{options}\n" } @$tests),
        (map { "$folder/$_->{name}: $_->{stamp}\n" } grep { $_->{stamp} } @$tests),
        "$id.object = $program->{object}\n",
        "programs_$ext += $id\n",
    );
}

sub testlist_dtp {
    my ($folder, $programs) = @_;
    my @lines = map { $_->{listed} // () } map { @{ $_->{tests} } } @$programs;
    return join '', "# The generated tests of $folder. $MADE_BY\n", map { "$_\n" } @lines;
}

sub testlist_in {
    my ($def, $dtp) = @_;
    $def .= "\n" if length $def and $def !~ /\n\z/;
    return $def . $dtp;
}

sub typelist {
    my ($types) = @_;
    return join '', map { "$_\n" } @$types;
}

1;
