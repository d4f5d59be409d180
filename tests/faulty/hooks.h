/* The functions that rows of faults.def name. */
#ifndef HOOKS_H
#define HOOKS_H

#include "faulty.h"

/* touch.c */
bool zero_elements(void *buf, int count, MPI_Datatype type);
bool touch_gap(void *buf, int count, MPI_Datatype type);
bool touch_first(void *buf, int count, MPI_Datatype type);
bool touch_last(void *buf, int count, MPI_Datatype type);
bool touch_last_gap(void *buf, int count, MPI_Datatype type);
bool touch_pair_padding(void *buf, int count, MPI_Datatype type);
bool touch_before(void *buf, int count, MPI_Datatype type);
bool touch_after(void *buf, int count, MPI_Datatype type);

/* views.c */
bool view_displacement_lost(MPI_Offset *disp, MPI_Datatype etype, MPI_Datatype *filetype);
bool view_without_holes(MPI_Offset *disp, MPI_Datatype etype, MPI_Datatype *filetype);

/* movement.c */
bool tail_lost(struct landing *l);
bool segment_tail_lost(struct landing *l);
bool every_4096th_lost(struct landing *l);
bool swapped_256(struct landing *l);
bool swapped_first_two(struct landing *l);
bool swapped_at_boundary(struct landing *l);
bool byte_order_swapped(struct landing *l);
bool halves_swapped(struct landing *l);
bool long_double_low_half(struct landing *l);
bool stale_delivered(struct landing *l);
bool power_of_two_wrong(struct landing *l);
bool above_64k_wrong(struct landing *l);
bool below_16k_wrong(struct landing *l);
bool many_alive_wrong(struct landing *l);
bool rest_cleared(struct landing *l);
bool rest_written(struct landing *l);
bool only_first_instance(struct landing *l);
bool instances_by_true_extent(struct landing *l);
bool interleaved_wrong(struct landing *l);
bool negative_extent_wrong(struct landing *l);
bool deep_wrong(struct landing *l);
bool many_blocks_wrong(struct landing *l);
bool unaligned_stride_wrong(struct landing *l);
bool darray_wrong(struct landing *l);
bool copy_wrong(struct landing *l);
bool second_use_wrong(struct landing *l);
bool freed_while_pending(struct landing *l);
bool put_away_from_start(struct landing *l);
bool get_away_from_start(struct landing *l);
bool unpack_in_pieces(struct landing *l);
bool broadcast_wrong(struct landing *l);
bool result_short(struct landing *l);
bool accumulated_short(struct landing *l);

/* constructors.c */
bool block_lost(struct blocks *b);
bool last_of_many_shifted(struct blocks *b);
bool first_displacement_zero(struct blocks *b);
bool decreasing_sorted(struct blocks *b);
bool zero_block_ends_list(struct blocks *b);
bool zero_first_ends_list(struct blocks *b);
bool negative_stride_positive(struct blocks *b);
bool hvector_stride_in_elements(struct blocks *b);
bool equal_blocks_merged(struct blocks *b);
bool touching_merged_short(struct blocks *b);
bool unequal_taken_as_equal(struct blocks *b);
bool zero_member_bounds(struct blocks *b);
bool alignment_forgotten(struct blocks *b);
bool negative_lb_zero(struct blocks *b);
bool positive_lb_zero(struct blocks *b);
bool child_by_true_extent(struct blocks *b);
bool contiguous_one_short(struct blocks *b);
bool struct_members_reversed(struct blocks *b);
bool deep_child_shifted(struct blocks *b);
bool resized_ignored(MPI_Aint *lb, MPI_Aint *extent, MPI_Datatype type);
bool resized_lb_ignored(MPI_Aint *lb, MPI_Aint *extent, MPI_Datatype type);
bool negative_extent_zero(MPI_Aint *lb, MPI_Aint *extent, MPI_Datatype type);
bool zero_extent_true(MPI_Aint *lb, MPI_Aint *extent, MPI_Datatype type);
bool order_swapped(struct array *a);
bool starts_ignored(struct array *a);
bool last_start_ignored(struct array *a);
bool cyclic_as_block(struct dealt *d);
bool rank_ignored(struct dealt *d);
bool duplicate_loses_resized(MPI_Datatype *type);

/* queries.c */
bool deep_size_wrong(enum query what, MPI_Datatype type, MPI_Aint *a, MPI_Aint *b);
bool extent_ignores_resized(enum query what, MPI_Datatype type, MPI_Aint *lb, MPI_Aint *extent);
bool negative_lb_told_zero(enum query what, MPI_Datatype type, MPI_Aint *lb, MPI_Aint *extent);
bool true_extent_as_extent(enum query what, MPI_Datatype type, MPI_Aint *lb, MPI_Aint *extent);
bool true_lb_told_zero(enum query what, MPI_Datatype type, MPI_Aint *lb, MPI_Aint *extent);
bool size_x_wrong(enum query what, MPI_Datatype type, MPI_Aint *a, MPI_Aint *b);
bool extent_x_is_true(enum query what, MPI_Datatype type, MPI_Aint *lb, MPI_Aint *extent);
bool hvector_told_vector(int *combiner, int *addresses);
bool external_size_short(MPI_Aint *size);
bool displacements_reversed(int combiner, int ints, int *integers, int addresses, MPI_Aint *displs);
bool order_told_wrong(int combiner, int ints, int *integers, int addresses, MPI_Aint *displs);
bool name_not_kept(void);
bool source_wrong(MPI_Status *status);
bool tag_wrong(MPI_Status *status);
bool partial_count_zero(int *count);
bool count_of_bytes(int *count);
bool partial_elements_short(MPI_Count *elements, int is_partial);
bool elements_truncated(MPI_Count *elements, int is_partial);
bool position_ignored(unsigned char *bytes, int size, int position);
bool packed_last_byte(unsigned char *bytes, int size, int position);
bool external_native(unsigned char *bytes, MPI_Aint size, MPI_Datatype type);
bool pack_size_short(int *size);

/* accumulate.c */
bool sum_replaces(struct accumulate *a);
bool no_op_writes(struct accumulate *a);
bool min_is_max(struct accumulate *a);
bool replace_adds(struct accumulate *a);
bool result_is_new(struct accumulate *a);
bool done_twice(struct accumulate *a);
bool last_not_accumulated(struct accumulate *a);
bool derived_origin_wrong(struct accumulate *a);

#endif
