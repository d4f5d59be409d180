package DTPools::Run::Afterwards;

use strict;
use warnings;
use List::Util qw(max min);
use Time::HiRes qw(time);

use DTPools::Failures;
use DTPools::Failures::Causes;
use DTPools::Known;
use DTPools::Known::Programs;
use DTPools::Run::Build;
use DTPools::Run::Interrupt;
use DTPools::Run::Processes;

=head1 NAME

DTPools::Run::Afterwards - what a run does after its tests: programs of what has failed, and of known issues

=head1 SYNOPSIS

    my $afterwards = DTPools::Run::Afterwards->new(option => \%option, launch => $launch, watch => $watch,
        reasons => $reasons, results => \@results, not_built => \%not_built, dtp => 'dtpools/dtp', ends => $time);
    my $signal = $afterwards->run;
    $afterwards->close;
    DTPools::Run::Summary::show($afterwards->found, ...);

=head1 METHODS

=head2 new(...)

C<option> has the options of F<runtests>, and the rows of C<known> issues; C<launch> is as in L<DTPools::Run::Job>;
C<reasons> a L<DTPools::Failures::Reasons>; C<not_built> as for L<DTPools::Run::Runner>; C<ends>, when a run of little
time should end, or undefined.

=head2 run

Does all of it. Returns the name of the signal that ended it, or nothing.

=head2 close

Ends the processes that are left where a signal came, and the watch.

=head2 found

For L<DTPools::Run::Summary>: the file of the C<issues> of other versions that this MPI has too, and the C<known> ones,
as far as it came to these.

=cut

my $SECONDS_FOR_ISSUES = 25;
my $SECONDS_TO_SHRINK  = 20;
my $SECONDS_FOR_ALL    = 100;
my $LEAST_FOR_ALL      = 30;
my $MOST_AT_ONCE       = 4;
my $GRACE              = 2;

sub new {
    my ($class, %arg) = @_;
    return bless { %arg, found => {} }, $class;
}

sub run {
    my ($self) = @_;
    return DTPools::Run::Interrupt::call(sub {
        $self->_build_failed;
        my $present = $self->_issues_elsewhere;
        $self->{found}{issues} = $self->_write_issues($present);
        $self->_shrink_failures($present);
        $self->{found}{known} = [$self->_known_issues];
    });
}

sub close {
    my ($self) = @_;
    my @roots = grep { $_ != $self->{watch}{pid} } DTPools::Run::Processes::children();
    DTPools::Run::Processes::end_trees(\@roots, $self->{launch}{tag}, $GRACE);
    $self->{watch}->close;
    return;
}

sub found {
    my ($self) = @_;
    return %{ $self->{found} };
}

sub _failed {
    my ($self) = @_;
    return grep { $_->{verdict} eq 'failed' } @{ $self->{results} };
}

# The lines that replay what has failed need its binaries.
sub _build_failed {
    my ($self) = @_;
    my @failed = grep { !$self->{not_built}{ $_->{id} } } map { $_->{test} } $self->_failed;
    DTPools::Run::Build::build_quietly($self->{option}{make}, @failed) if defined $self->{option}{make};
    return;
}

# Issues of other versions of this MPI that failures are like, if their programs fail here.
sub _issues_elsewhere {
    my ($self) = @_;
    my @names = DTPools::Failures::Causes::elsewhere($self->_failed);
    return {} unless @names and defined $self->{option}{mpicc};
    print 'running the programs of ', scalar @names, " issues of other versions of this MPI\n";
    return DTPools::Known::Programs::present(
        $self->_programs_of_issues('elsewhere'), names => \@names, seconds => $SECONDS_FOR_ISSUES,
        workers => min($self->{option}{jobs}, $MOST_AT_ONCE),
    );
}

# For a run that takes them as known, and finds others: those that it took from there stay.
sub _write_issues {
    my ($self, $present) = @_;
    return undef unless %$present;
    my $file = "$self->{option}{output}/known-issues.txt";
    my $why  = DTPools::Known::write_rows($file, $present, $self->{option}{known}) // return $file;
    print STDERR "runtests: $why\n";
    return undef;
}

sub _shrink_failures {
    my ($self, $present) = @_;
    my ($option, $launch) = @$self{qw(option launch)};
    my %about = (results => $self->{results}, reasons => $self->{reasons}, present => $present);
    return DTPools::Failures::report(%about)
        if !defined $option->{mpicc} or $option->{shrink} == 0 or !-x $self->{dtp};
    my $scale = $option->{'timeout-scale'};
    local $ENV{$DTPools::Run::Processes::TAG_NAME} = "$launch->{tag}shrink ";
    return DTPools::Failures::shrink(
        %about, most => $option->{shrink}, seconds => $scale * $SECONDS_TO_SHRINK,
        total => $scale * $self->_seconds_for_all,
        # most of the time of a job of few processes is the launcher's, that waits
        workers => min(2 * $option->{jobs}, $MOST_AT_ONCE),
        mpicc => $option->{mpicc}, dtp => $self->{dtp}, output => 'failures', launcher => $launch->{command},
        env => [@{ $launch->{mpi_env} }, @{ $launch->{hidden_env} }],
    );
}

# All causes; of a run of little time, what is left of it.
sub _seconds_for_all {
    my ($self) = @_;
    my $left = defined $self->{ends} ? $self->{ends} - time : $SECONDS_FOR_ALL;
    return min($SECONDS_FOR_ALL, max($LEAST_FOR_ALL, $left));
}

# They run after the tests: beside them, ranks that share a core would wait for each other.
sub _known_issues {
    my ($self) = @_;
    my $option = $self->{option};
    return unless defined $option->{mpicc} and !defined $option->{filter} and @{ $option->{known} };
    print "running the programs of known issues\n";
    return DTPools::Known::Programs::check($self->_programs_of_issues('known'), workers => $option->{jobs} + 1);
}

# See DTPools::Known::Programs::check.
sub _programs_of_issues {
    my ($self, $tag) = @_;
    my ($option, $launch) = @$self{qw(option launch)};
    return (
        rows => $option->{known}, mpicc => $option->{mpicc}, launcher => $launch->{command},
        np_flag => $launch->{np_flag}, env => [@{ $launch->{env} }, @{ $launch->{hidden_env} }],
        watch => $self->{watch}, tag => "$launch->{tag}$tag ",
    );
}

1;
