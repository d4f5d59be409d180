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

our @EXPORT_OK = qw(program_of shipped_tests);

=head1 NAME

Shipped - the tests of the config files and lists that are shipped

=head1 FUNCTIONS

=head2 shipped_tests()

All of them, as L<DTPools::Lists::Testlist> reads them.

=head2 program_of($test)

The program, F<folder/name>: of a hand-written entry, its own name.

=cut

my $TOP = abs_path(dirname(__FILE__) . '/../..');

sub shipped_tests {
    my ($config, $errors) = DTPools::Lists::Config::read_all($TOP);
    die map { "$_\n" } @$errors if @$errors;
    my ($plan) = DTPools::Lists::Plan::make($config);
    my $folder = tempdir(CLEANUP => 1);
    my @lists  = sort keys %$plan;
    for my $list (@lists) {
        my $generated = DTPools::Lists::Render::testlist_dtp($list, $plan->{$list});
        write_file("$folder/$list/testlist",
            DTPools::Lists::Render::testlist_in($config->{folders}{$list}, $generated));
    }
    my $before = getcwd();
    chdir $folder or die "cannot enter $folder: $!\n";
    my ($tests, $wrong) = DTPools::Lists::Testlist::read_folders(@lists);
    chdir $before or die "cannot enter $before: $!\n";
    die map { "$_\n" } @$wrong if @$wrong;
    return @$tests;
}

sub program_of {
    my ($test) = @_;
    return $test->{family} // $test->{id};
}

1;
