#!/usr/bin/env python3
"""Writes numpy_values.hpp: what NumPy gives, for the tests of ops/random.

    python3 tests/random/numpy_values.py > tests/random/numpy_values.hpp

Sequences are kept as a hash (FNV-1a, 64 bits, over the little-endian bytes); a few first values are kept as bits, so
that a wrong one can be looked at.
"""
import numpy as np
from numpy.random import Generator, Philox, RandomState, SeedSequence


def fnv1a(values):
    result = 0xCBF29CE484222325
    for byte in np.ascontiguousarray(values).tobytes():
        result = ((result ^ byte) * 0x100000001B3) & (2**64 - 1)
    return result


def words(name, values):
    body = ", ".join(f"0x{int(v):x}" for v in values)
    print(f"inline constexpr std::array<std::uint64_t, {len(values)}> {name}{{{body}}};")


def hashed(name, values):
    print(f"inline constexpr std::uint64_t {name} = 0x{fnv1a(values):016x};")


def bits(values):
    return values.view({4: np.uint32, 8: np.uint64}[values.dtype.itemsize])


print(f"// Written by numpy_values.py with NumPy {np.__version__}. Do not edit.")
print("// clang-format off\n#pragma once\n\n#include <array>\n#include <cstdint>\n\nnamespace numpy {\n")

entropies = [0, 1, 7, 2**32 - 1, 2**32, 2**64 - 1]
print("struct SeedCase {\n  std::uint64_t entropy;\n  std::array<std::uint64_t, 4> uint64;\n};")
print(f"inline constexpr std::array<SeedCase, {len(entropies)}> seed_cases{{{{")
for entropy in entropies:
    state = SeedSequence(entropy).generate_state(4, np.uint64)
    print(f"    {{0x{entropy:x}, {{{', '.join(f'0x{int(v):x}' for v in state)}}}}},")
print("}};")
words("seed_7_uint32", SeedSequence(7).generate_state(9, np.uint32))
words("seed_six_words_uint32", SeedSequence(sum(k << 32 * (k - 1) for k in range(1, 7))).generate_state(5, np.uint32))
print()

words("philox_7_raw", Philox(7).random_raw(9))
hashed("philox_7_raw_1000", Philox(7).random_raw(1000))
key = 0x0123456789ABCDEF_FEDCBA9876543210
words("philox_counter_0_raw", Philox(key=key, counter=0).random_raw(4))
for carry in (1, 2, 3, 4):
    words(f"philox_carry_{carry}_raw", Philox(key=key, counter=2 ** (64 * carry) - 1).random_raw(4))
print()

values = Generator(Philox(7)).random(1000)
words("random_double_7", bits(values[:4]))
hashed("random_double_7_1000", values)
values = Generator(Philox(7)).random(1001, dtype=np.float32)
words("random_float_7", bits(values[:4]))
hashed("random_float_7_1001", values)
hashed("uniform_double_7_1_100_1000", Generator(Philox(7)).uniform(1, 100, 1000))
hashed("uniform_double_7_large_1000", Generator(Philox(7)).uniform(-3.7, 1.3e10, 1000))
u = Generator(Philox(7)).random(1000, dtype=np.float32).astype(np.float64)
hashed("uniform_float_7_1_100_1000", (1.0 + 99.0 * u).astype(np.float32))
hashed("random_double_7_100003", Generator(Philox(7)).random(100003))
hashed("integers_int32_7_100003", Generator(Philox(7)).integers(0, 1500000000, 100003, dtype=np.int32))
hashed("integers_int8_7_100003", Generator(Philox(7)).integers(-100, 0, 100003, dtype=np.int8))
print()

rng = Generator(Philox(11))
print("// One generator, these calls in this order.")
hashed("mixed_1_float_3", rng.random(3, dtype=np.float32))
hashed("mixed_2_double_2", rng.random(2))
hashed("mixed_3_int64_0_10_5", rng.integers(0, 10, 5))
hashed("mixed_4_uint8_3_90_7", rng.integers(3, 90, 7, dtype=np.uint8))
hashed("mixed_5_bool_9", rng.integers(0, 2, 9, dtype=bool))
hashed("mixed_6_double_0", rng.random(0))
hashed("mixed_7_int64_5_6_4", rng.integers(5, 6, 4))
hashed("mixed_8_float_6", rng.random(6, dtype=np.float32))
hashed("mixed_9_int64_wide_3", rng.integers(-(2**62), 2**62 + 2**61, 3))
hashed("mixed_10_uniform_4", rng.uniform(-1, 1, 4))
hashed("mixed_11_int16_5", rng.integers(-300, 20000, 5, dtype=np.int16))
hashed("mixed_12_float_1", rng.random(1, dtype=np.float32))
hashed("mixed_13_double_1", rng.random(1))
print()

