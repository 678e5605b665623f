#include <spica/io/npz.hpp>
