#include <spica/ops/numeric/interp.hpp>

#include <spica/ops/index/gather.hpp>

namespace spica::detail {

namespace {

struct Interpolate {
  static constexpr const char* name = "interp";
  template <class A> using signature = double(double);
  const double* xp;
  const double* fp;
  std::int64_t points;
  double left, right;
  bool has_left, has_right;
  KOKKOS_FORCEINLINE_FUNCTION double operator()(double x) const {
    // As in searchsorted: the number of steps depends on the number of points alone.
    std::int64_t low = 0, rest = points;  // the last point that is not above x is in [low, low + rest), if there is one
    while (rest > 1) {
      const std::int64_t half = rest / 2;
      low += static_cast<std::int64_t>(xp[low + half] <= x) * half;
      rest -= half;
    }
    if (x != x) return x;
    if (x < xp[0]) return has_left ? left : fp[0];
    if (x > xp[points - 1]) return has_right ? right : fp[points - 1];
    if (low == points - 1 || xp[low] == x) return fp[low];
    const double slope = (fp[low + 1] - fp[low]) / (xp[low + 1] - xp[low]);
    double value = slope * (x - xp[low]) + fp[low];
    // An infinite value at one end: from the other, as NumPy does.
    if (value != value) {
      value = slope * (x - xp[low + 1]) + fp[low + 1];
      if (value != value && fp[low] == fp[low + 1]) value = fp[low];
    }
    return value;
  }
};

}  // namespace

Array<double> interpolate(const Array<double>& x, const Array<double>& xp, const Array<double>& fp,
                          std::optional<double> left, std::optional<double> right) {
  if (xp.rank() != 1 || !(xp.shape() == fp.shape()))
    throw ShapeError("interp: xp of shape " + to_string(xp.shape()) + " and fp of shape " + to_string(fp.shape()) +
                     " must have one axis and one length");
  if (xp.size() == 0) throw ValueError("interp: there are no points to interpolate between");
  const Array<double> places = contiguous("interp", xp);
  const Array<double> values = contiguous("interp", fp);
  const auto out = Array<double>::uninitialized("interp", x.shape(), x.backend());
  mark_used({places.storage().get(), values.storage().get()});
  assign_elements("interp", out,
                  make_expression(Interpolate{places.data(), values.data(), places.size(), left.value_or(0),
                                              right.value_or(0), left.has_value(), right.has_value()},
                                  x));
  return out;
}

}  // namespace spica::detail
