// Written by numpy_values.py with NumPy 1.24.2. Do not edit.
// clang-format off
#pragma once

#include <array>
#include <cstdint>

namespace numpy {

struct SeedCase {
  std::uint64_t entropy;
  std::array<std::uint64_t, 4> uint64;
};
inline constexpr std::array<SeedCase, 6> seed_cases{{
    {0x0, {0xdb2cd7e7b0f478be, 0xabf4641a2c71ba49, 0x20c6ed6d9d7b8d41, 0x2c4099de223c39d4}},
    {0x1, {0x672d8ee56d6791ff, 0x8ae19ca14eb1072c, 0x4915796d1322fc4a, 0xd0cc2bdcaba049bd}},
    {0x7, {0xead0f7017c326e58, 0x879c4f0f97e037a, 0x623a8c4b6745675f, 0xb3443fad60386cac}},
    {0xffffffff, {0x2a05c5e276c1fe08, 0x2032e40fc20e8198, 0xed4ac06d787f4396, 0x56896cb4f3db80fd}},
    {0x100000000, {0x50ff846cec53f444, 0x7a4918dbe8278562, 0x3bff9f6c362e2b19, 0xbdb177539a0654e3}},
    {0xffffffffffffffff, {0xaebca151928cad0d, 0x119c30448638dc7a, 0x1bbb155659e642a7, 0xa76b11e3e8c4a8f6}},
}};
inline constexpr std::array<std::uint64_t, 9> seed_7_uint32{0x7c326e58, 0xead0f701, 0xf97e037a, 0x879c4f0, 0x6745675f, 0x623a8c4b, 0x60386cac, 0xb3443fad, 0xb6ecdbe6};
inline constexpr std::array<std::uint64_t, 5> seed_six_words_uint32{0x1d1bca21, 0xebcd001d, 0xb202608b, 0xcfea83a4, 0xe4fcf5b6};

inline constexpr std::array<std::uint64_t, 9> philox_7_raw{0x78046c3e44c57fae, 0x6d17e4bdf94f8ac5, 0x5cec5e6620741a73, 0x3cc339ccc49e4166, 0x23842adb3b9998c3, 0x83118b48f65c3034, 0x4d81d9d1e9a3d8d0, 0xfc6739ee04e94026, 0x19c8594be240ad93};
inline constexpr std::uint64_t philox_7_raw_1000 = 0x00a8df6ef3dbbeba;
inline constexpr std::array<std::uint64_t, 4> philox_counter_0_raw{0x4a9f6f3d97557e44, 0xbb94315403d00d3d, 0xab998127789d5219, 0x79371346a2a0df2a};
inline constexpr std::array<std::uint64_t, 4> philox_carry_1_raw{0xcfc4944e95c18e51, 0x3cd19bc119fad096, 0x6e40dfcebe8083, 0xb089490128863d65};
inline constexpr std::array<std::uint64_t, 4> philox_carry_2_raw{0x1613e57ad96273cc, 0xe15c317caf35d1eb, 0x549c415b9cdaadf9, 0x6dd1175c3a09b292};
inline constexpr std::array<std::uint64_t, 4> philox_carry_3_raw{0x1627d724aeecad30, 0x21eb5cf702241cd1, 0x6a4e32c753551a4b, 0xcd61d4686fd445cd};
inline constexpr std::array<std::uint64_t, 4> philox_carry_4_raw{0xd8540a90fe9ac824, 0x769fd4dc73f33e, 0x3c09715fa7ffa03f, 0x6660cd46254e243};

inline constexpr std::array<std::uint64_t, 4> random_double_7{0x3fde011b0f91315e, 0x3fdb45f92f7e53e2, 0x3fd73b1799881d06, 0x3fce619ce6624f20};
inline constexpr std::uint64_t random_double_7_1000 = 0xee13d94972c1761d;
inline constexpr std::array<std::uint64_t, 4> random_float_7{0x3e898afe, 0x3ef008d8, 0x3f794f8a, 0x3eda2fc8};
inline constexpr std::uint64_t random_float_7_1001 = 0xdecd82d57759495a;
inline constexpr std::uint64_t uniform_double_7_1_100_1000 = 0x4699b85fb7857f20;
inline constexpr std::uint64_t uniform_double_7_large_1000 = 0xdce493713e9bd6e1;
inline constexpr std::uint64_t uniform_float_7_1_100_1000 = 0x71b7d8ae2b50d522;
inline constexpr std::uint64_t random_double_7_100003 = 0xea7ae69e4255ec80;
inline constexpr std::uint64_t integers_int32_7_100003 = 0x73f9d7b64a5a9b81;
inline constexpr std::uint64_t integers_int8_7_100003 = 0x83c0f9a379a40a89;

// One generator, these calls in this order.
inline constexpr std::uint64_t mixed_1_float_3 = 0x15f811fa5d886513;
inline constexpr std::uint64_t mixed_2_double_2 = 0x0f8ff220e784479e;
inline constexpr std::uint64_t mixed_3_int64_0_10_5 = 0x14864ce58c0194c0;
inline constexpr std::uint64_t mixed_4_uint8_3_90_7 = 0xdb9bb75d9fda6a04;
inline constexpr std::uint64_t mixed_5_bool_9 = 0x1fa49a9944582331;
inline constexpr std::uint64_t mixed_6_double_0 = 0xcbf29ce484222325;
inline constexpr std::uint64_t mixed_7_int64_5_6_4 = 0xc2fc5666a9104065;
inline constexpr std::uint64_t mixed_8_float_6 = 0x86af8f020cc5f1b4;
inline constexpr std::uint64_t mixed_9_int64_wide_3 = 0xb223aeffe19fbe11;
inline constexpr std::uint64_t mixed_10_uniform_4 = 0x14d3abd0b1d58292;
inline constexpr std::uint64_t mixed_11_int16_5 = 0x6b691b07901b9c56;
inline constexpr std::uint64_t mixed_12_float_1 = 0x2ebc43f82190218d;
inline constexpr std::uint64_t mixed_13_double_1 = 0x3b35248d79b1c3c4;

// Generator(Philox(3)).integers(low, high, 1000, endpoint=True), then random(1): how far the stream went.
struct IntegersCase {
  const char* dtype;
  std::uint64_t low, high;  // two's complement
  std::uint64_t hash_1000;
  std::uint64_t next_double;  // bits
};
inline constexpr std::array<IntegersCase, 25> integers_cases{{
    {"bool", 0x0, 0x1, 0x310d8c5f99dff47e, 0x3fb965a7fb0abc10},
    {"bool", 0x1, 0x1, 0xd8e406b8f018c8ad, 0x3fa730a97f508540},
    {"uint8", 0x0, 0xff, 0x6704713f04bc7b3e, 0x3fd8b2d4f14595da},
    {"uint8", 0x5, 0x85, 0xac4673c0f09843aa, 0x3fe0a0bb1746d030},
    {"int8", 0xffffffffffffff80, 0x7f, 0x962437ccc36b473e, 0x3fd8b2d4f14595da},
    {"int8", 0xffffffffffffff9c, 0x1c, 0x78d37996a411587c, 0x3fe0a0bb1746d030},
    {"uint16", 0x0, 0xffff, 0xfe7e463d2e5e7bb5, 0x3fa91e5de7733400},
    {"uint16", 0x7, 0x8008, 0x0db0d993b4826e6f, 0x3fef83ca3056b06a},
    {"int16", 0xffffffffffff8000, 0x1, 0x8a565964403a7af6, 0x3fef83ca3056b06a},
    {"int16", 0xfffffffffffffffb, 0x5, 0x44bf450d25b15e45, 0x3fa91e5de7733400},
    {"uint32", 0x0, 0xffffffff, 0xa0d3a8cff66c3384, 0x3fdedf562e4e95a4},
    {"uint32", 0xa, 0x8000000a, 0xe1b2e0851fbd2db5, 0x3fd199b58e31f43a},
    {"int32", 0xffffffff80000000, 0x7fffffff, 0x0316f24753b96784, 0x3fdedf562e4e95a4},
    {"int32", 0xffffffff80000000, 0x0, 0x77ec99b63edb2559, 0x3fd199b58e31f43a},
    {"int32", 0x0, 0x9, 0xb4f0fb3af1fab1c0, 0x3fdedf562e4e95a4},
    {"uint64", 0x0, 0xffffffffffffffff, 0xeb4d47b732d29325, 0x3fe6d09381fd7ba6},
    {"uint64", 0x3, 0x8000000000000003, 0x539bb8db7ad98c62, 0x3fe71e93d3465100},
    {"uint64", 0x0, 0xffffffff, 0x73507b0de311dac4, 0x3fdedf562e4e95a4},
    {"uint64", 0x1000000000000000, 0x1000000100000000, 0x538c61339c3f5d25, 0x3fe6d09381fd7ba6},
    {"int64", 0x8000000000000000, 0x7fffffffffffffff, 0xea1b587459310325, 0x3fe6d09381fd7ba6},
    {"int64", 0x8000000000000000, 0x0, 0x2d8e28fc15b7f089, 0x3fe71e93d3465100},
    {"int64", 0xfffffffffffffff9, 0xfffffff8, 0xd368f8cc8c192ae0, 0x3fdedf562e4e95a4},
    {"int64", 0xffffff0000000000, 0xffffff0080000000, 0x3a8730da37b06701, 0x3fd199b58e31f43a},
    {"int64", 0x0, 0x63, 0x0d3a86cb11be87e7, 0x3fdedf562e4e95a4},
    {"int64", 0x4, 0x4, 0x7f612aaf2a51da25, 0x3fa730a97f508540},
}};

// Generator(Philox(7)), one call for 90001 numbers, then random(1). Rounded: the hash of the values as float32.
struct DrawnCase {
  const char* call;
  bool rounded;
  std::uint64_t hash_90001;
  std::uint64_t next_double;  // bits
};
inline constexpr std::array<DrawnCase, 16> drawn_cases{{
    {"standard_normal double", false, 0xf471ac2767c705cf, 0x3fe124d98e9dfa48},
    {"standard_normal float", false, 0x1d6efcceb6f93955, 0x3fd9e7a591943f64},
    {"normal -3.7 2.9", false, 0x0786a1c0a6cb95c4, 0x3fe124d98e9dfa48},
    {"lognormal 0.3 1.7", true, 0xb261589484a01161, 0x3fe124d98e9dfa48},
    {"standard_exponential double", false, 0x902abeee7082a5a6, 0x3fa7295813ed5460},
    {"standard_exponential float", false, 0x2541fcd561d58fe3, 0x3fdc5e0cf33ba78a},
    {"exponential 2.7", false, 0x8a08a11eac4255bf, 0x3fa7295813ed5460},
    {"standard_gamma 0.3 double", true, 0x555e0f293ecff0d4, 0x3fe790fa055461c0},
    {"standard_gamma 1 double", false, 0x902abeee7082a5a6, 0x3fa7295813ed5460},
    {"standard_gamma 1.5 double", false, 0x371664cc0d243007, 0x3fe7c7f7be09baa9},
    {"standard_gamma 40 float", false, 0xc785817a519d75cd, 0x3feecfd8807693b4},
    {"gamma 2.5 3.3", false, 0x1501416ebe18d5aa, 0x3fa06e28c49dd8a0},
    {"poisson 0.2", false, 0x20900a7c9ec98d83, 0x3fded5939056db58},
    {"poisson 9.5", false, 0x81e30af427e8c8bc, 0x3feb8184297a327a},
    {"poisson 10", false, 0x2105128dbb6e5ef0, 0x3fe5662211a3ae68},
    {"poisson 1000", false, 0x424ad315565a8ca1, 0x3fa509eb663ebf00},
}};

// One generator, these calls in this order.
inline constexpr std::uint64_t choice_1_of_1000_20 = 0x9632c170aff13417;
inline constexpr std::uint64_t choice_2_p_20 = 0x8282c08da48cc824;
inline constexpr std::uint64_t choice_3_10_of_10 = 0xee8cc58043518084;
inline constexpr std::uint64_t choice_4_70_of_100 = 0x27aa779d751a11f8;
inline constexpr std::uint64_t choice_5_20_of_1000000000000 = 0xab73a7da4774141a;
inline constexpr std::uint64_t choice_6_double_1 = 0x70bcb79f79f54703;

inline constexpr std::array<std::uint64_t, 4> random_state_0{0x3fe18fe1565f12a8, 0x3fe6e2d4cf608733, 0x3fe349d66b6e894b, 0x3fe16faedb6395f5};
inline constexpr std::uint64_t random_state_0_1000 = 0x6615cf8c1a98ea59;
inline constexpr std::uint64_t random_state_0_300007 = 0xefc91b0fcdb92622;
inline constexpr std::uint64_t random_state_max_1000 = 0x038b462a2d2dd3c6;
inline constexpr std::uint64_t random_state_0_uniform_1_100_1000 = 0xd25380ec177c7c6d;
inline constexpr std::uint64_t random_state_0_uniform_float_1_100_1000 = 0x6b1d19a22baece10;
inline constexpr std::uint64_t random_state_5_third_call_5 = 0xead9a2c26a04ee7b;

}  // namespace numpy
