/* The functions that rows of faults.def and effects.def name. */
#ifndef HOOKS_H
#define HOOKS_H

#include "calls/collective.h"

/* calls/windows.c */
bool window_size_less(struct calls_call *c);
bool window_base_next(struct calls_call *c);
bool window_unit_one(struct calls_call *c);
bool window_made_as_created(struct calls_call *c);

/* types/arrays.c */
bool whole_rows_at_start(struct array *a);
bool single_column_exchanged(struct array *a);
bool fortran_slowest_at_start(struct array *a);
bool middle_starts_exchanged(struct array *a);
bool subsizes_exchanged(struct array *a);
bool empty_part_filled(struct dealt *d);
bool fortran_grid_by_columns(struct dealt *d);
bool third_distribution_of_second(struct dealt *d);
bool odd_grid_reversed(struct dealt *d);
bool arguments_exchanged(struct dealt *d);
bool array_of_true_elements(struct calls_call *c);
bool starts_returned_zero(int combiner, int ints, int *integers, int addresses, MPI_Aint *displs);
bool default_argument_returned(int combiner, int ints, int *integers, int addresses, MPI_Aint *displs);
bool default_argument_returned_zero(int combiner, int ints, int *integers, int addresses, MPI_Aint *displs);
bool no_distribution_returned(int combiner, int ints, int *integers, int addresses, MPI_Aint *displs);
bool resized_lb_returned_zero(int combiner, int ints, int *integers, int addresses, MPI_Aint *displs);
bool block_length_returned_one(int combiner, int ints, int *integers, int addresses, MPI_Aint *displs);
bool stride_returned_positive(int combiner, int ints, int *integers, int addresses, MPI_Aint *displs);
bool displacements_returned_from_first(int combiner, int ints, int *integers, int addresses, MPI_Aint *displs);
bool duplicate_returned_named(struct calls_call *c);

/* types/bounds.c */
bool packed_members_aligned(struct blocks *b);
bool one_member_at_start(struct blocks *b);
bool one_block_at_start(struct blocks *b);
bool unit_blocks_strided(struct blocks *b);
bool same_place_once(struct blocks *b);
bool sliding_once(struct blocks *b);
bool begun_within_follows(struct blocks *b);
bool member_as_long_as_size(struct blocks *b);
bool no_extent_once(struct blocks *b);
bool like_sizes_as_first(struct blocks *b);
bool like_extents_as_first(struct blocks *b);
bool like_sizes_and_extents(struct blocks *b);
bool zero_block_bounds(struct blocks *b);
bool odd_extent_rounded(MPI_Aint *lb, MPI_Aint *extent, MPI_Datatype type);
bool inner_extent_kept(MPI_Aint *lb, MPI_Aint *extent, MPI_Datatype type);
bool subarray_cut(struct calls_call *c);
bool darray_cut(struct calls_call *c);
bool fortran_line_at_start(struct array *a);
bool cube_starts_exchanged(struct array *a);
bool remainder_lost(struct dealt *d);
bool block_argument_ignored(struct dealt *d);
bool grid_by_columns(struct dealt *d);
bool dealt_in_other_order(struct dealt *d);

/* types/constructors.c */
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
bool contiguous_16_deep_short(struct blocks *b);
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

/* types/flattening.c */
bool block_after_empty(struct blocks *b);
bool falling_touching_joined(struct blocks *b);
bool small_gap_closed(struct blocks *b);
bool dense_child_at_start(struct blocks *b);
bool two_blocks_strided(struct blocks *b);
bool like_members_counted(struct blocks *b);
bool vectors_joined(struct blocks *b);
bool spaced_vectors_joined(struct blocks *b);
bool before_empty_lost(struct blocks *b);
bool after_two_empty_lost(struct blocks *b);
bool after_nothing_lost(struct blocks *b);
bool lb_of_first_member(struct blocks *b);
bool ub_of_last_block(struct blocks *b);
bool lb_of_block_below(struct blocks *b);
bool ub_without_end_gap(struct blocks *b);
bool lb_of_first_instance(struct blocks *b);
bool ub_of_whole_stride(struct blocks *b);
bool extent_of_nothing(struct blocks *b);
bool ub_of_empty_block(struct blocks *b);

/* types/freed.c */
bool note_op_freed(struct calls_call *c);
bool op_freed_short(struct landing *l);
bool note_view_freed(struct calls_call *c);
bool view_freed_short(struct landing *l);
bool freed_read_short(struct landing *l);
bool note_kept_sent_freed(struct calls_call *c);
bool free_keeps(struct calls_call *c);
bool isend_keeps(struct calls_call *c);
bool note_kept_replaced(struct calls_call *c);
bool freed_persistent_sent(struct landing *l);
bool freed_replaced(struct landing *l);

/* types/handles.c */
bool freed_in_collective(struct landing *l);
bool freed_in_accumulate(struct landing *l);
bool note_sent_freed(struct calls_call *c);
bool freed_by_sender(struct landing *l);
bool note_kept_freed(struct calls_call *c);
bool freed_persistent(struct landing *l);
bool note_duplicate(struct calls_call *c);
bool note_duplicated(struct calls_call *c);
bool orphan_duplicate(struct landing *l);
bool note_receive(struct calls_call *c);
bool status_ignored_short(struct landing *l);
bool any_source_long_short(struct landing *l);
bool any_tag_derived_short(struct landing *l);
bool committed_twice_refused(struct calls_call *c);
bool predefined_commit_refused(struct calls_call *c);

