"""NumPy's side of tests/io: numpy_values.py write|check|write_npz|check_npz FOLDER.

write makes files that Spica must read; check reads those that Spica made. The values are those of pattern() in
npy_support.hpp. File names are dtype_order_byteorder_version.npy.
"""

import io
import os
import sys

import numpy as np

DTYPES = "bool int8 int16 int32 int64 uint8 uint16 uint32 uint64 float16 float32 float64 complex64 complex128".split()
SHAPES = {"scalar": (), "vector": (5,), "matrix": (2, 3), "cube": (2, 3, 4), "empty": (0, 3), "row": (1, 4)}


def values(dtype, shape):
    i = np.arange(int(np.prod(shape)))
    if dtype == "bool":
        flat = i % 3 == 0
    elif dtype.startswith("complex"):
        flat = 0.5 * i - 3 - 1j * i
    elif dtype.startswith("float"):
        flat = 0.5 * i - 3
    else:
        flat = 3 * i - (0 if dtype.startswith("u") else 40)
    return flat.astype(dtype).reshape(shape)


def write(folder):
    for dtype in DTYPES:
        for name, shape in SHAPES.items():
            for order in "CF":
                for byteorder in "<>":
                    for version in (1, 2, 3):
                        a = np.asarray(values(dtype, shape), order=order)
                        a = a.astype(a.dtype.newbyteorder(byteorder), order="K")
                        path = f"{dtype}_{name}_{order}_{'little' if byteorder == '<' else 'big'}_{version}.npy"
                        with open(os.path.join(folder, path), "wb") as f:
                            np.lib.format.write_array(f, a, version=(version, 0))


def expect(path, got, wanted):
    if got.dtype != wanted.dtype or got.shape != wanted.shape or not np.array_equal(got, wanted):
        sys.exit(f"{path}: numpy reads {got.dtype} {got.shape}\n{got}\ninstead of {wanted.dtype} {wanted.shape}\n{wanted}")


def check(folder):
    # Headers of older versions leave no room for an axis that grows.
    same_bytes = hasattr(np.lib.format, "GROWTH_AXIS_MAX_DIGITS")
    count = 0
    for dtype in DTYPES:
        for name, shape in SHAPES.items():
            wanted = values(dtype, shape)
            for layout, a in (("C", wanted), ("F", np.asarray(wanted, order="F")), ("strided", wanted)):
                path = os.path.join(folder, f"{dtype}_{name}_{layout}.npy")
                expect(path, np.load(path), wanted)
                buffer = io.BytesIO()
                np.save(buffer, a)
                with open(path, "rb") as f:
                    if same_bytes and f.read() != buffer.getvalue():
                        sys.exit(f"{path}: other bytes than numpy.save writes")
                count += 1
    print(f"{count} files as NumPy {np.__version__} writes them" + ("" if same_bytes else " (bytes not compared)"))


def archive():
    arrays = {dtype: values(dtype, (2, 3)) for dtype in DTYPES}
    arrays["ünïcode"] = values("float64", (5,))
    arrays["folder/name"] = np.asfortranarray(values("int32", (2, 3)))
    arrays["empty"] = values("float32", (0, 3))
    arrays["scalar"] = values("float64", ())
    arrays["x.npy"] = values("uint8", (5,))
    return arrays


def write_npz(folder):
    np.savez(os.path.join(folder, "stored"), **archive())
    np.savez_compressed(os.path.join(folder, "compressed"), **archive())
    np.savez(os.path.join(folder, "positional"), values("float64", (2, 3)), values("int64", (5,)))
    np.savez(os.path.join(folder, "nothing"))


def check_npz(folder):
    for name in ("stored", "compressed"):
        path = os.path.join(folder, name + ".npz")
        with np.load(path) as got:
            wanted = archive()
            if list(got.files) != list(wanted):
                sys.exit(f"{path}: names {got.files} instead of {list(wanted)}")
            for key, a in wanted.items():
                expect(f"{path}[{key}]", got[key], a)
    with np.load(os.path.join(folder, "nothing.npz")) as got:
        if got.files:
            sys.exit("nothing.npz is not empty")


if __name__ == "__main__":
    {"write": write, "check": check, "write_npz": write_npz, "check_npz": check_npz}[sys.argv[1]](sys.argv[2])
