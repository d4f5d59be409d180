/* The functions that rows of faults.def and effects.def name. */
#ifndef HOOKS_H
#define HOOKS_H

#include "collective.h"

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
bool view_starts_lost(MPI_Offset *disp, MPI_Datatype etype, MPI_Datatype *filetype);
bool view_tiled_by_true_extent(MPI_Offset *disp, MPI_Datatype etype, MPI_Datatype *filetype);
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
bool sums_for_prod(struct accumulate *a);
bool bor_for_bxor(struct accumulate *a);
bool band_replaces(struct accumulate *a);
bool band_for_land(struct accumulate *a);
bool lor_for_lxor(struct accumulate *a);
bool maxloc_is_minloc(struct accumulate *a);
bool result_is_new(struct accumulate *a);
bool done_twice(struct accumulate *a);
bool last_not_accumulated(struct accumulate *a);
bool derived_origin_wrong(struct accumulate *a);

/* collected.c */
bool first_part_lost(struct collective *c);
bool last_part_lost(struct collective *c);
bool own_part_lost(struct collective *c);
bool own_part_cleared(struct collective *c);
bool all_lost(struct collective *c);
bool first_element_lost(struct collective *c);
bool last_byte_lost(struct collective *c);
bool every_64th_lost(struct collective *c);
bool tail_lost_of_1k(struct collective *c);
bool middle_part_lost(struct collective *c);
bool parts_reversed(struct collective *c);
bool former_delivered(struct collective *c);
bool parts_exchanged(struct collective *c);
bool first_parts_exchanged(struct collective *c);
bool parts_rotated(struct collective *c);
bool last_element_lost(struct collective *c);
bool second_half_lost(struct collective *c);
bool second_segment_lost(struct collective *c);
bool in_place_ignored(struct collective *c);
bool parts_by_true_extent(struct collective *c);
bool parts_by_span(struct collective *c);
bool parts_by_size(struct collective *c);
bool displacements_ignored(struct collective *c);
bool first_count_for_all(struct collective *c);
bool first_type_for_all(struct collective *c);
bool first_round_again(struct collective *c);
bool repeated_edges_exchanged(struct collective *c);
bool repeated_edge_lost(struct collective *c);
bool self_edge_lost(struct collective *c);
bool nobody_clears(struct collective *c);
bool before_parts_changed(struct collective *c);
bool gap_of_part_changed(struct collective *c);
bool sent_part_changed(struct collective *c);
bool gap_of_sent_changed(struct collective *c);
bool sent_zeros(struct collective *c);
bool sent_last_zero(struct collective *c);
bool sent_parts_exchanged(struct collective *c);
bool sent_parts_rotated(struct collective *c);
bool sent_first_to_all(struct collective *c);
bool sent_by_true_extent(struct collective *c);
bool sent_one_instance(struct collective *c);

/* operators.c */
bool max_is_min(struct calls_call *c);
bool prod_is_sum(struct calls_call *c);
bool prod_is_max(struct calls_call *c);
bool band_is_land(struct calls_call *c);
bool land_is_band(struct calls_call *c);
bool lor_is_bor(struct calls_call *c);
bool bor_is_bxor(struct calls_call *c);
bool bxor_is_bor(struct calls_call *c);
bool lxor_is_lor(struct calls_call *c);
bool lxor_is_bxor(struct calls_call *c);
bool lor_is_lxor(struct calls_call *c);
bool band_is_bor(struct calls_call *c);
bool land_is_lor(struct calls_call *c);
bool sum_is_max(struct calls_call *c);
bool minloc_is_maxloc(struct calls_call *c);
bool ties_wrong(struct calls_call *c);
bool index_lost(struct calls_call *c);
bool sum_narrow(struct calls_call *c);
bool max_unsigned(struct calls_call *c);
bool operands_exchanged(struct operation *o);
bool operands_exchanged_at_last(struct operation *o);
bool length_one_more(struct operation *o);
bool length_one_less(struct operation *o);
bool type_is_basic(struct operation *o);
bool type_is_wider(struct operation *o);
bool instances_by_true_extent_op(struct operation *o);
bool operand_shifted(struct operation *o);
bool operated_twice(struct operation *o);
bool not_operated_far(struct operation *o);
bool between_changed(struct operation *o);
bool order_from_root(struct calls_call *c);
bool in_place_as_zeros(struct calls_call *c);
bool scan_is_exscan(struct calls_call *c);
bool exscan_is_scan(struct calls_call *c);
bool blocks_of_other_rank(struct calls_call *c);

