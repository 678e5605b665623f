#include <spica/io/npy.hpp>
