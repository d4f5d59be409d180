// The library used from C++: packs every object of a pool of structs and unpacks it into every other.
#include <dtpools.h>

#include <iostream>
#include <stdexcept>
#include <vector>

namespace {

void check(int code)
{
    if (code != DTP_SUCCESS)
        throw std::runtime_error(DTP_message());
}

// A pool that is freed when it goes out of scope.
class Pool {
public:
    Pool(std::vector<MPI_Datatype> types, std::vector<int> counts)
    {
        check(DTP_pool_create_struct(static_cast<int>(types.size()), types.data(), counts.data(), &pool));
    }
    ~Pool() { (void) DTP_pool_free(pool); }
    Pool(const Pool &) = delete;
    Pool &operator=(const Pool &) = delete;

    DTP_t operator->() const { return pool; }
    operator DTP_t() const { return pool; }

private:
    DTP_t pool;
};

int pack_and_unpack()
{
    Pool from({MPI_CHAR, MPI_INT, MPI_DOUBLE}, {64, 32, 8}), to({MPI_CHAR, MPI_INT, MPI_DOUBLE}, {64, 32, 8});
    const MPI_Aint elements = DTP_pool_elements(from);
    std::vector<char> packed(static_cast<std::size_t>(DTP_pool_bytes(from)));
    const int size = static_cast<int>(packed.size());
    int transfers = 0;

    for (int i = 0; i < from->DTP_num_objs; i++) {
        check(DTP_obj_create(from, i, 10, 2, elements));
        const DTP_obj_s &source = from->DTP_obj_array[i];
        for (int j = 0; j < to->DTP_num_objs; j++) {
            int position = 0;
            check(DTP_obj_create(to, j, 0, 0, 0));
            const DTP_obj_s &target = to->DTP_obj_array[j];
            MPI_Pack(source.DTP_obj_buf, source.DTP_obj_count, source.DTP_obj_type, packed.data(), size, &position,
                     MPI_COMM_WORLD);
            position = 0;
            MPI_Unpack(packed.data(), size, &position, target.DTP_obj_buf, target.DTP_obj_count, target.DTP_obj_type,
                       MPI_COMM_WORLD);
            check(DTP_obj_buf_check(to, j, 10, 2, elements));
            check(DTP_obj_free(to, j));
            transfers++;
        }
        check(DTP_obj_free(from, i));
    }
    return transfers;
}

}

int main()
{
    int transfers = 0;

    MPI_Init(nullptr, nullptr);
    try {
        transfers = pack_and_unpack();
        std::cout << transfers << " transfers verified\n";
    } catch (const std::exception &e) {
        std::cerr << e.what() << '\n';
    }
    MPI_Finalize();
    return transfers == 0;
}
