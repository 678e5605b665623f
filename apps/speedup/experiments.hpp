// The article's experiments, one file each. Each measures its rows on every backend of the session, prints the arrays
// as the article does, and then asks the peers.
#pragma once

#include "session.hpp"

namespace speedup {

/// Experiment 1: adding a number to many ones, in five ways.
void run_add(Session& session);
/// Experiment 2: the product of two matrices of random numbers.
void run_matmul(Session& session);
/// sqrt(x*x + y*y)*0.5 + 1: what fusing an expression into one kernel brings.
void run_fused(Session& session);

/// Experiment 3: from a CSV file of electricity readings to the minimum, maximum and mean of each day, and a chart.
void run_usage(Session& session);

}  // namespace speedup
