#!/usr/bin/env python3
"""Writes numpy_values.hpp: what numpy.fft gives, for tests/fft/test_fft.cpp.

    python3 tests/fft/numpy_values.py > tests/fft/numpy_values.hpp

Each case is a call on the array whose element i (in C order) is (i * 37 + 11) % 101 / 64 - 0.75, for complex ones with the
imaginary part (i * 53 + 29) % 103 / 64 - 0.75. The results are written as the numbers (real, imaginary) one after the other.
"""
import numpy as np


def filled(shape, is_complex):
    i = np.arange(int(np.prod(shape)))
    x = (i * 37 + 11) % 101 / 64 - 0.75
    if is_complex:
        x = x + 1j * ((i * 53 + 29) % 103 / 64 - 0.75)
    return x.reshape(shape)


# op, complex input, shape, arguments for NumPy
cases = []
for n in (1, 2, 5, 6):
    cases += [("fft", True, (n,), {}), ("ifft", True, (n,), {}), ("fft", False, (n,), {}), ("rfft", False, (n,), {})]
    cases += [("irfft", True, (n // 2 + 1,), {"n": n}), ("hfft", True, (n // 2 + 1,), {"n": n}), ("ihfft", False, (n,), {})]
for n in (2, 5):
    for op, is_complex in (("fft", True), ("ifft", True), ("rfft", False), ("irfft", True)):
        cases += [(op, is_complex, (2, 4, 2), {"n": n, "axis": axis}) for axis in (0, 1)]
for norm in ("ortho", "forward"):
    for op, is_complex in (("fft", True), ("ifft", True), ("rfft", False), ("irfft", True), ("hfft", True), ("ihfft", False),
                           ("fft2", True), ("ifftn", True), ("rfftn", False), ("irfft2", True)):
        cases.append((op, is_complex, (2, 3), {"norm": norm}))
for op, is_complex in (("fftn", True), ("ifftn", True), ("rfftn", False), ("irfftn", True)):
    cases += [(op, is_complex, (2, 3, 2), {}), (op, is_complex, (2, 3, 2), {"axes": (0, 2)}),
              (op, is_complex, (2, 3, 2), {"axes": (2, 1)}), (op, is_complex, (2, 3, 2), {"s": (3, 1), "axes": (2, 0)}),
              (op, is_complex, (1, 2, 3), {"s": (3, 4), "axes": (1, 2)})]
for op, is_complex in (("fft2", True), ("ifft2", True), ("rfft2", False), ("irfft2", True)):
    cases += [(op, is_complex, (2, 2, 3), {}), (op, is_complex, (2, 3), {"s": (3, 2)})]

values, lines = [], []
for op, is_complex, shape, arguments in cases:
    result = getattr(np.fft, op)(filled(shape, is_complex), **arguments)
    s = arguments.get("s", (arguments["n"],) if "n" in arguments else ())
    axes = arguments.get("axes", (arguments["axis"],) if "axis" in arguments else ())
    numbers = np.ascontiguousarray(result).view(np.float64).ravel()
    braces = lambda t: "{" + ", ".join(map(str, t)) + "}"
    lines.append(f'    {{"{op}", {"true" if is_complex else "false"}, {braces(shape)}, {braces(s)}, {braces(axes)}, '
                 f'"{arguments.get("norm", "backward")}", {braces(result.shape)}, {len(values)}, {len(numbers)}}},')
    values += [f"{v:.15g}" for v in numbers]

print(f"// Written by numpy_values.py with NumPy {np.__version__}. Do not edit.")
print("// clang-format off\n#pragma once\n\n#include <cstdint>\n#include <vector>\n\nnamespace numpy {\n")
print("struct FftCase {\n  const char* op;\n  bool complex;\n  std::vector<std::int64_t> shape, s, axes;\n  const char* norm;\n"
      "  std::vector<std::int64_t> result_shape;\n  int first, count;  // of fft_numbers\n};\n")
print("inline const double fft_numbers[] = {")
for k in range(0, len(values), 6):
    print("    " + ", ".join(values[k:k + 6]) + ",")
print("};\n\ninline const std::vector<FftCase> fft_cases = {")
print("\n".join(lines))
print("};\n\n}  // namespace numpy")