/* types/kept.c */
bool cached_list(struct blocks *b);
bool cached_starts(struct array *a);
bool bounds_of_handle_kept(enum query what, MPI_Datatype type, MPI_Aint *lb, MPI_Aint *extent);
bool note_committed(struct calls_call *c);
bool forget_committed(struct calls_call *c);
bool uncommitted_true_extent_kept(enum query what, MPI_Datatype type, MPI_Aint *lb, MPI_Aint *extent);
bool second_answer_from_0(enum query what, MPI_Datatype type, MPI_Aint *lb, MPI_Aint *extent);

/* types/large_calls.c */
bool note_large(struct calls_call *c);
bool large_contiguous_short(struct blocks *b);
bool large_vector_short(struct blocks *b);
bool large_struct_shifted(struct blocks *b);
bool large_block_below(struct blocks *b);
bool large_list_short(struct blocks *b);
bool large_pack_size_less(struct calls_call *c);
bool large_external_size_less(struct calls_call *c);
bool large_elements_less(struct calls_call *c);
bool large_byte_offset_less(struct calls_call *c);
bool large_unpack_short(struct landing *l);

/* types/narrow.c */
bool empty_last_below(struct blocks *b);
bool fortran_end_starts_lost(struct array *a);
bool fortran_uneven_block(struct dealt *d);
bool mixed_order_exchanged(struct blocks *b);
bool mixed_order_of_one_length(struct blocks *b);
bool row_of_cyclic(struct dealt *d);
bool second_cyclic_by_one(struct dealt *d);
bool smaller_block_short(struct blocks *b);
bool smaller_member_short(struct blocks *b);
bool smaller_with_lb_short(struct blocks *b);
bool two_empty_end_list(struct blocks *b);

/* types/shapes.c */
bool many_members_lost(struct blocks *b);
bool displacement_20_bits(struct blocks *b);
bool displacement_32_bits(struct blocks *b);
bool indexed_in_32_bits(struct blocks *b);
bool touching_in_32_bits(struct blocks *b);
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

/* types/shortcuts.c */
bool lb_of_first_listed(struct blocks *b);
bool regular_ends_strided(struct blocks *b);
bool regular_but_last_strided(struct blocks *b);
bool one_element_cut(struct blocks *b);
bool wide_vector_short(struct blocks *b);
bool aligned_as_last(struct blocks *b);
bool like_derived_strided(struct blocks *b);
bool product_of_contiguous_short(struct blocks *b);
bool layer_before(struct array *a);
bool lone_part_short(struct dealt *d);
bool fast_remainder_lost(struct dealt *d);
bool extent_taken_for_ub(MPI_Aint *lb, MPI_Aint *extent, MPI_Datatype type);
bool duplicate_from_0(struct calls_call *c);
bool slab_cut(struct calls_call *c);

/* types/threads.c */
bool thread_message_short(struct landing *l);
bool thread_unpack_short(struct landing *l);
bool thread_block_lost(struct blocks *b);

/* queries/attributes.c */
bool deletion_not_called(struct calls_call *c);
bool attribute_in_32_bits(struct calls_call *c);
bool second_attribute_lost(struct calls_call *c);
bool last_attribute_not_copied(struct calls_call *c);
bool attribute_kept(struct calls_call *c);
bool refused_copy_ignored(struct calls_call *c);
bool refused_deletion_ignored(struct calls_call *c);
bool null_copy_copies(struct calls_call *c);
bool dup_copy_does_not(struct calls_call *c);
bool extra_state_lost(struct calls_call *c);
bool note_callbacks(struct calls_call *c);
bool note_keyval(struct calls_call *c);
bool attributes_past_16_lost(struct calls_call *c);
bool attribute_deleted_beside(struct calls_call *c);
bool predefined_attribute_lost(struct calls_call *c);
bool end_of_name_kept(struct calls_call *c);
bool note_made_key(struct calls_call *c);
bool attributes_inherited(struct calls_call *c);

/* queries/callbacks.c */
bool null_attribute_lost(struct calls_call *c);
bool same_attribute_kept(struct calls_call *c);
bool deletes_of_original(struct calls_call *c);
bool note_duplicates(struct calls_call *c);

/* queries/contents.c */
bool first_type_returned(struct calls_call *c);
bool addresses_returned_in_32_bits(int combiner, int ints, int *integers, int addresses, MPI_Aint *displs);
bool integer_behind(struct calls_call *c);
bool type_behind(struct calls_call *c);
bool child_returned_itself(struct calls_call *c);
bool lengths_reversed(int combiner, int ints, int *integers, int addresses, MPI_Aint *displs);
bool darray_rank_returned_zero(int combiner, int ints, int *integers, int addresses, MPI_Aint *displs);

/* queries/ended.c */
bool note_to_end(struct calls_call *c);
bool type_handle_kept(struct calls_call *c);
bool message_handle_kept(struct calls_call *c);
bool detached_is_aligned(struct calls_call *c);

/* queries/names.c */
bool name_cut_at_63(struct calls_call *c);
bool name_length_one_more(struct calls_call *c);
bool predefined_name_lost(struct calls_call *c);
bool named_with_duplicate(struct calls_call *c);
bool name_lost_at_commit(struct calls_call *c);
bool first_name_kept(struct calls_call *c);
bool empty_name_ignored(struct calls_call *c);
bool names_late(struct calls_call *c);

