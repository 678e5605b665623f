// Sorting on hosts: radix sort by digits of eight bits, least significant first; stable, so its result is the only one
// possible and depends neither on the threads nor on the backend.
// Source: Knuth, The Art of Computer Programming, vol. 3, section 5.2.5; digits in which all keys agree are left out.
#pragma once

#include <spica/backends/host/exec.hpp>
#include <spica/backends/order.hpp>
#include <spica/core/errors.hpp>
#include <spica/core/storage.hpp>

#include <algorithm>
#include <array>
#include <utility>
#include <vector>

namespace spica::detail {

/// Below this many items a comparison sort is faster than one pass over 256 counters for every digit.
inline constexpr std::int64_t radix_minimum = 512;

/// Sorts `items` by `key_of(item)`, an unsigned integer of `bits` bits; `scratch` has room for as many items.
template <class Item, class KeyOf> class RadixSort {
  using Key = decltype(KeyOf{}(std::declval<Item>()));
  static constexpr int radix_bits = 8, radix = 1 << radix_bits, digits = static_cast<int>(sizeof(Key)) * 8 / radix_bits;
  using Counts = std::array<std::int64_t, radix>;

 public:
  static void run(const HostExec& exec, Item* items, Item* scratch, std::int64_t size, int bits) {
    const KeyOf key_of;
    if (size < radix_minimum) {
      std::stable_sort(items, items + size, [&](const Item& a, const Item& b) { return key_of(a) < key_of(b); });
      return;
    }
    // Ranges of fixed bounds, one for each thread: what a thread counts, the same thread moves.
    const std::int64_t parts = size < serial_threshold ? 1 : exec.threads;
    const auto begin_of = [&](std::int64_t part) { return size * part / parts; };
    const auto for_parts = [&](auto f) {
      for_ranges(exec, parts, 1, [&](std::int64_t first, std::int64_t last) {
        for (std::int64_t part = first; part < last; ++part) f(part, begin_of(part), begin_of(part + 1));
      });
    };

    const int used = (bits + radix_bits - 1) / radix_bits;
    // All digits of all items in one reading: the counts of each digit do not change when items move.
    std::vector<std::array<Counts, digits>> all(static_cast<std::size_t>(parts));
    for_parts([&](std::int64_t part, std::int64_t begin, std::int64_t end) {
      auto& counts = all[static_cast<std::size_t>(part)];
      for (auto& digit : counts) digit.fill(0);
      for (std::int64_t i = begin; i < end; ++i) {
        const Key key = key_of(items[i]);
        for (int d = 0; d < used; ++d) ++counts[static_cast<std::size_t>(d)][key >> (d * radix_bits) & (radix - 1)];
      }
    });

    std::vector<Counts> next(static_cast<std::size_t>(parts));
    Item *from = items, *to = scratch;
    bool moved = false;
    for (int d = 0; d < used; ++d) {
      const int shift = d * radix_bits;
      Counts total{};
      for (const auto& counts : all)
        for (std::size_t b = 0; b < radix; ++b) total[b] += counts[static_cast<std::size_t>(d)][b];
      if (std::find(total.begin(), total.end(), size) != total.end()) continue;

      if (!moved || parts == 1) {
        for (std::size_t part = 0; part < next.size(); ++part) next[part] = all[part][static_cast<std::size_t>(d)];
      } else {
        for_parts([&](std::int64_t part, std::int64_t begin, std::int64_t end) {
          Counts counts{};
          for (std::int64_t i = begin; i < end; ++i) ++counts[key_of(from[i]) >> shift & (radix - 1)];
          next[static_cast<std::size_t>(part)] = counts;
        });
      }
      std::int64_t place = 0;
      for (std::size_t b = 0; b < radix; ++b)
        for (Counts& counts : next) place += std::exchange(counts[b], place);
      for_parts([&](std::int64_t part, std::int64_t begin, std::int64_t end) {
        Counts places = next[static_cast<std::size_t>(part)];
        for (std::int64_t i = begin; i < end; ++i) {
          const Item item = from[i];
          to[places[key_of(item) >> shift & (radix - 1)]++] = item;
        }
      });
      std::swap(from, to);
      moved = true;
    }
    if (from != items)
      for_ranges(exec, size, serial_threshold, [&](std::int64_t begin, std::int64_t end) { std::copy(from + begin, from + end, items + begin); });
  }
};

template <class T> struct KeyOfElement {
  typename OrderKey<T>::Key operator()(T value) const { return OrderKey<T>::of(value); }
};

/// A key and the place where it was.
template <class Key, class Place> struct KeyAndPlace {
  Key key;
  Place place;
};
template <class Key, class Place> struct KeyOfPair {
  Key operator()(const KeyAndPlace<Key, Place>& pair) const { return pair.key; }
};

/// The team for rows that each one thread sorts, or a team for each row in turn.
template <class F> void for_rows(const HostExec& exec, std::int64_t rows, std::int64_t length, F f) {
  if (rows >= 2 * exec.threads || rows * length < serial_threshold) {
    const std::int64_t grain = std::max<std::int64_t>(1, serial_threshold / std::max<std::int64_t>(1, length));
    for_ranges(exec, rows, grain, [&](std::int64_t begin, std::int64_t end) {
      for (std::int64_t row = begin; row < end; ++row) f(HostExec{1}, row);
    });
  } else {
    for (std::int64_t row = 0; row < rows; ++row) f(exec, row);
  }
}

/// out = the rows of `in`, each sorted. `in` may be `out`; else they do not overlap.
template <class T> void sort_rows(const HostExec& exec, const char* op, const T* in, T* out, std::int64_t rows, std::int64_t length) {
  const ToolsKernel tools(ToolsKernel::Kind::parallel_for, op, exec);
  const std::int64_t size = rows * length;
  if (in != out)
    for_ranges(exec, size, serial_threshold, [&](std::int64_t begin, std::int64_t end) { std::copy(in + begin, in + end, out + begin); });
  const auto scratch = allocate(op, Backend::serial, length < radix_minimum ? 0 : static_cast<std::size_t>(size) * sizeof(T));
  for_rows(exec, rows, length, [&](const HostExec& team, std::int64_t row) {
    T* items = out + row * length;
    if (std::is_sorted(items, items + length, [](T a, T b) { return OrderKey<T>::of(a) < OrderKey<T>::of(b); })) return;
    RadixSort<T, KeyOfElement<T>>::run(team, items, static_cast<T*>(scratch->data()) + (length < radix_minimum ? 0 : row * length), length,
                                       OrderKey<T>::bits);
  });
}

/// order = for each row the places in it that sort it, equal keys in their order. `bits`: those of the keys that can differ.
template <class Order, class Key, class KeyAt>
void argsort_rows(const HostExec& exec, const char* op, KeyAt key_at, Order* order, std::int64_t rows, std::int64_t length, int bits) {
  const ToolsKernel tools(ToolsKernel::Kind::parallel_for, op, exec);
  // A 64-bit key leaves room for a 64-bit place anyway.
  using Place = std::conditional_t<sizeof(Key) == 8, std::uint64_t, std::uint32_t>;
  using Pair = KeyAndPlace<Key, Place>;
  if (length > std::int64_t(1) << 32) throw ShapeError(std::string(op) + ": a row of more than 2^32 elements cannot be put in order");
  const auto memory = allocate(op, Backend::serial, 2 * static_cast<std::size_t>(rows * length) * sizeof(Pair));
  for_rows(exec, rows, length, [&](const HostExec& team, std::int64_t row) {
    Pair *items = static_cast<Pair*>(memory->data()) + 2 * row * length, *scratch = items + length;
    for_ranges(team, length, serial_threshold, [&](std::int64_t begin, std::int64_t end) {
      for (std::int64_t i = begin; i < end; ++i) items[i] = {key_at(row * length + i), static_cast<Place>(i)};
    });
    RadixSort<Pair, KeyOfPair<Key, Place>>::run(team, items, scratch, length, bits);
    for_ranges(team, length, serial_threshold, [&](std::int64_t begin, std::int64_t end) {
      for (std::int64_t i = begin; i < end; ++i) order[row * length + i] = static_cast<Order>(items[i].place);
    });
  });
}

/// One row: order as above, and the keys in that order.
template <class Key, class KeyAt>
void sort_with_places(const HostExec& exec, const char* op, KeyAt key_at, std::uint32_t* order, Key* sorted, std::int64_t size, int bits) {
  const ToolsKernel tools(ToolsKernel::Kind::parallel_for, op, exec);
  using Pair = KeyAndPlace<Key, std::uint32_t>;
  const auto memory = allocate(op, Backend::serial, 2 * static_cast<std::size_t>(size) * sizeof(Pair));
  Pair *items = static_cast<Pair*>(memory->data()), *scratch = items + size;
  for_ranges(exec, size, serial_threshold, [&](std::int64_t begin, std::int64_t end) {
    for (std::int64_t i = begin; i < end; ++i) items[i] = {key_at(i), static_cast<std::uint32_t>(i)};
  });
  RadixSort<Pair, KeyOfPair<Key, std::uint32_t>>::run(exec, items, scratch, size, bits);
  for_ranges(exec, size, serial_threshold, [&](std::int64_t begin, std::int64_t end) {
    for (std::int64_t i = begin; i < end; ++i) {
      order[i] = items[i].place;
      sorted[i] = items[i].key;
    }
  });
}

template <class T, class Order>
void argsort_rows(const HostExec& exec, const char* op, const T* keys, Order* order, std::int64_t rows, std::int64_t length) {
  argsort_rows<Order, typename OrderKey<T>::Key>(exec, op, KeyOfPlace<T>{keys}, order, rows, length,
                                                  OrderKey<T>::bits);
}

}  // namespace spica::detail
