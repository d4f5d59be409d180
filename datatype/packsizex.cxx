// The library from C++: every layout is packed into a std::vector and unpacked into every other.
#include "harness.h"

#include <algorithm>
#include <vector>

namespace {

int size_of_packed(const h_case &c)
{
    int room = 0;

    H_MPI(MPI_Pack_size(c.send.mpi->DTP_obj_count, c.send.mpi->DTP_obj_type, c.comm->comm, &room));
    return room;
}

std::vector<char> expected_bytes(const h_case &c, const h_values &v)
{
    std::vector<char> bytes(static_cast<std::size_t>(DTP_pool_bytes(c.send.pool)));

    H_DTP(DTP_pool_packed(c.send.pool, v.start, v.stride, DTP_pool_elements(c.send.pool), bytes.data()));
    return bytes;
}

void pack(h_case *c)
{
    const h_values v = h_mine(c, 0);
    int position = 0, consumed = 0;

    if (!h_begin(c, "MPI_Pack"))
        return;
    std::vector<char> packed(static_cast<std::size_t>(size_of_packed(*c)));
    h_fill(c->send, v);
    h_clear(c->recv);
    H_MPI(MPI_Pack(H_ARGS(c->send), packed.data(), static_cast<int>(packed.size()), &position, c->comm->comm));
    packed.resize(static_cast<std::size_t>(position));
    const std::vector<char> expected = expected_bytes(*c, v);
    if (packed.size() < expected.size() || (packed.size() == expected.size() && packed != expected)) {
        const std::size_t common = std::min(packed.size(), expected.size());
        const auto differs = std::mismatch(expected.begin(), expected.begin() + static_cast<std::ptrdiff_t>(common),
                                           packed.begin());
        h_fail(c, "MPI_Pack: %lld bytes, expected %lld; they differ from byte %lld on",
               static_cast<long long>(packed.size()), static_cast<long long>(expected.size()),
               static_cast<long long>(differs.first - expected.begin()));
    }
    h_check_intact(c, c->send, v);

    h_now(c, "MPI_Unpack");
    H_MPI(MPI_Unpack(packed.data(), position, &consumed, H_ARGS(c->recv), c->comm->comm));
    h_check_received(c, c->recv, v);
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