/* queries/statuses.c */
bool elements_by_first_type(struct calls_call *c);
bool nothing_received_undefined(struct calls_call *c);
bool set_elements_less(struct calls_call *c);
bool count_c_wrong(struct calls_call *c);
bool source_wrong(MPI_Status *status);
bool tag_wrong(MPI_Status *status);
bool error_field_set(struct calls_call *c);
bool partial_count_zero(int *count);
bool count_of_bytes(int *count);
bool partial_elements_short(MPI_Count *elements, int is_partial);
bool elements_truncated(MPI_Count *elements, int is_partial);
bool note_received(struct calls_call *c);
bool count_of_received(struct calls_call *c);
bool forget_freed(struct calls_call *c);
bool set_cancelled_ignored(struct calls_call *c);
bool true_extent_x_wrong(enum query what, MPI_Datatype type, MPI_Aint *lb, MPI_Aint *extent);
bool match_narrow(struct calls_call *c);
bool parameters_returned_more(int combiner, int ints, int *integers, int addresses, MPI_Aint *displs);
bool elements_in_16_bits(MPI_Count *elements, int is_partial);
bool long_probe_less(struct calls_call *c);
bool set_elements_uncancels(struct calls_call *c);
bool set_elements_clears_fields(struct calls_call *c);
bool set_cancelled_clears_elements(struct calls_call *c);
bool partial_count_down(struct calls_call *c);
bool elements_of_whole(struct calls_call *c);
bool elements_of_unlike(struct calls_call *c);
bool tag_of_any_wrong(struct calls_call *c);
bool note_nothing_waited_for(struct calls_call *c);
bool nothing_returned_from_first(struct calls_call *c);
bool all_returned_too_soon(struct calls_call *c);
bool some_indices_exchanged(struct calls_call *c);
bool asked_status_wrong(struct calls_call *c);
bool sent_tag_returned(struct calls_call *c);

/* queries/types.c */
bool extent_c_wrong(struct calls_call *c);
bool size_never_undefined(enum query what, MPI_Datatype type, MPI_Aint *a, MPI_Aint *b);
bool types_of_struct_one_more(struct calls_call *c);
bool size_c_wrong(struct calls_call *c);
bool true_extent_c_wrong(struct calls_call *c);
bool elements_x_wrong(struct calls_call *c);
bool pair_returned_struct(struct calls_call *c);
bool deep_size_wrong(enum query what, MPI_Datatype type, MPI_Aint *a, MPI_Aint *b);
bool extent_ignores_resized(enum query what, MPI_Datatype type, MPI_Aint *lb, MPI_Aint *extent);
bool negative_lb_returned_zero(enum query what, MPI_Datatype type, MPI_Aint *lb, MPI_Aint *extent);
bool true_extent_as_extent(enum query what, MPI_Datatype type, MPI_Aint *lb, MPI_Aint *extent);
bool true_lb_returned_zero(enum query what, MPI_Datatype type, MPI_Aint *lb, MPI_Aint *extent);
bool size_x_wrong(enum query what, MPI_Datatype type, MPI_Aint *a, MPI_Aint *b);
bool least_of_nothing(enum query what, MPI_Datatype type, MPI_Aint *lb, MPI_Aint *extent);
bool extent_x_is_true(enum query what, MPI_Datatype type, MPI_Aint *lb, MPI_Aint *extent);
bool hvector_returned_vector(int *combiner, int *addresses);
bool external_size_short(MPI_Aint *size);
bool displacements_reversed(int combiner, int ints, int *integers, int addresses, MPI_Aint *displs);
bool order_returned_wrong(int combiner, int ints, int *integers, int addresses, MPI_Aint *displs);
bool name_not_kept(void);
bool size_capped(enum query what, MPI_Datatype type, MPI_Aint *a, MPI_Aint *b);
bool true_extent_with_gap(enum query what, MPI_Datatype type, MPI_Aint *lb, MPI_Aint *extent);
bool block_list_returned_list(int *combiner, int *addresses);
bool second_member_returned_first(int combiner, int ints, int *integers, int addresses, MPI_Aint *displs);
bool match_complex_real(struct calls_call *c);
bool large_count_wraps(struct calls_call *c);
bool count_of_many_bytes(struct calls_call *c);
bool ten_digits_in_four_bytes(struct calls_call *c);
bool range_alone_small(struct calls_call *c);
bool f90_not_reduced(struct calls_call *c);
bool f90_not_sent(struct calls_call *c);
bool size_with_empty_members(enum query what, MPI_Datatype type, MPI_Aint *a, MPI_Aint *b);
bool true_lb_of_first_block(enum query what, MPI_Datatype type, MPI_Aint *lb, MPI_Aint *extent);
bool extent_of_duplicate_true(enum query what, MPI_Datatype type, MPI_Aint *lb, MPI_Aint *extent);
bool size_of_first_part(enum query what, MPI_Datatype type, MPI_Aint *a, MPI_Aint *b);

/* packing/external.c */
bool external_shorts_native(unsigned char *bytes, MPI_Aint size, MPI_Datatype type);
bool external_complex_exchanged(unsigned char *bytes, MPI_Aint size, MPI_Datatype type);
bool external_later_native(unsigned char *bytes, MPI_Aint size, MPI_Datatype type);
bool external_eight_as_four(unsigned char *bytes, MPI_Aint size, MPI_Datatype type);
bool external_bytes_swapped(unsigned char *bytes, MPI_Aint size, MPI_Datatype type);
bool note_external(struct calls_call *c);
bool unpacked_external_reversed(struct landing *l);
bool unpacked_external_odd_lost(struct landing *l);
bool unpacked_external_far_lost(struct landing *l);
bool external_below_short(struct landing *l);

