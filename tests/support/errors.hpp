// Checks an error by its type and by what it says.
#pragma once

#include <gtest/gtest.h>

#include <exception>
#include <initializer_list>
#include <string>
#include <string_view>
#include <typeinfo>

namespace spica::testing {

/// Calls act() and expects an E, not a class derived from it or a base, whose text holds each of the pieces.
template <class E, class Act, class... Pieces> void expect_error(Act act, const Pieces&... pieces) {
  try {
    act();
  } catch (const E& error) {
    const std::string text = error.what();
    EXPECT_EQ(typeid(error), typeid(E)) << text;
    for (const std::string_view piece : std::initializer_list<std::string_view>{pieces...})
      EXPECT_NE(text.find(piece), std::string::npos) << "the error says: " << text << "\nand should say: " << piece;
    return;
  } catch (const std::exception& error) {
    ADD_FAILURE() << "another error than expected: " << error.what();
    return;
  }
  ADD_FAILURE() << "no error was thrown";
}

}  // namespace spica::testing