print("// Generator(Philox(3)).integers(low, high, 1000, endpoint=True), then random(1): how far the stream went.")
cases = [
    ("bool", 0, 1), ("bool", 1, 1),
    ("uint8", 0, 255), ("uint8", 5, 133), ("int8", -128, 127), ("int8", -100, 28),
    ("uint16", 0, 65535), ("uint16", 7, 32776), ("int16", -32768, 1), ("int16", -5, 5),
    ("uint32", 0, 2**32 - 1), ("uint32", 10, 2**31 + 10),
    ("int32", -(2**31), 2**31 - 1), ("int32", -(2**31), 0), ("int32", 0, 9),
    ("uint64", 0, 2**64 - 1), ("uint64", 3, 2**63 + 3), ("uint64", 0, 2**32 - 1), ("uint64", 2**60, 2**60 + 2**32),
    ("int64", -(2**63), 2**63 - 1), ("int64", -(2**63), 0), ("int64", -7, 2**32 - 8),
    ("int64", -(2**40), -(2**40) + 2**31), ("int64", 0, 99), ("int64", 4, 4),
]
print("struct IntegersCase {\n  const char* dtype;\n  std::uint64_t low, high;  // two's complement\n"
      "  std::uint64_t hash_1000;\n  std::uint64_t next_double;  // bits\n};")
print(f"inline constexpr std::array<IntegersCase, {len(cases)}> integers_cases{{{{")
for dtype, low, high in cases:
    rng = Generator(Philox(3))
    values = rng.integers(low, high, 1000, dtype=dtype, endpoint=True)
    following = int(bits(rng.random(1))[0])
    print(f'    {{"{dtype}", 0x{low % 2**64:x}, 0x{high % 2**64:x}, 0x{fnv1a(values):016x}, 0x{following:016x}}},')
print("}};\n")

print("// Generator(Philox(7)), one call for 90001 numbers, then random(1). Rounded: the hash of the values as float32.")
print("struct DrawnCase {\n  const char* call;\n  bool rounded;\n  std::uint64_t hash_90001;\n"
      "  std::uint64_t next_double;  // bits\n};")
drawn = [
    ("standard_normal double", False, lambda g, n: g.standard_normal(n)),
    ("standard_normal float", False, lambda g, n: g.standard_normal(n, dtype=np.float32)),
    ("normal -3.7 2.9", False, lambda g, n: g.normal(-3.7, 2.9, n)),
    ("lognormal 0.3 1.7", True, lambda g, n: g.lognormal(0.3, 1.7, n)),
    ("standard_exponential double", False, lambda g, n: g.standard_exponential(n)),
    ("standard_exponential float", False, lambda g, n: g.standard_exponential(n, dtype=np.float32)),
    ("exponential 2.7", False, lambda g, n: g.exponential(2.7, n)),
    ("standard_gamma 0.3 double", True, lambda g, n: g.standard_gamma(0.3, n)),
    ("standard_gamma 1 double", False, lambda g, n: g.standard_gamma(1, n)),
    ("standard_gamma 1.5 double", False, lambda g, n: g.standard_gamma(1.5, n)),
    ("standard_gamma 40 float", False, lambda g, n: g.standard_gamma(40, n, dtype=np.float32)),
    ("gamma 2.5 3.3", False, lambda g, n: g.gamma(2.5, 3.3, n)),
    ("poisson 0.2", False, lambda g, n: g.poisson(0.2, n)),
    ("poisson 9.5", False, lambda g, n: g.poisson(9.5, n)),
    ("poisson 10", False, lambda g, n: g.poisson(10, n)),
    ("poisson 1000", False, lambda g, n: g.poisson(1000, n)),
]
print(f"inline constexpr std::array<DrawnCase, {len(drawn)}> drawn_cases{{{{")
for call, rounded, draw in drawn:
    rng = Generator(Philox(7))
    values = draw(rng, 90001)
    values = values.astype(np.float32) if rounded else values
    following = int(bits(rng.random(1))[0])
    print(f'    {{"{call}", {"true" if rounded else "false"}, 0x{fnv1a(values):016x}, 0x{following:016x}}},')
print("}};\n")

rng = Generator(Philox(7))
print("// One generator, these calls in this order.")
hashed("choice_1_of_1000_20", rng.choice(1000, 20))
hashed("choice_2_p_20", rng.choice(4, 20, p=[0.1, 0.2, 0.3, 0.4]))
hashed("choice_3_10_of_10", rng.choice(10, 10, replace=False))
hashed("choice_4_70_of_100", rng.choice(100, 70, replace=False))
hashed("choice_5_20_of_1000000000000", rng.choice(10**12, 20, replace=False))
hashed("choice_6_double_1", rng.random(1))
print()

words("random_state_0", bits(RandomState(0).random_sample(4)))
hashed("random_state_0_1000", RandomState(0).random_sample(1000))
hashed("random_state_0_300007", RandomState(0).random_sample(300007))
hashed("random_state_max_1000", RandomState(2**32 - 1).random_sample(1000))
hashed("random_state_0_uniform_1_100_1000", RandomState(0).uniform(1, 100, 1000))
hashed("random_state_0_uniform_float_1_100_1000", RandomState(0).uniform(1, 100, 1000).astype(np.float32))
state = RandomState(5)
state.random_sample(3)
state.uniform(-2, 3, 4)
hashed("random_state_5_third_call_5", state.random_sample(5))
print("\n}  // namespace numpy")