/* packing/packed.c */
bool position_ignored(unsigned char *bytes, int size, int position);
bool packed_last_byte(unsigned char *bytes, int size, int position);
bool external_native(unsigned char *bytes, MPI_Aint size, MPI_Datatype type);
bool pack_size_short(int *size);
bool external_before_start(struct calls_call *c);
bool external_wide_character(unsigned char *bytes, MPI_Aint size, MPI_Datatype type);
bool external_long_double(unsigned char *bytes, MPI_Aint size, MPI_Datatype type);
bool packed_by_large_call(struct calls_call *c);
bool unpacks_past(struct calls_call *c);
bool unpacked_to_end(struct calls_call *c);
bool nothing_packed_moves(struct calls_call *c);
bool extents_packed(struct calls_call *c);
bool packed_past_room(struct calls_call *c);
bool unpack_changes_input(struct calls_call *c);
bool unpack_external_changes_input(struct calls_call *c);
bool pack_changes_buffer(struct calls_call *c);
bool pack_size_of_one(struct calls_call *c);
bool pack_size_of_deep(struct calls_call *c);
bool external_long_double_short(struct calls_call *c);
bool note_packed_from(struct calls_call *c);
bool position_of_this(struct calls_call *c);
bool external_at_2_wrong(struct calls_call *c);
bool external_at_5_wrong(struct calls_call *c);
bool external_exact_wrong(struct calls_call *c);
bool external_odd_wrong(struct calls_call *c);
bool pack_wraps(struct calls_call *c);
bool external_wraps(struct calls_call *c);
bool external_mixed_native(unsigned char *bytes, MPI_Aint size, MPI_Datatype type);
bool external_address_native(unsigned char *bytes, MPI_Aint size, MPI_Datatype type);
bool unpacked_below(struct landing *l);

/* packing/packs.c */
bool nothing_unpacked_refused(struct calls_call *c);
bool position_by_extent(struct calls_call *c);
bool nothing_packed_writes(struct calls_call *c);
bool nothing_unpacked_writes(struct calls_call *c);
bool pack_size_in_16_bits(struct calls_call *c);
bool pack_size_in_32_bits(struct calls_call *c);
bool packed_at_4(struct calls_call *c);
bool pack_size_of_span(struct calls_call *c);
bool pack_size_of_struct(struct calls_call *c);
bool pack_size_of_handle_kept(struct calls_call *c);
bool packed_behind_other(struct calls_call *c);
bool note_unpacked(struct calls_call *c);
bool unpacked_behind_other(struct landing *l);
bool packed_later_long(unsigned char *bytes, int size, int position);
bool packed_far_long(unsigned char *bytes, int size, int position);
bool unpacked_far(struct landing *l);

/* movement/boundaries.c */
bool straddling_1k(struct landing *l);
bool straddling_16k(struct landing *l);
bool straddling_64k(struct landing *l);
bool many_instances_short(struct landing *l);
bool away_and_long(struct landing *l);
bool part_of_instance_short(struct landing *l);
bool unpacked_instances_short(struct landing *l);
bool note_unexpected(struct calls_call *c);
bool unexpected_short(struct landing *l);

/* movement/context.c */
bool total_less_32(struct landing *l);
bool total_less_64(struct landing *l);
bool total_less_128(struct landing *l);
bool above_2m_wrong(struct landing *l);
bool beyond_2g_short(struct landing *l);
bool returned_in_32_bits(enum query what, MPI_Datatype type, MPI_Aint *a, MPI_Aint *b);
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
bool odd_total_short(struct landing *l);

/* movement/instances.c */
bool six_deep_short(struct landing *l);
bool deep_32_short(struct landing *l);
bool members_33_short(struct landing *l);
bool members_130_short(struct landing *l);
bool subarray_5d_short(struct landing *l);
bool darray_5d_short(struct landing *l);
bool list_300_short(struct landing *l);
bool blocks_of_48_short(struct landing *l);
bool last_end_gap_written(struct landing *l);
bool first_gap_written(struct landing *l);
bool odd_instances_short(struct landing *l);
bool two_instances_short(struct landing *l);
bool odd_extent_short(struct landing *l);
bool instances_below_short(struct landing *l);
bool tiny_derived_short(struct landing *l);
bool whole_pages_short(struct landing *l);
bool many_structs_short(struct landing *l);
bool long_derived_short(struct landing *l);
bool sparse_short(struct landing *l);
bool far_blocks_short(struct landing *l);
bool upper_lb_short(struct landing *l);
bool over_list_of_structs(struct landing *l);
bool over_vector_of_darray(struct landing *l);
bool over_dup_of_subarray(struct landing *l);
bool over_resized_of_struct(struct landing *l);
bool over_struct_of_lists(struct landing *l);
bool over_falling_elements(struct landing *l);
bool three_widths_short(struct landing *l);
bool pair_member_short(struct landing *l);
bool note_own_message(struct calls_call *c);
bool gathered_message_short(struct landing *l);

/* movement/kernels.c */
bool kernel_two_bytes(struct landing *l);
bool kernel_two_wide(struct landing *l);
bool kernel_list_five(struct landing *l);
bool kernel_sixteen(struct landing *l);
bool kernel_unrolled(struct landing *l);
bool kernel_long_block(struct landing *l);
bool kernel_tail(struct landing *l);
bool kernel_stride_twice(struct landing *l);
bool kernel_two_levels(struct landing *l);
bool kernel_resized_hvector(struct landing *l);
bool segment_in_block(struct landing *l);
bool segment_in_instance(struct landing *l);
bool segment_short_rest(struct landing *l);
bool segment_of_list(struct landing *l);
bool segment_of_struct(struct landing *l);
bool segment_of_array(struct landing *l);

/* movement/movement.c */
bool got_puts_back(struct landing *l);
bool note_block_types(struct calls_call *c);
bool blocks_put_back(struct landing *l);
bool received_puts_back(struct landing *l);
bool rest_of_read_cleared(struct landing *l);
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
bool packed_rest_cleared(struct landing *l);
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

