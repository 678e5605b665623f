// A user's program with tables, built outside the tree by the tests install.*.
#include <spica/io/csv.hpp>
#include <spica/io/parquet.hpp>
#include <spica/spica.hpp>

#include <iostream>

namespace sp = spica;

int main(int argc, char** argv) {
  const sp::Runtime runtime(argc, argv);
  const sp::Array<double> usage = sp::array({0.01, 0.25, 0.5});
  sp::io::write_csv("usage.csv", sp::io::Table::from({{"USAGE", usage}}));
  sp::io::write_parquet("usage.parquet", sp::io::read_csv("usage.csv"));
  const double total = sp::sum(sp::io::read_parquet("usage.parquet").column<double>("USAGE")).item();
  std::cout << total << '\n';
  return total == 0.76 ? 0 : 1;
}
