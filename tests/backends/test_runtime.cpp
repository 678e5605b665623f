// While a Runtime lives. What comes before and after it, and other ways to start: programs/, each with its own main.
#include <spica/backends/runtime.hpp>
#include <spica/ops/creation/creation.hpp>
#include <spica/ops/reduce/sum.hpp>

#include "../support/backends.hpp"
#include "../support/errors.hpp"

#include <gtest/gtest.h>

#include <string>
#include <string_view>

namespace spica {
namespace {

TEST(Runtime, SerialIsAlwaysThereAndUsable) {
  EXPECT_EQ(backends().front(), Backend::serial);
  EXPECT_TRUE(usable(Backend::serial));
  EXPECT_EQ(concurrency(Backend::serial), 1);
}

TEST(Runtime, NamesOfBackendsReadBack) {
  for (const Backend backend : all_backends) EXPECT_EQ(parse_backend(name(backend)), backend);
}

TEST(Runtime, BackendThatCannotBeUsedSaysWhy) {
  for (const Backend backend : all_backends) {
    if (const Usable can = usable(backend)) EXPECT_EQ(can.why_not, "") << name(backend);
    else EXPECT_NE(can.why_not, "") << name(backend);
  }
}

TEST(Runtime, DefaultBackendIsThatOfNewArrays) {
  testing::for_each_backend([](Backend backend) {
    EXPECT_EQ(default_backend(), backend);
    EXPECT_EQ(zeros({3}).backend(), backend);
    EXPECT_EQ(arange(3).backend(), backend);
    EXPECT_EQ(Array<double>().backend(), backend);
    EXPECT_EQ(sum(ones({3})).backend(), backend);
  });
}

TEST(Runtime, NamedBackendGoesBeforeTheDefault) {
  testing::for_each_backend([](Backend) { EXPECT_EQ(zeros({3}, Backend::serial).backend(), Backend::serial); });
}

TEST(Runtime, InnerOneEndsNothing) {
  { const Runtime inner; }
  {
    int argc = 0;
    char* argv[] = {nullptr};
    const Runtime inner(argc, argv);
    inner.fence();
  }

  EXPECT_EQ(sum(ones({3})).item(), 3);
}

TEST(Runtime, ItsOwnArgumentIsTakenOut) {
  const Backend before = default_backend();
  char program[] = "program", first[] = "first", choice[] = "--spica-backend=serial", last[] = "--last";
  char* argv[] = {program, first, choice, last, nullptr};
  int argc = 4;

  const Runtime inner(argc, argv);

  EXPECT_EQ(default_backend(), Backend::serial);
  ASSERT_EQ(argc, 3);
  EXPECT_EQ(std::string_view(argv[1]), "first");
  EXPECT_EQ(std::string_view(argv[2]), "--last");
  EXPECT_EQ(argv[3], nullptr);
  set_default_backend(before);
}

TEST(Runtime, ItsArgumentMayStandInTwoWords) {
  const Backend before = default_backend();
  char program[] = "program", flag[] = "--spica-backend", choice[] = "serial", last[] = "--spica-backends";
  char* argv[] = {program, flag, choice, last, nullptr};
  int argc = 4;

  const Runtime inner(argc, argv);

  EXPECT_EQ(default_backend(), Backend::serial);
  ASSERT_EQ(argc, 2);
  EXPECT_EQ(std::string_view(argv[1]), "--spica-backends") << "another program's argument";
  EXPECT_EQ(argv[2], nullptr);
  set_default_backend(before);
}

TEST(Runtime, ArgumentWithoutABackendIsRefused) {
  for (const char* text : {"--spica-backend=", "--spica-backend"}) {
    std::string argument = text;
    char program[] = "program";
    char* argv[] = {program, argument.data(), nullptr};
    int argc = 2;

    testing::expect_error<ValueError>([&] { const Runtime inner(argc, argv); }, "--spica-backend: ", "serial, openmp, cuda");
  }
}

TEST(Runtime, FenceWaitsForEachBackend) {
  testing::for_each_backend([](Backend backend) {
    const Array<double> a = ones({100'000});
    fence(backend);
    EXPECT_EQ(sum(a).item(), 100'000);
  });
}

}  // namespace
}  // namespace spica
