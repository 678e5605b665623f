// Checks for programs that have a main of their own: silent while all is well, for anything printed is a failure.
#pragma once

#include <cstdlib>
#include <exception>
#include <iostream>
#include <string>
#include <string_view>
#include <typeinfo>

/// Ends the program with exit code 1 unless `condition` holds.
inline void check(bool condition, std::string_view claim) {
  if (condition) return;
  std::cerr << "not so: " << claim << '\n';
  std::_Exit(1);
}

/// act() must throw exactly an E whose text holds `piece`.
template <class E, class Act> void check_error(Act act, std::string_view piece) {
  std::string got = "no error";
  try {
    act();
  } catch (const E& error) {
    got = error.what();
    if (typeid(error) == typeid(E) && got.find(piece) != std::string::npos) return;
  } catch (const std::exception& error) { got = std::string("an error of another type: ") + error.what(); }
  check(false, "an error that says \"" + std::string(piece) + "\"; there was " + got);
}