/* movement/shapes.c */
bool shape_dup_of_dup(struct landing *l);
bool shape_vector_of_resized(struct landing *l);
bool shape_contiguous_of_darray(struct landing *l);
bool shape_subarray_of_subarray(struct landing *l);
bool shape_struct_of_struct(struct landing *l);
bool shape_touching_vector(struct landing *l);
bool shape_falling_blocks(struct landing *l);
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
bool page_stride_wrong(struct landing *l);

/* movement/shortcuts.c */
bool unrolled_eight(struct landing *l);
bool one_byte_gap(struct landing *l);
bool odd_shorts(struct landing *l);
bool falling_wide(struct landing *l);
bool over_dup_of_darray(struct landing *l);
bool over_struct_of_subarray(struct landing *l);
bool over_contiguous_of_resized(struct landing *l);
bool note_way(struct calls_call *c);
bool own_long_short(struct landing *l);
bool sent_to_nobody_short(struct landing *l);
bool beside_null_short(struct landing *l);
bool short_of_room(struct landing *l);
bool exact_segments_short(struct landing *l);
bool note_unlike_pending(struct calls_call *c);
bool unlike_pending_short(struct landing *l);

/* movement/touch.c */
bool zero_elements(void *buf, int count, MPI_Datatype type);
bool touch_gap(void *buf, int count, MPI_Datatype type);
bool touch_first(void *buf, int count, MPI_Datatype type);
bool touch_last(void *buf, int count, MPI_Datatype type);
bool touch_last_gap(void *buf, int count, MPI_Datatype type);
bool touch_pair_padding(void *buf, int count, MPI_Datatype type);
bool touch_before(void *buf, int count, MPI_Datatype type);
bool touch_after(void *buf, int count, MPI_Datatype type);

/* movement/values.c */
bool float_minus_zero_lost(struct landing *l);
bool float_denormal_lost(struct landing *l);
bool wide_top_lost(struct landing *l);
bool index_top_lost(struct landing *l);
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

/* messages/idle.c */
bool note_idle(struct calls_call *c);
bool note_idle_ended(struct calls_call *c);
bool idle_first_not_counted(struct calls_call *c);
bool index_without_flag(struct calls_call *c);
bool two_idle_not_counted(struct calls_call *c);
bool idle_first_status_empty(struct calls_call *c);
bool null_last_status_left(struct calls_call *c);
bool inactive_first_status_left(struct calls_call *c);
bool no_requests_incomplete(struct calls_call *c);
bool no_requests_first(struct calls_call *c);
bool idle_first_short(struct landing *l);
bool last_alone_short(struct landing *l);
bool around_idle_short(struct landing *l);

/* messages/many.c */
bool often_received_short(struct landing *l);
bool often_unpacked_short(struct landing *l);
bool note_pending(struct calls_call *c);
bool note_complete(struct calls_call *c);
bool many_pending_short(struct landing *l);
bool many_together_short(struct landing *l);
bool note_accesses(struct calls_call *c);
bool second_rget_short(struct landing *l);
bool second_probe_empty(struct calls_call *c);
bool message_returned_cancelled(struct calls_call *c);
bool error_of_message_returned(struct calls_call *c);

/* messages/matching.c */
bool long_waits(struct calls_call *c);
bool buffered_waits(struct calls_call *c);
bool something_waits_for_nothing(struct calls_call *c);
bool waiting_goes(struct calls_call *c);
bool note_last_duplicate(struct calls_call *c);
bool duplicate_shares(struct calls_call *c);
bool second_found_first(struct calls_call *c);
bool any_comes_first(struct calls_call *c);
bool named_comes_next(struct calls_call *c);

/* messages/messages.c */
bool note_sent_gaps(struct calls_call *c);
bool sent_goes_back(struct calls_call *c);
bool tag_15_bits(MPI_Status *status);
bool next_goes_first(struct calls_call *c);
bool held_goes(struct calls_call *c);
bool nobody_sends_a_byte(struct calls_call *c);
bool nobody_is_first(struct calls_call *c);
bool cancelled_writes(struct calls_call *c);
bool packed_message_changed(struct calls_call *c);
bool note_number_of_parts(struct calls_call *c);
bool middle_partition_lost(struct landing *l);
bool note_exchange_with_self(struct calls_call *c);
bool exchange_with_self_short(struct landing *l);
bool probe_counts_less(struct calls_call *c);
bool mprobe_tag_wrong(struct calls_call *c);
bool mprobe_length_of_waiting(struct calls_call *c);
bool any_source_returned(struct calls_call *c);
bool any_tag_returned(struct calls_call *c);
bool nothing_counts_undefined(struct calls_call *c);
bool cancelled_not_returned(struct calls_call *c);
bool arrived_at_once(struct calls_call *c);
bool truncation_not_returned(struct calls_call *c);
bool truncated_goes_on(struct calls_call *c);
bool note_replace(struct calls_call *c);
bool replace_short(struct landing *l);
bool replace_clears_rest(struct landing *l);
bool note_parts(struct calls_call *c);
bool last_partition_lost(struct landing *l);
bool bsend_reads_late(struct calls_call *c);
bool bsend_wraps(struct calls_call *c);
bool bsend_past_end(struct calls_call *c);
bool second_tag_wrong(struct calls_call *c);
bool some_in_other_order(struct calls_call *c);
bool count_in_16_bits(struct calls_call *c);

/* messages/modes.c */
bool issend_not_synchronous(struct calls_call *c);
bool no_message_writes(struct calls_call *c);
bool short_ssend_plain(struct calls_call *c);
bool empty_ssend_plain(struct calls_call *c);

/* messages/partitions.c */
bool note_partitions(struct calls_call *c);
bool unlike_partitions_short(struct landing *l);
bool first_partition_lost(struct landing *l);
bool single_partition_short(struct landing *l);
bool many_partitions_short(struct landing *l);

