#include <spica/io/npy_header.hpp>
