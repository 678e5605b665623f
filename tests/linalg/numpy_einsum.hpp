// NumPy's answers to einsum, printed by numpy_einsum.py: element i of operand j is i mod (5 + j).
#pragma once

#include <spica/core/shape.hpp>

#include <vector>

namespace spica::testing {

struct EinsumCase {
  const char* subscripts;
  std::vector<Shape> operands;
  Shape shape;
  std::vector<std::int64_t> values;
};

// clang-format off
inline const EinsumCase einsum_cases[] = {
    {"ij,jk", {Shape{2, 3}, Shape{3, 4}}, {2, 4}, {8, 11, 8, 11, 16, 23, 6, 13}},
    {"ij,jk->ki", {Shape{2, 3}, Shape{3, 4}}, {4, 2}, {8, 16, 11, 23, 8, 6, 11, 13}},
    {"ij,kj", {Shape{2, 3}, Shape{4, 3}}, {2, 4}, {5, 14, 5, 14, 4, 25, 4, 25}},
    {"ji,jk->ik", {Shape{3, 2}, Shape{3, 4}}, {2, 4}, {16, 22, 16, 22, 12, 16, 2, 6}},
    {"ii", {Shape{3, 3}}, {}, {7}},
    {"ii->i", {Shape{3, 3}}, {3}, {0, 4, 3}},
    {"ij->", {Shape{2, 3}}, {}, {10}},
    {"ij->j", {Shape{2, 3}}, {3}, {3, 5, 2}},
    {"ba", {Shape{2, 3}}, {3, 2}, {0, 3, 1, 4, 2, 0}},
    {"iij->j", {Shape{3, 3, 2}}, {2}, {4, 7}},
    {"ijji->ij", {Shape{2, 3, 3, 2}}, {2, 3}, {0, 3, 1, 4, 2, 0}},
    {"i...i->...", {Shape{3, 2, 3}}, {2}, {6, 5}},
    {"...i->...", {Shape{2, 3, 4}}, {2, 3}, {6, 7, 8, 9, 10, 6}},
    {"i...->...", {Shape{2, 3, 4}}, {3, 4}, {2, 4, 6, 3, 5, 2, 4, 6, 3, 5, 2, 4}},
    {"", {Shape{}}, {}, {0}},
    {",", {Shape{}, Shape{}}, {}, {0}},
    {",i", {Shape{}, Shape{3}}, {3}, {0, 0, 0}},
    {"i,j", {Shape{2}, Shape{3}}, {2, 3}, {0, 0, 0, 0, 1, 2}},
    {"i,i", {Shape{3}, Shape{3}}, {}, {5}},
    {"i,i->i", {Shape{3}, Shape{3}}, {3}, {0, 1, 4}},
    {"ij,j->i", {Shape{2, 3}, Shape{3}}, {2}, {5, 4}},
    {"ij,j->ij", {Shape{2, 3}, Shape{3}}, {2, 3}, {0, 1, 4, 0, 4, 0}},
    {"j,ij->ji", {Shape{3}, Shape{2, 3}}, {3, 2}, {0, 0, 1, 4, 4, 10}},
    {"ij,ij->i", {Shape{2, 3}, Shape{2, 3}}, {2}, {5, 25}},
    {"ij,ji->", {Shape{2, 3}, Shape{3, 2}}, {}, {25}},
    {"bij,bjk->bik", {Shape{2, 3, 4}, Shape{2, 4, 2}}, {2, 3, 2}, {10, 16, 4, 11, 8, 16, 16, 25, 18, 28, 10, 16}},
    {"bij,bkj->kbi", {Shape{2, 3, 4}, Shape{2, 2, 4}}, {2, 2, 3}, {14, 8, 7, 29, 40, 26, 8, 18, 33, 11, 20, 14}},
    {"ijb,bjk->kib", {Shape{3, 4, 2}, Shape{2, 4, 2}}, {2, 3, 2}, {20, 18, 8, 12, 6, 26, 27, 24, 17, 20, 12, 36}},
    {"...ij,...jk", {Shape{2, 2, 3}, Shape{3, 2}}, {2, 2, 2}, {10, 13, 8, 15, 16, 22, 4, 9}},
    {"...ij,...jk", {Shape{2, 1, 2, 3}, Shape{3, 3, 2}}, {2, 3, 2, 2}, {10, 13, 8, 15, 10, 13, 8, 15, 10, 13, 8, 15, 16, 22, 4, 9, 16, 22, 4, 9, 16, 22, 4, 9}},
    {"...i,...i->i...", {Shape{2, 1, 3}, Shape{4, 3}}, {3, 2, 4}, {0, 0, 0, 0, 0, 9, 0, 9, 1, 4, 1, 4, 4, 16, 4, 16, 4, 10, 4, 10, 0, 0, 0, 0}},
    {"...,...", {Shape{2}, Shape{2, 1}}, {2, 2}, {0, 0, 0, 1}},
    {"ij,jk", {Shape{2, 1}, Shape{3, 4}}, {2, 4}, {0, 0, 0, 0, 6, 9, 6, 9}},
    {"ij,ij->ij", {Shape{1, 3}, Shape{2, 3}}, {2, 3}, {0, 1, 4, 0, 4, 10}},
    {"i,i->", {Shape{1}, Shape{4}}, {}, {0}},
    {"ijk,jkl", {Shape{2, 3, 4}, Shape{3, 4, 2}}, {2, 2}, {38, 59, 56, 81}},
    {"ijk,klj->il", {Shape{2, 3, 4}, Shape{4, 2, 3}}, {2, 2}, {23, 86, 22, 97}},
    {"Ba,aB", {Shape{2, 3}, Shape{3, 2}}, {}, {25}},
    {"ij,jk,kl->il", {Shape{2, 3}, Shape{3, 4}, Shape{4, 2}}, {2, 2}, {120, 81, 148, 115}},
    {"a,b,c->cab", {Shape{2}, Shape{1}, Shape{3}}, {3, 2, 1}, {0, 0, 0, 0, 0, 0}},
    {"ijk,ilm,njm,nlk,abc->", {Shape{2, 2, 2}, Shape{2, 2, 2}, Shape{2, 2, 2}, Shape{2, 2, 2}, Shape{2, 2, 2}}, {}, {54880}},
    {"ij,jk,ki->", {Shape{2, 3}, Shape{3, 4}, Shape{4, 2}}, {}, {235}},
    {"ij,ik,il->jkl", {Shape{2, 2}, Shape{2, 3}, Shape{2, 2}}, {2, 3, 2}, {12, 18, 16, 24, 20, 30, 18, 27, 24, 37, 30, 47}},
    {"ij,jk,i->", {Shape{2, 3}, Shape{3, 4}, Shape{2}}, {}, {58}},
    {"abcdefgh->hgfedcba", {Shape{1, 2, 1, 2, 1, 1, 2, 1}}, {1, 2, 1, 1, 2, 1, 2, 1}, {0, 4, 2, 1, 1, 0, 3, 2}},
    {"abcdefgh,abcdefgh->", {Shape{1, 2, 1, 2, 1, 1, 2, 1}, Shape{1, 2, 1, 2, 1, 1, 2, 1}}, {}, {32}},
    {"ij,jk", {Shape{2, 0}, Shape{0, 3}}, {2, 3}, {0, 0, 0, 0, 0, 0}},
    {"ij->i", {Shape{2, 0}}, {2}, {0, 0}},
    {"ij,ij->i", {Shape{2, 0}, Shape{2, 0}}, {2}, {0, 0}},
    {"ij,jk", {Shape{0, 2}, Shape{2, 3}}, {0, 3}, {}},
    {" i j , j k -> i k ", {Shape{2, 3}, Shape{3, 2}}, {2, 2}, {10, 13, 8, 15}},
};
// clang-format on

}  // namespace spica::testing
