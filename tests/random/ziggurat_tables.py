#!/usr/bin/env python3
"""Writes ops/random/ziggurat_tables.hpp: the widths of NumPy's ziggurats, as NumPy itself shows them.

    python3 tests/random/ziggurat_tables.py > ops/random/ziggurat_tables.hpp

NumPy multiplies a random integer by the width of a layer. Philox is a bijection, so a counter can be found that makes it
give any word: one that says "layer i, integer 2^44" makes NumPy give 2^44 times width i. (The widths of its normal ziggurat
differ in last bits from what the formula gives in exact arithmetic, so they are asked for and not computed.)
"""
import numpy as np
from numpy.random import Generator, Philox

MASK = 2**64 - 1
M0, M1 = 0xD2E7470EE14C6C93, 0xCA5A826395121157
STEP0, STEP1 = 0x9E3779B97F4A7C15, 0xBB67AE8584CAA73B


def counter_of(words):
    """The counter for which Philox4x64-10 with key 0 gives these words."""
    for number in reversed(range(10)):
        key = (number * STEP0 & MASK, number * STEP1 & MASK)
        c2 = words[1] * pow(M1, -1, 2**64) & MASK
        c0 = words[3] * pow(M0, -1, 2**64) & MASK
        words = [c0, words[0] ^ (M1 * c2 >> 64) ^ key[0], c2, words[2] ^ (M0 * c0 >> 64) ^ key[1]]
    return sum(word << 64 * k for k, word in enumerate(words))


def generator(word):
    """Its first word is `word`, the next ones are 0."""
    return Generator(Philox(key=0, counter=(counter_of([word, 0, 0, 0]) - 1) % 2**256))


def table(name, values):
    print(f"inline constexpr double {name}[256] = {{")
    for k in range(0, 256, 4):
        print("    " + ", ".join(float(v).hex() for v in values[k:k + 4]) + ("," if k < 252 else "};"))


assert generator(12345).bit_generator.random_raw(2).tolist() == [12345, 0]
unit = 2**44
print(f"// Written by tests/random/ziggurat_tables.py with NumPy {np.__version__}. Do not edit.")
print("// clang-format off\n#pragma once\n\nnamespace spica::random::detail {\n")
print("/// Width of layer i over 2^52; layer 0 has the tail, so its width is area over height.")
table("normal_width", [generator(i | unit << 9).standard_normal() / unit for i in range(256)])
print("\n/// The same for the exponential distribution, over 2^53.")
table("exponential_width", [generator((i | unit << 8) << 3).standard_exponential() / unit for i in range(256)])
print("\n}  // namespace spica::random::detail")
