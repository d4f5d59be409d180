package Shipped;

use strict;
use warnings;
use Cwd qw(abs_path getcwd);
use Exporter qw(import);
use File::Basename qw(dirname);
use File::Temp qw(tempdir);

use DTPools::Lists::Config;
use DTPools::Lists::Plan;
use DTPools::Lists::Render;
use DTPools::Lists::Testlist;
use Scratch qw(write_file);

our @EXPORT_OK = qw(shipped_programs shipped_tests);

=head1 NAME

Shipped - the programs and tests of the config files and lists that are shipped

=head1 FUNCTIONS

=head2 shipped_programs()

Their names, F<folder/name>, and the sources that they are made of: a hash.

=head2 shipped_tests()

All tests, as L<DTPools::Lists::Testlist> reads them.

=cut

my $TOP = abs_path(dirname(__FILE__) . '/../..');

sub shipped_programs {
    my (undef, $plan) = _plan();
    return map { $_->{id} => $_->{source} } map { @$_ } values %$plan;
}

sub shipped_tests {
    my ($config, $plan) = _plan();
    my $folder = tempdir(CLEANUP => 1);
    my @lists  = sort keys %$plan;
    for my $list (@lists) {
        my $generated = DTPools::Lists::Render::testlist_dtp($list, $plan->{$list});
        write_file("$folder/$list/testlist",
            DTPools::Lists::Render::testlist_in($config->{folders}{$list}, $generated));
    }
    my $before = getcwd();
    chdir $folder or die "cannot enter $folder: $!\n";
    my ($tests, $errors) = DTPools::Lists::Testlist::read_folders(@lists);
    chdir $before or die "cannot enter $before: $!\n";
    die map { "$_\n" } @$errors if @$errors;
    return @$tests;
}

sub _plan {
    my ($config, $errors) = DTPools::Lists::Config::read_all($TOP);
    (my $plan, $errors) = DTPools::Lists::Plan::make($config) unless @$errors;
    die map { "$_\n" } @$errors if @$errors;
    return ($config, $plan);
}

1;