/* messages/persistent.c */
bool note_cancelled(struct calls_call *c);
bool cancelled_again(struct calls_call *c);
bool note_persistent(struct calls_call *c);
bool add_persistent(struct calls_call *c);
/* Whether a request is a persistent one that is not started. */
bool is_inactive(MPI_Request request);
void persistent_ended(MPI_Request request);
bool first_count_kept(struct calls_call *c);
bool mixed_sides_short(struct landing *l);
bool mixed_modes_short(struct landing *l);
bool mixed_ready_short(struct landing *l);
bool out_of_order_short(struct landing *l);

/* messages/sequels.c */
bool note_starts(struct calls_call *c);
bool started_together_short(struct landing *l);
bool note_partitioned_starts(struct calls_call *c);
bool partitioned_again_short(struct landing *l);
bool note_unstarted_partitions(struct calls_call *c);
bool partitions_after_free_short(struct landing *l);
bool note_written_partitions(struct calls_call *c);
bool written_partitions_short(struct landing *l);
bool partitions_written_between_short(struct landing *l);
bool note_gapped_partitions(struct calls_call *c);
bool gapped_partitions_short(struct landing *l);
bool note_matched(struct calls_call *c);
bool add_matched(struct calls_call *c);
bool matched_out_of_order(struct landing *l);
bool second_buffered_wrong(struct calls_call *c);
bool note_tag_zero(struct calls_call *c);
bool tag_zero_short(struct landing *l);

/* messages/truncation.c */
bool exchange_without_error(struct calls_call *c);
bool tested_without_error(struct calls_call *c);
bool any_without_error(struct calls_call *c);
bool all_without_error(struct calls_call *c);
bool note_ignored(struct calls_call *c);
bool all_ignored_without_error(struct calls_call *c);
bool some_without_error(struct calls_call *c);
bool error_of_one_returned(struct calls_call *c);
bool good_one_has_error(struct calls_call *c);
bool failed_one_has_none(struct calls_call *c);
bool index_of_failed_wrong(struct calls_call *c);
bool note_last_receive(struct calls_call *c);
bool beside_failed_touched(struct calls_call *c);
bool little_too_long_received(struct calls_call *c);

/* collectives/collected.c */
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
bool parts_by_32_bits(struct collective *c);
bool displacements_ignored(struct collective *c);
bool first_at_buffer(struct collective *c);
bool first_count_for_all(struct collective *c);
bool first_type_for_all(struct collective *c);
bool first_round_again(struct collective *c);
bool repeated_edges_exchanged(struct collective *c);
bool repeated_edge_lost(struct collective *c);
bool self_edge_lost(struct collective *c);
bool nobody_clears(struct collective *c);
bool before_parts_changed(struct collective *c);
bool gap_of_part_changed(struct collective *c);
bool idle_buffer_changed(struct collective *c);
bool sent_part_changed(struct collective *c);
bool gap_of_sent_changed(struct collective *c);
bool sent_zeros(struct collective *c);
bool sent_last_zero(struct collective *c);
bool sent_parts_exchanged(struct collective *c);
bool sent_parts_rotated(struct collective *c);
bool sent_first_to_all(struct collective *c);
bool sent_by_true_extent(struct collective *c);
bool sent_by_32_bits(struct collective *c);
bool sent_one_instance(struct collective *c);

/* collectives/insignificant.c */
bool gather_writes_elsewhere(struct calls_call *c);
bool gatherv_writes_elsewhere(struct calls_call *c);
bool reduce_writes_elsewhere(struct calls_call *c);
bool scatter_checks_type(struct calls_call *c);
bool note_count_elsewhere(struct calls_call *c);
bool scatter_nothing_elsewhere(struct landing *l);
bool note_one_array(struct calls_call *c);
bool one_array_short(struct landing *l);
bool graph_keeps_topology(struct calls_call *c);
bool graph_not_reordered(struct calls_call *c);
bool neighbours_check_counts(struct calls_call *c);
bool gatherv_checks_counts(struct calls_call *c);
bool in_place_checks_type(struct calls_call *c);
bool in_place_checks_count(struct calls_call *c);
bool nothing_checks_buffer(struct calls_call *c);

/* collectives/operators.c */
bool sum_wide_as_narrow(struct calls_call *c);
bool sum_as_double(struct calls_call *c);
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
bool max_of_lower_half(struct calls_call *c);
bool land_of_lower_half(struct calls_call *c);
bool min_as_double(struct calls_call *c);
bool min_of_longs_inexact(struct calls_call *c);
bool min_of_ints_inexact(struct calls_call *c);
bool max_of_address(struct calls_call *c);
bool lor_of_bool(struct calls_call *c);
bool band_of_octets(struct calls_call *c);
bool min_of_float(struct calls_call *c);
bool sum_of_short_float_complex(struct calls_call *c);
bool land_is_lor(struct calls_call *c);
bool sum_is_max(struct calls_call *c);
bool minloc_is_maxloc(struct calls_call *c);
bool minloc_of_wide(struct calls_call *c);
bool ties_of_integers(struct calls_call *c);
bool ties_by_all_bytes(struct calls_call *c);
bool longs_cut(struct calls_call *c);
bool longs_rounded(struct calls_call *c);
bool prod_of_complex(struct calls_call *c);
bool ties_wrong(struct calls_call *c);
bool index_lost(struct calls_call *c);
bool sum_narrow(struct calls_call *c);
bool low_half_of_longs(struct calls_call *c);
bool max_as_float(struct calls_call *c);
bool max_unsigned(struct calls_call *c);
bool max_rounded(struct calls_call *c);

