// Arguments are read as the case format says, and every layout variant shows the same array in other memory.
#include "any_array.hpp"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

namespace spica::oracle {
namespace {

ViewOf parsed(const char* json) { return std::get<ViewOf>(parse_argument(nlohmann::json::parse(json))); }

template <class T> std::vector<T> elements(const HostArray& array) {
  const auto* first = reinterpret_cast<const T*>(array.bytes.data());
  return {first, first + array.size()};
}

TEST(Argument, DataIsBase64) {
  const HostArray array = seen(parsed(R"({"dtype":"int32","shape":[2],"data":"AQAAAP////8="})"));

  EXPECT_EQ(elements<std::int32_t>(array), (std::vector<std::int32_t>{1, -1}));
}

TEST(Argument, DataThatDoesNotFillTheShapeIsAnError) {
  EXPECT_THROW(parsed(R"({"dtype":"int32","shape":[3],"data":"AQAAAP////8="})"), FormatError);
  EXPECT_THROW(parsed(R"({"dtype":"int7","shape":[0],"data":""})"), FormatError);
}

TEST(Argument, ArangeModIsNeverNegativeBeforeScale) {
  EXPECT_EQ(elements<std::int64_t>(seen(parsed(R"({"dtype":"int64","shape":[5],"arange_mod":[-3,5,10,-1]})"))),
            (std::vector<std::int64_t>{-1, 19, 39, 9, 29}));
  EXPECT_EQ(elements<float>(seen(parsed(R"({"dtype":"float32","shape":[3],"arange_mod":[1,3,0.5,0.1]})"))),
            (std::vector<float>{0.1f, 0.6f, 1.1f}));
  EXPECT_EQ(elements<std::uint8_t>(seen(parsed(R"({"dtype":"bool","shape":[4],"arange_mod":[1,2,3,0]})"))),
            (std::vector<std::uint8_t>{0, 1, 0, 1}));
}

TEST(Argument, LiteralsHaveTheKindOfTheirText) {
  const auto weak = [](const char* json) { return std::get<Weak>(parse_argument(nlohmann::json::parse(json))); };

  EXPECT_EQ(weak(R"({"weak":5})"), Weak(std::int64_t(5)));
  EXPECT_EQ(weak(R"({"weak":5.0})"), Weak(5.0));
  EXPECT_EQ(weak(R"({"weak":1e3})"), Weak(1000.0));
  EXPECT_EQ(weak(R"({"weak":true})"), Weak(true));
  EXPECT_TRUE(std::holds_alternative<NotGiven>(parse_argument(nlohmann::json())));
}

TEST(Argument, SlicesAreThoseOfPython) {
  const auto sliced = [](const std::string& slice) {
    return elements<std::int32_t>(seen(parsed((R"({"dtype":"int32","shape":[5],"arange_mod":[1,9,1,0],"view":{"slices":[)" + slice + R"(],"axes":[0]}})").c_str())));
  };
  using V = std::vector<std::int32_t>;

  EXPECT_EQ(sliced("null"), (V{0, 1, 2, 3, 4}));
  EXPECT_EQ(sliced("[null,null,-2]"), (V{4, 2, 0}));
  EXPECT_EQ(sliced("[-2,null,null]"), (V{3, 4}));
  EXPECT_EQ(sliced("[9,-9,-3]"), (V{4, 1}));
  EXPECT_EQ(sliced("[3,1,1]"), V{});
}

TEST(Argument, ViewsAreSlicedThenPermutedThenBroadcast) {
  const ViewOf view = parsed(
      R"({"dtype":"int32","shape":[2,3],"arange_mod":[1,9,1,0],"view":{"slices":[[1,null,null],null],"axes":[1,0]},"broadcast_to":[3,2]})");

  EXPECT_EQ(elements<std::int32_t>(seen(view)), (std::vector<std::int32_t>{3, 3, 4, 4, 5, 5}));
}

class ArgumentIn : public testing::TestWithParam<Variant> {};
TEST(Argument, ACallHoldsItsArguments) {
  const Argument argument = parse_argument(nlohmann::json::parse(
      R"({"call":{"op":"sum","args":[{"dtype":"int32","shape":[2],"data":"AQAAAP////8="},{"weak":3}],"kwargs":{"axis":0},"result":1}})"));

  const CallOf& call = *std::get<std::shared_ptr<const CallOf>>(argument);
  EXPECT_EQ(call.op, "sum");
  EXPECT_EQ(call.result, 1u);
  EXPECT_EQ(call.arguments.size(), 2u);
  EXPECT_EQ(text(argument), "sum(int32 (2,) [1, -1]; literal 3; {\"axis\":0})");
}

TEST(Argument, ArraysInACallAreLaidOutToo) {
  const Argument argument = parse_argument(
      nlohmann::json::parse(R"({"call":{"op":"abs","args":[{"dtype":"int32","shape":[2],"data":"AQAAAP////8="}],"kwargs":{}}})"));

  const auto laid_out = in_variant({argument}, Variant::sliced);

  ASSERT_TRUE(laid_out);
  const auto& array = std::get<ViewOf>(std::get<std::shared_ptr<const CallOf>>(laid_out->front())->arguments.front());
  EXPECT_GT(array.base.size(), 2);
  EXPECT_EQ(elements<std::int32_t>(seen(array)), (std::vector<std::int32_t>{1, -1}));
}

INSTANTIATE_TEST_SUITE_P(Variants, ArgumentIn, testing::ValuesIn(all_variants), [](const auto& parameter) {
  std::string label = name_of(parameter.param);
  std::erase(label, ' ');
  return label;
});

TEST_P(ArgumentIn, ShowsTheSameElements) {
  for (const char* dtype : {"bool", "uint8", "int32", "float64", "complex128"}) {
    for (const char* shape : {"[]", "[1]", "[5]", "[0]", "[2,3]", "[3,0,2]", "[2,1,4]", "[2,3,1,2]"}) {
      const auto base = nlohmann::json{{"dtype", dtype}, {"shape", nlohmann::json::parse(shape)}, {"arange_mod", {1, 5, 1, 0}}};
      const std::vector<Argument> given{parse_argument(base), parse_argument(base), Weak(2.5), NotGiven{}};
      const HostArray expected = seen(std::get<ViewOf>(given[0]));

      const auto variant = in_variant(given, GetParam());

      if (!variant) continue;  // this layout is the given one
      ASSERT_EQ(variant->size(), given.size());
      EXPECT_EQ(std::get<Weak>((*variant)[2]), Weak(2.5));
      for (std::size_t i : {0, 1}) {
        const auto& view = std::get<ViewOf>((*variant)[i]);
        EXPECT_EQ(seen(view).shape, expected.shape) << dtype << " " << shape;
        EXPECT_EQ(seen(view).bytes, expected.bytes) << dtype << " " << shape;
        const HostArray by_spica = to_host(to_backend(view, Backend::serial));
        EXPECT_EQ(by_spica.shape, expected.shape) << dtype << " " << shape;
        EXPECT_EQ(by_spica.bytes, expected.bytes) << dtype << " " << shape;
      }
    }
  }
}

/// Strides with which Spica sees a 3 x 4 array of `json` in a variant.
Strides strides_in(Variant variant, const char* json, std::size_t which = 0) {
  const Argument argument = parse_argument(nlohmann::json::parse(json));
  const auto arguments = in_variant({argument, argument, argument}, variant);
  if (!arguments) return {};
  return std::visit([](const auto& a) { return a.strides(); }, to_backend(std::get<ViewOf>((*arguments)[which]), Backend::serial));
}

TEST(Argument, VariantsAreTrueViews) {
  const char* different = R"({"dtype":"int32","shape":[3,4],"arange_mod":[1,100,1,0]})";
  const char* rows_repeat = R"({"dtype":"int32","shape":[3,4],"arange_mod":[1,4,1,0]})";

  EXPECT_EQ(strides_in(Variant::given, different), (Strides{4, 1}));
  EXPECT_EQ(strides_in(Variant::transposed, different), (Strides{1, 3}));
  EXPECT_EQ(strides_in(Variant::sliced, different), (Strides{20, -2}));
  EXPECT_EQ(strides_in(Variant::reversed, different), (Strides{-18, 2}));
  EXPECT_EQ(strides_in(Variant::mixed, different, 1), (Strides{1, 3}));
  EXPECT_EQ(strides_in(Variant::mixed, different, 2), (Strides{4, 1}));
  EXPECT_EQ(strides_in(Variant::broadcast, rows_repeat), (Strides{0, 1}));
  EXPECT_EQ(strides_in(Variant::broadcast, different), Strides{}) << "nothing repeats, so there is no such variant";
}

}  // namespace
}  // namespace spica::oracle
