"""Prints the rows of numpy_einsum.hpp: NumPy's einsum of operands that count from 0 modulo 5, 6, ..."""
import numpy as np

CASES = [
    ("ij,jk", (2, 3), (3, 4)), ("ij,jk->ki", (2, 3), (3, 4)), ("ij,kj", (2, 3), (4, 3)), ("ji,jk->ik", (3, 2), (3, 4)),
    ("ii", (3, 3)), ("ii->i", (3, 3)), ("ij->", (2, 3)), ("ij->j", (2, 3)), ("ba", (2, 3)), ("iij->j", (3, 3, 2)),
    ("ijji->ij", (2, 3, 3, 2)), ("i...i->...", (3, 2, 3)), ("...i->...", (2, 3, 4)), ("i...->...", (2, 3, 4)),
    ("", ()), (",", (), ()), (",i", (), (3,)), ("i,j", (2,), (3,)), ("i,i", (3,), (3,)), ("i,i->i", (3,), (3,)),
    ("ij,j->i", (2, 3), (3,)), ("ij,j->ij", (2, 3), (3,)), ("j,ij->ji", (3,), (2, 3)), ("ij,ij->i", (2, 3), (2, 3)),
    ("ij,ji->", (2, 3), (3, 2)), ("bij,bjk->bik", (2, 3, 4), (2, 4, 2)), ("bij,bkj->kbi", (2, 3, 4), (2, 2, 4)),
    ("ijb,bjk->kib", (3, 4, 2), (2, 4, 2)), ("...ij,...jk", (2, 2, 3), (3, 2)), ("...ij,...jk", (2, 1, 2, 3), (3, 3, 2)),
    ("...i,...i->i...", (2, 1, 3), (4, 3)), ("...,...", (2,), (2, 1)), ("ij,jk", (2, 1), (3, 4)), ("ij,ij->ij", (1, 3), (2, 3)),
    ("i,i->", (1,), (4,)), ("ijk,jkl", (2, 3, 4), (3, 4, 2)), ("ijk,klj->il", (2, 3, 4), (4, 2, 3)), ("Ba,aB", (2, 3), (3, 2)),
    ("ij,jk,kl->il", (2, 3), (3, 4), (4, 2)), ("a,b,c->cab", (2,), (1,), (3,)), ("ijk,ilm,njm,nlk,abc->", *[(2, 2, 2)] * 5),
    ("ij,jk,ki->", (2, 3), (3, 4), (4, 2)), ("ij,ik,il->jkl", (2, 2), (2, 3), (2, 2)), ("ij,jk,i->", (2, 3), (3, 4), (2,)),
    ("abcdefgh->hgfedcba", (1, 2, 1, 2, 1, 1, 2, 1)), ("abcdefgh,abcdefgh->", (1, 2, 1, 2, 1, 1, 2, 1), (1, 2, 1, 2, 1, 1, 2, 1)),
    ("ij,jk", (2, 0), (0, 3)), ("ij->i", (2, 0)), ("ij,ij->i", (2, 0), (2, 0)), ("ij,jk", (0, 2), (2, 3)),
    (" i j , j k -> i k ", (2, 3), (3, 2)),
]


def numbers(shape, i):
    return np.arange(np.prod(shape, dtype=int)).reshape(shape) % (5 + i)


def braces(values):
    return "{" + ", ".join(str(v) for v in values) + "}"


for subscripts, *shapes in CASES:
    result = np.einsum(subscripts, *[numbers(s, i) for i, s in enumerate(shapes)])
    shapes = "{" + ", ".join("Shape" + braces(s) for s in shapes) + "}"
    print(f'    {{"{subscripts}", {shapes}, {braces(result.shape)}, {braces(result.ravel().tolist())}}},')