/* accesses.c */
bool offset_ignored(struct calls_call *c);
bool offset_one_less(struct calls_call *c);
bool seek_from_start(struct calls_call *c);
bool seek_ignored(struct calls_call *c);
bool position_of_start(struct calls_call *c);
bool pointer_back(struct calls_call *c);
bool shared_pointer_back(struct calls_call *c);
bool etype_is_byte(struct calls_call *c);
bool own_pointer_used(struct calls_call *c);
bool order_reversed(struct calls_call *c);
bool count_one_less(struct calls_call *c);
bool hole_written(struct collective *c);
bool longer_file(struct collective *c);

/* values.c */
bool top_byte_lost(struct landing *l);
bool sign_lost(struct landing *l);
bool long_upper_half_lost(struct landing *l);
bool eighth_bit_lost(struct landing *l);
bool double_as_float(struct landing *l);
bool minus_zero_lost(struct landing *l);
bool denormal_lost(struct landing *l);
bool infinity_lost(struct landing *l);
bool long_double_as_double(struct landing *l);
bool imaginary_lost(struct landing *l);
bool accumulated_as_float(struct landing *l);
bool unsigned_compared_signed(struct calls_call *c);

/* shapes.c */
bool shape_blocks_of_3(struct landing *l);
bool shape_blocks_of_11(struct landing *l);
bool shape_blocks_of_16(struct landing *l);
bool shape_dup_of_struct(struct landing *l);
bool shape_resized_of_resized(struct landing *l);
bool shape_subarray_of_vector(struct landing *l);
bool shape_darray_of_struct(struct landing *l);
bool shape_block_of_subarray(struct landing *l);
bool shape_struct_of_darray(struct landing *l);
bool shape_hvector_of_hindexed(struct landing *l);
bool shape_subarray_4d(struct landing *l);
bool shape_subarray_1d(struct landing *l);
bool shape_subarray_inner_whole(struct landing *l);
bool shape_darray_3d_fortran(struct landing *l);
bool shape_darray_argument(struct landing *l);
bool shape_darray_of_none(struct landing *l);
bool shape_darray_last_part(struct landing *l);
bool shape_darray_4d(struct landing *l);
bool shape_members_18(struct landing *l);
bool shape_aligned_stride(struct landing *l);
bool nothing_written(void *buf, int count, MPI_Datatype type);
bool many_members_lost(struct blocks *b);
bool displacement_20_bits(struct blocks *b);
bool displacement_32_bits(struct blocks *b);
bool first_of_unequal_longer(struct blocks *b);
bool inner_lb_kept(MPI_Aint *lb, MPI_Aint *extent, MPI_Datatype type);
bool middle_start_ignored(struct array *a);
bool fourth_start_ignored(struct array *a);
bool argument_ignored(struct dealt *d);
bool last_dimension_whole(struct dealt *d);
bool one_block_strided(struct blocks *b);
bool negative_block_positive(struct blocks *b);
bool starts_exchanged(struct array *a);
bool like_members_joined(struct blocks *b);
bool page_stride_wrong(struct landing *l);