/* collectives/spread.c */
bool note_ranks(struct calls_call *c);
bool bcast_rest_lost(struct landing *l);
bool bcast_part_lost(struct landing *l);
bool bcast_derived_segment(struct landing *l);
bool bcast_dense_short(struct landing *l);
bool bcast_several_lower(struct landing *l);
bool bcast_of_nothing_writes(struct calls_call *c);
bool note_root(struct calls_call *c);
bool bcast_at_12k(struct landing *l);
bool bcast_at_512k(struct landing *l);
bool bcast_falling(struct landing *l);
bool bcast_other_root(struct landing *l);
bool bcast_middle_instance(struct landing *l);

/* collectives/substitutes.c */
bool order_from_root(struct calls_call *c);
bool in_place_as_zeros(struct calls_call *c);
bool scan_is_exscan(struct calls_call *c);
bool exscan_is_scan(struct calls_call *c);
bool blocks_of_other_rank(struct calls_call *c);

/* collectives/user_operators.c */
bool operands_exchanged(struct operation *o);
bool operands_exchanged_at_last(struct operation *o);
bool length_one_more(struct operation *o);
bool length_one_less(struct operation *o);
bool length_upper(struct operation *o);
bool type_is_basic(struct operation *o);
bool type_is_wider(struct operation *o);
bool instances_by_true_extent_op(struct operation *o);
bool operand_shifted(struct operation *o);
bool operated_twice(struct operation *o);
bool not_operated_far(struct operation *o);
bool between_changed(struct operation *o);

/* onesided/accumulate.c */
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

/* onesided/circumstances.c */
bool accumulated_second(struct landing *l);
bool accumulated_unit_8(struct landing *l);
bool accumulated_pscw(struct landing *l);
bool get_lock_all(struct landing *l);
bool get_long_scattered(struct landing *l);
bool put_scattered(struct landing *l);
bool put_one_handle(struct landing *l);
bool get_gathered(struct landing *l);
bool get_dynamic(struct landing *l);
bool get_shared_bytes(struct landing *l);
bool get_shared(struct landing *l);
bool accumulated_dynamic(struct landing *l);
bool accumulated_to_self(struct landing *l);
bool accumulated_long_double(struct landing *l);
bool accumulated_narrow(struct landing *l);
bool note_access(struct calls_call *c);
bool put_unit_16(struct landing *l);
bool large_accumulate_unit(struct landing *l);
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
bool note_regions(struct calls_call *c);
bool put_second_region(struct landing *l);
bool put_16_regions(struct landing *l);
bool note_windows(struct calls_call *c);
bool put_fifth_window(struct landing *l);

/* onesided/epochs.c */
bool note_past(struct calls_call *c);
bool note_passed(struct calls_call *c);
bool put_unlike_counts(struct landing *l);
bool put_after_flush(struct landing *l);
bool get_after_flush(struct landing *l);
bool accumulate_after_fetch(struct landing *l);
bool put_after_rput(struct landing *l);
bool put_after_detach(struct landing *l);
bool put_allocated(struct landing *l);
bool put_asserted(struct landing *l);
bool put_to_group(struct landing *l);
bool put_two_locks(struct landing *l);
bool accumulated_long_derived(struct landing *l);

/* onesided/onesided.c */
bool raccumulate_reads_late(struct calls_call *c);
bool rget_accumulate_arrives_late(struct calls_call *c);
bool replaces_out_of_order(struct calls_call *c);
bool unlike_accumulates_exchanged(struct calls_call *c);
bool fetch_no_op_writes(struct calls_call *c);
bool half_compared(struct calls_call *c);
bool narrow_half_compared(struct calls_call *c);
bool swap_tells_new(struct calls_call *c);
bool shared_unit_one(struct calls_call *c);
bool shared_nobody_is_first(struct calls_call *c);
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
bool result_writes_gap(struct calls_call *c);
bool nobody_gives_a_byte(struct calls_call *c);
bool no_op_checks_origin(struct calls_call *c);
bool exposure_ends_early(struct calls_call *c);

/* onesided/remote.c */
bool note_remote(struct calls_call *c);
bool nobody_is_put_to(struct calls_call *c);
bool fetched_in_steps(struct calls_call *c);
bool got_then_accumulated(struct calls_call *c);
bool rgot_then_accumulated(struct calls_call *c);
bool flushed_all_but_others(struct calls_call *c);
bool put_with_last_lock(struct calls_call *c);
bool fetched_before_accumulated(struct calls_call *c);
bool narrow_not_fetched(struct calls_call *c);
bool put_group_unordered(struct landing *l);
bool put_attached_again(struct landing *l);
bool put_hinted(struct landing *l);
bool put_after_unlock(struct landing *l);
bool put_lockless(struct landing *l);
bool accumulate_unordered(struct landing *l);
bool put_noncontiguous(struct landing *l);

/* onesided/sequels.c */
bool note_sequel(struct calls_call *c);
bool put_after_get(struct landing *l);
bool get_after_put(struct landing *l);
bool put_after_nothing(struct landing *l);
bool put_nocheck(struct landing *l);
bool put_noput(struct landing *l);
bool second_rput_short(struct landing *l);
bool get_unit_odd(struct landing *l);
bool fetched_unit(struct landing *l);
bool third_get_short(struct landing *l);
bool accumulate_exclusive(struct accumulate *a);
bool first_op_kept(struct calls_call *c);
bool first_subarray_kept(struct calls_call *c);
bool flush_leaves_put(struct calls_call *c);
bool flush_leaves_get(struct calls_call *c);
bool flush_leaves_unchecked(struct calls_call *c);

