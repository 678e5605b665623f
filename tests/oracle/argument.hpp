// The arguments of a case, and the same arguments in other layouts.
#pragma once

#include "host_array.hpp"

#include <memory>
#include <optional>
#include <variant>

namespace spica::oracle {

/// How the array arguments of a case lie in memory.
enum class Variant : std::uint8_t {
  given,       ///< as the case says
  transposed,  ///< axes stored in reversed order
  sliced,      ///< inside a larger array of filler, steps 2 and -2 by turns of axes and arguments
  reversed,    ///< as sliced, the other way round
  broadcast,   ///< stride 0 along every axis whose elements repeat
  mixed        ///< arguments sliced, transposed and given by turns
};
inline constexpr Variant all_variants[] = {Variant::given,    Variant::transposed, Variant::sliced,
                                           Variant::reversed, Variant::broadcast,  Variant::mixed};
const char* name_of(Variant variant);

/// An array and the view of it that the op is called with: base(entries), axes permuted, then broadcast.
struct ViewOf {
  HostArray base;
  std::vector<Index> entries;       ///< none: all of it
  std::vector<std::int64_t> axes;   ///< none: as they are
  std::optional<Shape> broadcast_to;
};

/// A C++ literal.
using Weak = std::variant<bool, std::int64_t, double>;
/// An argument that is not given.
struct NotGiven {};

/// An operation whose result is the argument. It runs on the backend of the case, on arguments in the same layout variant.
struct CallOf;

using Argument = std::variant<ViewOf, Weak, NotGiven, std::shared_ptr<const CallOf>>;

struct CallOf {
  std::string op;
  std::vector<Argument> arguments;
  std::shared_ptr<const nlohmann::json> keywords;
  std::size_t result = 0;  ///< which, of an operation with several
};

/// @throws FormatError.
Argument parse_argument(const nlohmann::json& json);
std::string text(const Argument& argument);

/// What the op sees, in C order. Works out slices by itself, so that it does not share a mistake with Spica's views.
HostArray seen(const ViewOf& view);

/// The arguments, those of calls in them too, in another layout; nothing if that would be one of the earlier variants.
std::optional<std::vector<Argument>> in_variant(const std::vector<Argument>& arguments, Variant variant);

}  // namespace spica::oracle
