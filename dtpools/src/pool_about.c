/* What is known of a pool beside its objects. */
#include "pool.h"

#include "error.h"
#include "tree_text.h"

int DTP_pool_plain_text(DTP_t dtp, MPI_Aint n, char *buf, size_t size)
{
    static const char call[] = "DTP_pool_plain_text";
    struct dtpi_object plain = {0};
    int err = dtpi_check_pool(call, dtp), length;

    if (!err && (n < 1 || n > dtp->priv->signature.elements || (!buf && size > 0)))
        err = dtpi_error(DTP_ERR_ARG, "%s: n is %lld, buf %p and size %zu; expected 1 to %lld elements and room for so "
                         "many bytes", call, (long long) n, (void *) buf, size,
                         (long long) dtp->priv->signature.elements);
    if (err)
        return -1;
    err = dtpi_layout_plain(&dtp->priv->signature, n, &plain);
    if (err) {
        (void) dtpi_error_in(err, call);
        return -1;
    }
    length = dtpi_object_print(plain.count, plain.tree, buf, size);
    dtpi_tree_free(plain.tree);
    return length;
}

const char *DTP_pool_signature(DTP_t dtp)
{
    return dtpi_check_pool("DTP_pool_signature", dtp) ? NULL : dtp->priv->signature.text;
}

const char *DTP_pool_kinds(DTP_t dtp)
{
    return dtpi_check_pool("DTP_pool_kinds", dtp) ? NULL : dtp->priv->signature.kinds;
}

MPI_Aint DTP_pool_elements(DTP_t dtp)
{
    return dtpi_check_pool("DTP_pool_elements", dtp) ? -1 : dtp->priv->signature.elements;
}

MPI_Aint DTP_pool_bytes(DTP_t dtp)
{
    return dtpi_check_pool("DTP_pool_bytes", dtp) ? -1 : dtp->priv->signature.bytes;
}

int DTP_pool_set_values(DTP_t dtp, int values)
{
    static const char call[] = "DTP_pool_set_values";
    int err = dtpi_check_pool(call, dtp);

    if (err)
        return err;
    if (values != DTP_VALUES_NUMBERS && values != DTP_VALUES_BITS)
        return dtpi_error(DTP_ERR_ARG, "%s: argument values is %d; expected DTP_VALUES_NUMBERS or DTP_VALUES_BITS",
                          call, values);
    dtp->priv->bits = values == DTP_VALUES_BITS;
    return DTP_SUCCESS;
}

MPI_Aint DTP_pool_exact(DTP_t dtp, int operands)
{
    int64_t exact = INT32_MAX;

    if (dtpi_check_pool("DTP_pool_exact", dtp) || operands < 1)
        return -1;
    for (int i = 0; i < dtp->priv->signature.n; i++) {
        const int64_t of_kind = dtp->priv->signature.parts[i].basic->kind->exact;
        exact = of_kind < exact ? of_kind : exact;
    }
    return (MPI_Aint) (exact / operands);
}