/* onesided/targets.c */
bool target_by_true_extent(struct calls_call *c);
bool target_lb_at_displacement(struct calls_call *c);
bool accumulate_writes_gap(struct calls_call *c);
bool large_put_writes_gap(struct calls_call *c);
bool note_result(struct calls_call *c);
bool no_op_result_short(struct landing *l);
bool unlike_result_short(struct landing *l);
bool far_basic_result_short(struct landing *l);
bool request_xor_is_or(struct calls_call *c);
bool replies_exchanged(struct calls_call *c);
bool fetched_index_lost(struct landing *l);
bool complex_prod_sums(struct accumulate *a);
bool double_min_is_max(struct accumulate *a);
bool short_max_is_min(struct accumulate *a);
bool wide_minloc_is_maxloc(struct accumulate *a);
bool unsigned_band_is_bor(struct accumulate *a);
bool narrow_never_swaps(struct calls_call *c);

/* files/accesses.c */
bool seek_end_from_start(struct calls_call *c);
bool offset_of_tile(struct calls_call *c);
bool end_not_returned(struct calls_call *c);
bool note_behind(struct calls_call *c);
bool behind_goes_back(struct calls_call *c);
bool behind_is_kept(struct calls_call *c);
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

/* files/pointers.c */
bool note_pointers(struct calls_call *c);
bool view_keeps_pointer(struct calls_call *c);
bool view_keeps_shared_pointer(struct calls_call *c);
bool shared_seek_from_own(struct calls_call *c);
bool nothing_read_moves(struct calls_call *c);
bool append_at_start(struct calls_call *c);
bool append_at_start_shared(struct calls_call *c);
bool appended_to_start(struct calls_call *c);
bool note_shared(struct calls_call *c);
bool shared_place_read(struct calls_call *c);
bool shared_place_written(struct calls_call *c);
bool explicit_moves(struct calls_call *c);
bool short_explicit_moves(struct calls_call *c);
bool shared_moves_own(struct calls_call *c);
bool collective_moves_shared(struct calls_call *c);
bool end_without_holes(struct calls_call *c);
bool end_in_hole_low(struct calls_call *c);
bool end_without_displacement(struct calls_call *c);
bool end_after_4_mib(struct calls_call *c);
bool note_nothing_ordered(struct calls_call *c);
bool after_nothing_ordered(struct landing *l);
bool note_holes(struct calls_call *c);
bool past_half_megabyte_lost(struct landing *l);
bool view_moves_others(struct calls_call *c);
bool hints_move(struct calls_call *c);
bool status_of_nothing_left(struct calls_call *c);
bool note_common(struct calls_call *c);
bool common_lost(struct landing *l);
bool note_buffer(struct calls_call *c);
bool past_buffer_lost(struct landing *l);
bool note_atomic(struct calls_call *c);
bool atomic_read_short(struct landing *l);
bool view_ends_atomic(struct calls_call *c);

/* files/reach.c */
bool view_far_32(MPI_Offset *disp, MPI_Datatype etype, MPI_Datatype *filetype);
bool offset_far_32(struct calls_call *c);
bool note_tile(struct calls_call *c);
bool note_read(struct calls_call *c);
bool many_tiles_short(struct landing *l);
bool part_of_tile_short(struct landing *l);
bool read_past_hole(struct landing *l);
bool note_scattered(struct calls_call *c);
bool read_scattered(struct landing *l);
bool read_scattered_twice(struct landing *l);
bool view_returned_etype(struct calls_call *c);
bool view_returned_native(struct calls_call *c);

/* files/stored.c */
bool pointer_by_lower_bound(struct calls_call *c);
bool note_viewed(struct calls_call *c);
bool read_list_of_arrays(struct landing *l);
bool tile_after_1024_lost(struct landing *l);
bool note_readers(struct calls_call *c);
bool read_after_none(struct landing *l);
bool read_behind_gap(struct landing *l);
bool note_descending(struct calls_call *c);
bool descending_unwritten(struct calls_call *c);
bool note_hints(struct calls_call *c);
bool read_by_few_nodes(struct landing *l);
bool not_deleted_on_close(struct calls_call *c);
bool note_stretch(struct calls_call *c);
bool holes_go_back(struct calls_call *c);
bool note_stretch_in_turn(struct calls_call *c);
bool holes_go_back_in_turn(struct calls_call *c);
bool holes_as_kept(struct calls_call *c);
bool holes_behind_known_end(struct calls_call *c);
bool after_half_megabyte_unwritten(struct calls_call *c);
bool atomic_written_late(struct calls_call *c);

/* files/views.c */
bool first_displacement_kept(struct calls_call *c);
bool first_filetype_kept(struct calls_call *c);
bool external_is_native(struct calls_call *c);
bool external_of_two_is_native(struct calls_call *c);
bool byte_offset_in_view(struct calls_call *c);
bool byte_offset_before_hole(struct calls_call *c);
bool offset_divided_by_size(struct calls_call *c);
bool view_returned_from_start(struct calls_call *c);
bool extent_in_file_true(struct calls_call *c);
bool extent_in_file_of_8(struct calls_call *c);
bool view_displacement_lost(MPI_Offset *disp, MPI_Datatype etype, MPI_Datatype *filetype);
bool view_of_one_type(MPI_Offset *disp, MPI_Datatype etype, MPI_Datatype *filetype);
bool view_starts_lost(MPI_Offset *disp, MPI_Datatype etype, MPI_Datatype *filetype);
bool view_tiled_by_true_extent(MPI_Offset *disp, MPI_Datatype etype, MPI_Datatype *filetype);
bool view_without_holes(MPI_Offset *disp, MPI_Datatype etype, MPI_Datatype *filetype);

#endif
