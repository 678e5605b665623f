#include <spica/apps/speedup/session.hpp>

#include <spica/spica.hpp>

#include <gtest/gtest.h>

#include "results.hpp"

namespace {

using namespace speedup;
namespace sp = spica;

Options small_run() {
  Options options;
  options.command = "all";
  options.quick = true;
  options.backends = {sp::Backend::serial};
  return options;
}

TEST(Session, TooLargeASizeNamesTheNeedAndWhatIsThere) {
  const Session session(small_run());

  try {
    session.require_memory(sp::Backend::serial, 1e15, "add --size 6e13", "choose a smaller --size");
    FAIL() << "accepted";
  } catch (const UsageError& error) {
    const std::string text = error.what();
    EXPECT_NE(text.find("add --size 6e13 needs 1.0 PB on serial"), std::string::npos) << text;
    EXPECT_NE(text.find("can be used now; choose a smaller --size"), std::string::npos) << text;
  }
  EXPECT_NO_THROW(session.require_memory(sp::Backend::serial, 1e3, "add", ""));
}

TEST(Session, ShrinkingSaysSo) {
  Session session(small_run());

  const std::int64_t size = session.shrink(sp::Backend::serial, "add", 1'000'000'000'000'000, 16);

  EXPECT_GT(size, 1000);
  EXPECT_LE(16.0 * static_cast<double>(size), session.memory_available(sp::Backend::serial) * 1.1);
  ASSERT_EQ(session.notes().size(), 1u);
  EXPECT_NE(session.notes()[0].find("made smaller"), std::string::npos) << session.notes()[0];
  EXPECT_EQ(session.shrink(sp::Backend::serial, "add", 1000, 16), 1000);
  EXPECT_EQ(session.notes().size(), 1u);
}

TEST(Session, AWrongResultFailsTheRun) {
  Session session(small_run());
  Result result = row("add", "loop", 10, "serial", 1);
  session.add(result);
  EXPECT_FALSE(session.failed());

  result.wrong = "element 3 is 1, expected 2";
  result.checked = false;
  session.add(result);

  EXPECT_TRUE(session.failed());
}

TEST(Session, AnIncredibleTimeIsMeasuredAgainAndThenRefused) {
  Options full = small_run();
  full.quick = false;
  Session session(full);
  const Result incredible = row("add", "vectorised", 300'000'000, "serial", 1e-6);
  int again = 0;

  session.add(incredible, [&] {
    ++again;
    return row("add", "vectorised", 300'000'000, "serial", 10);
  });
  EXPECT_EQ(again, 1);
  EXPECT_FALSE(session.failed());
  session.add(incredible, [&] { return incredible; });

  EXPECT_TRUE(session.failed());
  EXPECT_EQ(session.results()[0].refused, "");
  EXPECT_NE(session.results()[1].refused, "");
}

TEST(Session, AQuickRunOnlySaysThatATimeIsIncredible) {
  Session session(small_run());
  const Result incredible = row("add", "vectorised", 300'000'000, "serial", 1e-6);

  session.add(incredible);

  EXPECT_FALSE(session.failed());
  EXPECT_NE(session.results()[0].refused, "");
  ASSERT_FALSE(session.notes().empty());
  EXPECT_NE(session.notes().back().find("REFUSED"), std::string::npos);
}

TEST(Session, CopyRateIsPositiveAndKept) {
  Session session(small_run());

  const double rate = session.copy_rate(sp::Backend::serial);

  EXPECT_GT(rate, 1e7);
  EXPECT_EQ(session.copy_rate(sp::Backend::serial), rate);
}

TEST(Session, BackendsThatCannotRunAreErrors) {
  for (const sp::Backend backend : sp::all_backends) {
    Options options = small_run();
    options.backends = {backend};
    if (sp::usable(backend)) EXPECT_NO_THROW(Session{options});
    else EXPECT_THROW(Session{options}, sp::Error);
  }
}

}  // namespace
