// NumPy, CuPy and, for tables, pandas and pyarrow on the same work, each in a child process of its own.
#pragma once

#include "session.hpp"

#include <nlohmann/json.hpp>

#include <functional>
#include <string>

namespace speedup {

/// Empty if an answer's result is right, else what is wrong with it.
using PeerCheck = std::function<std::string(const nlohmann::json& answer)>;

/// Runs `experiment` with `request` (sizes, seed, …) in every peer that this machine has, and takes in the rows.
/// `check`, if there is one, looks at each answer and returns what is wrong with it. Nothing without --peers. A peer
/// that is absent or fails is a note below the table; one whose result is wrong fails the run.
///
/// The children inherit our environment, so that what is set for the BLAS or for OpenMP holds for both sides.
void ask_peers(Session& session, const std::string& experiment, nlohmann::json request, const PeerCheck& check = {});

/// The versions of the peers that have answered, by name.
const nlohmann::json& peer_versions();

namespace detail {

extern const char* const peers_script;  ///< peers.py, embedded by CMake

/// One line of a peer's output as a result. @throws std::exception if it is none.
Result parse_peer_result(const nlohmann::json& answer, const std::string& peer, const std::string& experiment);

}  // namespace detail

}  // namespace speedup
