// The library from C++: every layout is packed into a std::vector and unpacked into every other.
#include "harness.h"

#include <algorithm>
#include <vector>

namespace {

int size_of_packed(const h_pair &p)
{
    int room = 0;

    H_MPI(MPI_Pack_size(p.send.mpi->DTP_obj_count, p.send.mpi->DTP_obj_type, p.comm->comm, &room));
    return room;
}

std::vector<char> expected_bytes(const h_pair &p, const h_values &v)
{
    std::vector<char> bytes(static_cast<std::size_t>(DTP_pool_bytes(p.send.pool)));

    H_DTP(DTP_pool_packed(p.send.pool, v.start, v.stride, DTP_pool_elements(p.send.pool), bytes.data()));
    return bytes;
}

void pack(h_pair *p)
{
    const h_values v = h_mine(p, 0);
    std::vector<char> packed(static_cast<std::size_t>(size_of_packed(*p)));
    int position = 0, consumed = 0;

    h_now(p, "MPI_Pack", p->comm->rank, p->comm->rank);
    h_fill(p->send, v);
    h_clear(p->recv);
    H_MPI(MPI_Pack(H_ARGS(p->send), packed.data(), static_cast<int>(packed.size()), &position, p->comm->comm));
    packed.resize(static_cast<std::size_t>(position));
    const std::vector<char> expected = expected_bytes(*p, v);
    if (packed.size() < expected.size() || (packed.size() == expected.size() && packed != expected)) {
        const std::size_t common = std::min(packed.size(), expected.size());
        const auto differs = std::mismatch(expected.begin(), expected.begin() + static_cast<std::ptrdiff_t>(common),
                                           packed.begin());
        h_fail(p, "MPI_Pack: %lld bytes, expected %lld; they differ from byte %lld on",
               static_cast<long long>(packed.size()), static_cast<long long>(expected.size()),
               static_cast<long long>(differs.first - expected.begin()));
    }
    h_check_intact(p, p->send, v);

    h_now(p, "MPI_Unpack", p->comm->rank, p->comm->rank);
    H_MPI(MPI_Unpack(packed.data(), position, &consumed, H_ARGS(p->recv), p->comm->comm));
    h_check_received(p, p->recv, v);
}

void run()
{
    h_each_pair(H_WORLD, pack);
}

} // namespace

extern "C" {
extern const struct h_program h_program;
const struct h_program h_program = {"packing, from C++", 0, run};
}
