// Array<T>: the handle through which everything else works.
#pragma once

#include <spica/core/dtype.hpp>
#include <spica/core/index.hpp>
#include <spica/core/storage.hpp>

#include <limits>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

namespace spica {

template <Element T> class Array;
template <class Op, class Signature, class... Parts> class Expression;

namespace detail {

template <class Signature> struct SignatureResult;
template <class R, class... A> struct SignatureResult<R(A...)> { using type = R; };

template <class X> struct IsArray : std::false_type {};
template <class T> struct IsArray<Array<T>> : std::true_type {};
template <class X> struct IsExpression : std::false_type {};
template <class Op, class Signature, class... Parts> struct IsExpression<Expression<Op, Signature, Parts...>> : std::true_type {};

/// Writes the elements of `source` into those of `destination`. Defined in ops/elementwise/assign.hpp.
template <class T, class E> void assign_elements(const char* op, const Array<T>& destination, const E& source);
/// Writes one value into every element. Defined in ops/elementwise/assign.hpp.
template <class T> void fill_elements(const char* op, const Array<T>& destination, T value);
/// A fresh contiguous array on the same backend with the same elements. Defined in ops/elementwise/assign.hpp.
template <class T> Array<T> contiguous_copy(const char* op, const Array<T>& array);

/// Whether a value of type From can be stored as To without losing its kind or range: what NumPy calls a safe cast.
template <class To, class From> inline constexpr bool widens = std::same_as<promote_t<To, From>, To>;
/// What an in-place operator may store: the same kind or a lower one, but no signed integer in an unsigned one (NumPy's same_kind).
template <class To, class From>
inline constexpr bool same_kind = kind_of(dtype_of<From>) <= kind_of(dtype_of<To>) &&
                                  !(is_signed_integer(dtype_of<From>) && std::unsigned_integral<To>);

}  // namespace detail

template <class X> concept IsArray = detail::IsArray<std::remove_cvref_t<X>>::value;
template <class X> concept IsExpression = detail::IsExpression<std::remove_cvref_t<X>>::value;
/// What an op takes where the documentation says array: an array or a formula over arrays.
template <class X> concept ArrayOrExpression = IsArray<X> || IsExpression<X>;
template <class X> using value_type_t = typename std::remove_cvref_t<X>::value_type;

/// A handle to elements of type T in the memory of a backend; rank 0 to 8, any strides.
///
/// Copying a handle shares the elements, as copying a Kokkos::View or binding a NumPy name does:
///   `a = b` on a name rebinds it; `a(…) = expr`, `a += expr` and `a.assign(expr)` write elements.
/// Constness is the handle's, as with Kokkos::View. A handle may outlive the Runtime; using it then throws RuntimeError.
template <Element T> class Array {
 public:
  using value_type = T;

  /// An array without elements: shape (0,), on the default backend, without memory.
  Array() : shape_{0}, strides_{1}, backend_(detail::current_default_backend()) {}
  Array(const Array&) = default;
  /// Leaves `other` without elements.
  Array(Array&& other) noexcept : Array(Raw{}) { swap(other); }
  ~Array() = default;

  /// Evaluates an expression into a new array: one kernel. The element type may widen, never narrow.
  template <IsExpression E> Array(const E& expression) : Array(uninitialized(E::name(), expression.shape(), expression.backend())) {  // NOLINT
    static_assert(detail::widens<T, value_type_t<E>>, "this would narrow the element type: use cast<T>(expression)");
    detail::assign_elements(E::name(), *this, expression);
  }
  /// From another element type that this one can hold; narrowing is written cast<T>(a).
  template <Element U> requires(!std::same_as<T, U>)
  Array(const Array<U>& other) : Array(uninitialized("copy", other.shape(), other.backend())) {  // NOLINT
    static_assert(detail::widens<T, U>, "this would narrow the element type: use cast<T>(array)");
    detail::assign_elements("copy", *this, other);
  }

  // On a name: rebind. On a view just made (an rvalue): write its elements.
  Array& operator=(const Array&) & = default;
  Array& operator=(Array&& other) & noexcept {
    Array(std::move(other)).swap(*this);
    return *this;
  }
  template <IsExpression E> Array& operator=(const E& expression) & { return *this = Array(expression); }
  void operator=(const Array& source) && { assign(source); }
  template <class X> requires(ArrayOrExpression<X> || Scalar<X>) void operator=(const X& source) && { assign(source); }

  /// Writes elements; `source` (array, expression or number) broadcasts to this shape, overlap gives what NumPy gives.
  /// @throws ShapeError, BackendMismatch, ValueError (a broadcast view as destination, a literal that does not fit).
  template <class X> requires(ArrayOrExpression<X> || Scalar<X>) const Array& assign(const X& source) const;

  const Shape& shape() const { return shape_; }
  const Strides& strides() const { return strides_; }  ///< in elements
  int rank() const { return shape_.rank(); }
  std::int64_t size() const { return detail::size_of(shape_); }
  Backend backend() const { return backend_; }
  static constexpr DType dtype() { return dtype_of<T>; }
  bool is_contiguous() const { return detail::is_contiguous(shape_, strides_); }
  /// Length of the first axis. @throws AxisError for rank 0.
  std::int64_t length() const { return shape_[detail::normalize_axis("length", 0, rank())]; }

  /// Address of element (0, …, 0), in the memory of `backend()`. Work that is under way on the backend is not waited for.
  T* data() const { return data_; }
  const std::shared_ptr<detail::Storage>& storage() const { return storage_; }

  /// A view: integers, slice(start, stop, step), all, newaxis, ellipsis. @throws IndexError, ValueError (step 0).
  template <class... Entries> requires(sizeof...(Entries) > 0 && (std::convertible_to<Entries, Index> && ...))
  Array operator()(const Entries&... entries) const {
    const Index list[] = {Index(entries)...};
    return index(list);
  }
  Array index(std::span<const Index> entries) const { return view(detail::index_geometry(shape_, strides_, entries)); }

  /// The elements where `mask` (bool, of the shape of the leading axes) is true, as a new array: shape (count, the other
  /// axes…). Waits for the count. Defined in ops/index/select.hpp. @throws IndexError (the mask does not fit), BackendMismatch.
  template <ArrayOrExpression M> requires std::same_as<value_type_t<M>, bool> Array operator[](const M& mask) const;

  /// The value of a one-element array on the host: waits for the work that makes it. @throws ValueError otherwise.
  T item() const;
  /// The same elements on another backend, copied, also when it is this one's.
  Array to(Backend backend) const;
  /// The elements in C order on the host.
  std::vector<T> to_vector() const;

  template <class X> const Array& operator+=(const X& x) const;
  template <class X> const Array& operator-=(const X& x) const;
  template <class X> const Array& operator*=(const X& x) const;
  template <class X> const Array& operator/=(const X& x) const;
  template <class X> const Array& operator%=(const X& x) const;
  template <class X> const Array& operator&=(const X& x) const;
  template <class X> const Array& operator|=(const X& x) const;
  template <class X> const Array& operator^=(const X& x) const;
  template <class X> const Array& operator<<=(const X& x) const;
  template <class X> const Array& operator>>=(const X& x) const;

  /// The same elements as an unmanaged Kokkos::View of LayoutStride (backends/view.hpp); zero copy. `Space` is a memory or
  /// execution space of the array's backend. Keep the array while the View is used.
  /// @throws ShapeError (another rank), BackendMismatch (the space belongs to another backend).
  template <int Rank, class Space> auto view() const;
  /// The same as LayoutRight. @throws ShapeError also if the array is not contiguous: take sp::copy(a) or view<…>().
  template <int Rank, class Space> auto view_right() const;

  /// A handle with other geometry over the same memory; for ops that make views.
  Array view(const detail::Geometry& geometry) const {
    Array result(*this);
    if (data_) result.data_ += geometry.offset;
    result.shape_ = geometry.shape;
    result.strides_ = geometry.strides;
    return result;
  }
  /// A fresh contiguous array whose elements are not set.
  static Array uninitialized(const char* op, const Shape& shape, Backend backend) {
    const std::int64_t size = detail::checked_size(op, shape);
    if (size > std::numeric_limits<std::int64_t>::max() / static_cast<std::int64_t>(sizeof(T)))
      throw ShapeError(std::string(op) + ": shape " + to_string(shape) + " has more bytes than int64 can count");
    return wrap(detail::allocate(op, backend, static_cast<std::size_t>(size) * sizeof(T)), shape, detail::contiguous_strides(shape));
  }
  /// A handle over memory that `storage` owns; element (0, …, 0) is `offset` elements into it.
  static Array wrap(std::shared_ptr<detail::Storage> storage, const Shape& shape, const Strides& strides, std::int64_t offset = 0) {
    Array result{Raw{}};
    result.data_ = static_cast<T*>(storage->data()) + offset;
    result.backend_ = storage->backend();
    result.storage_ = std::move(storage);
    result.shape_ = shape;
    result.strides_ = strides;
    return result;
  }

 private:
  struct Raw {};
  explicit Array(Raw) noexcept : shape_{0}, strides_{1} {}

  void swap(Array& other) noexcept {
    std::swap(storage_, other.storage_);
    std::swap(data_, other.data_);
    std::swap(shape_, other.shape_);
    std::swap(strides_, other.strides_);
    std::swap(backend_, other.backend_);
  }

  std::shared_ptr<detail::Storage> storage_;
  T* data_ = nullptr;
  Shape shape_;
  Strides strides_;
  Backend backend_ = Backend::serial;
};

// ---- other views of the same elements ----------------------------------------------------------------------------------

/// The axes reversed, or in the given order. A view. @throws AxisError.
template <class T> Array<T> transpose(const Array<T>& a, std::span<const std::int64_t> order = {}) {
  return a.view(detail::transpose_geometry(a.shape(), a.strides(), order));
}
template <class T> Array<T> transpose(const Array<T>& a, std::initializer_list<std::int64_t> order) {
  return transpose(a, std::span(order.begin(), order.size()));
}
/// The same elements in C order under another shape; one extent may be -1. A view where the strides allow, else a copy.
/// @throws ShapeError if the sizes differ.
template <class T> Array<T> reshape(const Array<T>& a, const Shape& shape) {
  if (auto geometry = detail::reshape_geometry(a.shape(), a.strides(), shape)) return a.view(*geometry);
  const Array<T> copy = detail::contiguous_copy("reshape", a);
  return copy.view({0, detail::reshape_shape(a.shape(), shape), detail::contiguous_strides(detail::reshape_shape(a.shape(), shape))});
}
/// `a` seen under a larger shape, repeated without a copy; read-only in effect (writing to it is an error). @throws ShapeError.
template <class T> Array<T> broadcast_to(const Array<T>& a, const Shape& shape) {
  detail::checked_size("broadcast_to", shape);
  return a.view({0, shape, detail::broadcast_strides("broadcast_to", a.shape(), a.strides(), shape)});
}
/// Without the axes of length 1 (all of them, or those named). A view. @throws AxisError, ShapeError (an axis that is longer).
template <class T> Array<T> squeeze(const Array<T>& a, const Axes& which = all_axes) {
  return a.view(detail::squeeze_geometry(a.shape(), a.strides(), which));
}
/// With axes of length 1 at these places of the result. A view. @throws AxisError.
template <class T> Array<T> expand_dims(const Array<T>& a, const Axes& where) {
  return a.view(detail::expand_dims_geometry(a.shape(), a.strides(), where));
}
/// Axes moved from `source` to `destination`, the others in order. A view. @throws AxisError.
template <class T> Array<T> moveaxis(const Array<T>& a, const Shape& source, const Shape& destination) {
  return a.view(detail::moveaxis_geometry(a.shape(), a.strides(), source, destination));
}
/// The order of the elements reversed along the axes. A view. @throws AxisError.
template <class T> Array<T> flip(const Array<T>& a, const Axes& which = all_axes) {
  return a.view(detail::flip_geometry(a.shape(), a.strides(), which));
}

}  // namespace spica
