/* The library used from C++: packs every layout and unpacks it into every other. */
#include "harness.h"

#include <algorithm>
#include <vector>

namespace {

/* An object, its values, and the packed form of both. */
class Packed {
public:
    Packed(h_pair *pair, const h_obj &object) : p(pair), o(object)
    {
        int size = 0;

        H_MPI(MPI_Pack_size(o.mpi->DTP_obj_count, o.mpi->DTP_obj_type, p->comm->comm, &size));
        bytes.assign(static_cast<std::size_t>(size), '\245');
    }

    void pack()
    {
        int position = 0;

        h_now(p, "MPI_Pack", 0, 0);
        H_MPI(MPI_Pack(H_ARGS(o), bytes.data(), static_cast<int>(bytes.size()), &position, p->comm->comm));
        if (position < 0 || static_cast<std::size_t>(position) > bytes.size())
            h_fail(p, "MPI_Pack wrote %d bytes; MPI_Pack_size says %d at most", position, static_cast<int>(bytes.size()));
        bytes.resize(static_cast<std::size_t>(position));
    }

    /* Only the raw bytes can be predicted: an MPI may put a header before them. */
    void check(h_values v) const
    {
        std::vector<char> expected(static_cast<std::size_t>(DTP_pool_bytes(o.pool)));

        H_DTP(DTP_pool_packed(o.pool, v.start, v.stride, DTP_pool_elements(o.pool), expected.data()));
        if (bytes.size() < expected.size())
            h_fail(p, "MPI_Pack wrote %d bytes; expected %d at least", static_cast<int>(bytes.size()),
                   static_cast<int>(expected.size()));
        else if (bytes.size() == expected.size() && !std::equal(bytes.begin(), bytes.end(), expected.begin()))
            h_fail(p, "MPI_Pack: byte %d of %d differs", first_difference(expected), static_cast<int>(bytes.size()));
    }

    void unpack_to(const h_obj &to) const
    {
        int position = 0;

        h_now(p, "MPI_Unpack", 0, 0);
        H_MPI(MPI_Unpack(bytes.data(), static_cast<int>(bytes.size()), &position, H_ARGS(to), p->comm->comm));
    }

private:
    int first_difference(const std::vector<char> &expected) const
    {
        return static_cast<int>(std::mismatch(bytes.begin(), bytes.end(), expected.begin()).first - bytes.begin());
    }

    h_pair *p;
    h_obj o;
    std::vector<char> bytes;
};

void visit(h_pair *p)
{
    const h_values values = h_mine(p, 0);
    Packed packed(p, p->send);

    h_check(p, DTP_obj_type_check(p->send.pool, p->send.index), "the type");
    h_fill(p->send, values);
    packed.pack();
    h_check_intact(p, p->send, values);
    packed.check(values);
    h_clear(p->recv);
    packed.unpack_to(p->recv);
    h_check_received(p, p->recv, values);
}

void run()
{
    h_each_pair(H_SELF, visit);
}

} // namespace

const struct h_program h_program = {"packing and unpacking from C++", 0, run};