/* context.c */
bool total_less_32(struct landing *l);
bool total_less_64(struct landing *l);
bool total_less_128(struct landing *l);
bool above_2m_wrong(struct landing *l);
bool told_in_32_bits(enum query what, MPI_Datatype type, MPI_Aint *a, MPI_Aint *b);
bool size_x_in_32_bits(enum query what, MPI_Datatype type, MPI_Aint *a, MPI_Aint *b);
bool third_rank_receives(struct landing *l);
bool third_rank_puts(struct landing *l);
bool five_ranks_16k(struct landing *l);
bool eight_ranks_16k(struct landing *l);
bool odd_address_wrong(struct landing *l);
bool address_4_wrong(struct landing *l);
bool address_8_wrong(struct landing *l);
bool note_sent(struct calls_call *c);
bool both_sides_wrong(struct landing *l);
bool note_posted(struct calls_call *c);
bool posted_twice_wrong(struct landing *l);
bool freed_in_epoch(struct landing *l);
bool tag_15_bits(MPI_Status *status);
bool note_access(struct calls_call *c);
bool put_unit_16(struct landing *l);
bool put_unit_odd(struct landing *l);
bool put_unit_2(struct landing *l);
bool put_third(struct landing *l);
bool put_to_self(struct landing *l);
bool put_below_lb(struct landing *l);
bool put_dynamic(struct landing *l);
bool put_shared(struct landing *l);
bool put_lock_all(struct landing *l);
bool get_pscw(struct landing *l);
bool accumulated_segment(struct landing *l);
bool odd_total_short(struct landing *l);

/* answers.c */
bool integer_behind(struct calls_call *c);
bool type_behind(struct calls_call *c);
bool child_told_itself(struct calls_call *c);
bool name_cut_at_63(struct calls_call *c);
bool name_length_one_more(struct calls_call *c);
bool predefined_name_lost(struct calls_call *c);
bool second_attribute_lost(struct calls_call *c);
bool attribute_kept(struct calls_call *c);
bool refused_copy_ignored(struct calls_call *c);
bool refused_deletion_ignored(struct calls_call *c);
bool null_copy_copies(struct calls_call *c);
bool dup_copy_does_not(struct calls_call *c);
bool extra_state_lost(struct calls_call *c);
bool nothing_packed_moves(struct calls_call *c);
bool packed_past_room(struct calls_call *c);
bool unpack_changes_input(struct calls_call *c);
bool unpack_external_changes_input(struct calls_call *c);
bool pack_changes_buffer(struct calls_call *c);
bool pack_size_of_one(struct calls_call *c);
bool pack_size_of_deep(struct calls_call *c);
bool external_long_double_short(struct calls_call *c);
bool size_c_wrong(struct calls_call *c);
bool true_extent_c_wrong(struct calls_call *c);
bool elements_x_wrong(struct calls_call *c);
bool pair_told_struct(struct calls_call *c);
bool lengths_reversed(int combiner, int ints, int *integers, int addresses, MPI_Aint *displs);
bool darray_rank_told_zero(int combiner, int ints, int *integers, int addresses, MPI_Aint *displs);

/* messages.c */
bool probe_counts_less(struct calls_call *c);
bool mprobe_tag_wrong(struct calls_call *c);
bool any_source_told(struct calls_call *c);
bool any_tag_told(struct calls_call *c);
bool nothing_counts_undefined(struct calls_call *c);
bool cancelled_not_told(struct calls_call *c);
bool arrived_at_once(struct calls_call *c);
bool truncation_not_told(struct calls_call *c);
bool truncated_goes_on(struct calls_call *c);
bool note_replace(struct calls_call *c);
bool replace_short(struct landing *l);
bool note_parts(struct calls_call *c);
bool last_partition_lost(struct landing *l);
bool bsend_reads_late(struct calls_call *c);
bool second_tag_wrong(struct calls_call *c);
bool some_in_other_order(struct calls_call *c);
bool count_in_16_bits(struct calls_call *c);

/* onesided.c */
bool put_reads_late(struct calls_call *c);
bool rput_reads_late(struct calls_call *c);
bool rget_arrives_late(struct calls_call *c);
bool put_changes_origin(struct calls_call *c);
bool exclusive_is_shared(struct calls_call *c);
bool accumulate_lost(struct calls_call *c);
bool always_swaps(struct calls_call *c);
bool never_swaps(struct calls_call *c);
bool fetch_sum_replaces(struct calls_call *c);
bool fetch_next(struct calls_call *c);
bool shared_size_less(struct calls_call *c);
bool put_from_bottom(struct landing *l);
bool put_in_own_unit(struct calls_call *c);
bool put_of_nothing_writes(struct calls_call *c);
bool accumulate_of_nothing_writes(struct calls_call *c);
bool get_accumulate_changes_origin(struct calls_call *c);
bool fetched_too_wide(struct calls_call *c);

#endif
