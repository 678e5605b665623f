// Kokkos Views in and out, without a copy.
#pragma once

#include <spica/backends/runtime.hpp>
#include <spica/core/array.hpp>

namespace spica {

namespace detail {

/// Whether the backend's kernels may touch memory of `Space` (a memory or execution space).
template <class Space> bool space_fits(Backend backend) {
  using Memory = typename Space::memory_space;
#ifdef SPICA_HAS_CUDA
  if (backend == Backend::cuda) return Kokkos::SpaceAccessibility<Kokkos::Cuda, Memory>::accessible;
#endif
  return backend != Backend::cuda && Kokkos::SpaceAccessibility<Kokkos::DefaultHostExecutionSpace, Memory>::accessible;
}

/// The backend for memory of `Space` when the caller names none: the device where only it can touch the memory.
template <class Space> Backend backend_of_space() {
  if (space_fits<Space>(Backend::openmp)) return default_backend() == Backend::serial || !usable(Backend::openmp) ? Backend::serial : Backend::openmp;
  return Backend::cuda;
}

template <class T, int Rank> struct Pointers { using type = typename Pointers<T, Rank - 1>::type*; };
template <class T> struct Pointers<T, 0> { using type = T; };

/// Keeps a managed View's memory alive as long as an array uses it and Kokkos runs.
template <class View> class ViewStorage final : public Storage {
 public:
  ViewStorage(const View& view, Backend backend)
      : Storage(view.data(), view.span() * sizeof(typename View::value_type), backend), view_(view) {
    track(*this);
  }
  ~ViewStorage() override { untrack(*this); }
  void release() noexcept override { view_ = View(); }

 private:
  View view_;
};

template <int Rank> Shape view_shape(const char* op, const Shape& shape) {
  if (shape.rank() != Rank)
    throw ShapeError(std::string(op) + "<" + std::to_string(Rank) + ">: the array has shape " + to_string(shape) + ", rank " +
                     std::to_string(shape.rank()) + "; ask for that rank or reshape");
  return shape;
}

template <class Space> void check_space(const char* op, Backend backend) {
  if (!space_fits<Space>(backend))
    throw BackendMismatch(std::string(op) + ": the array lives on " + name(backend) + ", whose memory the space " + Space::name() +
                          " cannot reach; copy it with a.to(…) or ask for a space of that backend");
}

}  // namespace detail

/// An array over the elements of a Kokkos::View, of any layout and rank up to 8; zero copy. A managed View is kept alive.
///
/// @param view     element type not const; in memory that the backend can touch.
/// @param backend  default: cuda for memory only it can reach, else the host backend.
/// @throws BackendMismatch if the backend cannot touch the View's memory.
template <class View> requires Kokkos::is_view_v<View>
auto from_view(const View& view, std::optional<Backend> backend = {}) -> Array<typename View::non_const_value_type> {
  using T = typename View::non_const_value_type;
  static_assert(std::same_as<T, typename View::value_type>, "from_view takes a View whose elements can be written; copy a const View first");
  const Backend where = backend.value_or(detail::backend_of_space<typename View::memory_space>());
  detail::check_running("from_view");
  detail::check_usable("from_view", where);
  detail::check_space<typename View::memory_space>("from_view", where);
  Shape shape;
  Strides strides;
  for (std::size_t d = 0; d < View::rank(); ++d) {
    shape.push_back(static_cast<std::int64_t>(view.extent(d)));
    strides.push_back(static_cast<std::int64_t>(view.stride(static_cast<int>(d))));
  }
  return Array<T>::wrap(std::make_shared<detail::ViewStorage<View>>(view, where), shape, strides);
}

template <Element T> template <int Rank, class Space> auto Array<T>::view() const {
  detail::check_space<Space>("view", backend_);
  const Shape shape = detail::view_shape<Rank>("view", shape_);
  Kokkos::LayoutStride layout;
  for (int d = 0; d < Rank; ++d) {
    layout.dimension[d] = static_cast<std::size_t>(shape[d]);
    layout.stride[d] = static_cast<std::size_t>(strides_[d]);
    if (strides_[d] < 0) throw ShapeError("view: axis " + std::to_string(d) + " has a negative stride, which a Kokkos::View cannot have; take sp::copy(a)");
  }
  return Kokkos::View<typename detail::Pointers<T, Rank>::type, Kokkos::LayoutStride, typename Space::memory_space, Kokkos::MemoryTraits<Kokkos::Unmanaged>>(data_, layout);
}

template <Element T> template <int Rank, class Space> auto Array<T>::view_right() const {
  detail::check_space<Space>("view_right", backend_);
  const Shape shape = detail::view_shape<Rank>("view_right", shape_);
  if (!is_contiguous()) throw ShapeError("view_right: the array of shape " + to_string(shape_) + " is not contiguous; use view<…>() or sp::copy(a)");
  Kokkos::LayoutRight layout;
  for (int d = 0; d < Rank; ++d) layout.dimension[d] = static_cast<std::size_t>(shape[d]);
  return Kokkos::View<typename detail::Pointers<T, Rank>::type, Kokkos::LayoutRight, typename Space::memory_space, Kokkos::MemoryTraits<Kokkos::Unmanaged>>(data_, layout);
}

}  // namespace spica
