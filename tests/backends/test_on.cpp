// Work on the caller's own execution-space instance.
#include <spica/backends/memory.hpp>
#include <spica/backends/runtime.hpp>
#include <spica/ops/creation/creation.hpp>
#include <spica/ops/elementwise/arithmetic.hpp>
#include <spica/ops/elementwise/functions.hpp>
#include <spica/ops/reduce/min_max.hpp>
#include <spica/ops/reduce/sum.hpp>

#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <cmath>
#include <thread>

namespace spica {
namespace {

#ifdef KOKKOS_ENABLE_SERIAL
TEST(On, SerialInstanceRunsOnTheCallingThread) {
  const On guard{Kokkos::Serial()};

  EXPECT_EQ(sum(ones({100'000}, Backend::serial)).item(), 100'000);
}
#endif

#ifdef KOKKOS_ENABLE_OPENMP
TEST(On, OpenMPInstanceGivesItsThreads) {
  const int before = concurrency(Backend::openmp);
  const Kokkos::OpenMP one(1);
  {
    const On guard(one);

    EXPECT_EQ(concurrency(Backend::openmp), 1);
    EXPECT_EQ(sum(ones({100'000}, Backend::openmp)).item(), 100'000);
  }
  EXPECT_EQ(concurrency(Backend::openmp), before);
}

TEST(On, GuardsNest) {
  const int before = concurrency(Backend::openmp);
  const Kokkos::OpenMP one(1), two(2);
  const On outer(two);
  ASSERT_EQ(concurrency(Backend::openmp), two.concurrency());
  {
    const On inner(one);
    EXPECT_EQ(concurrency(Backend::openmp), 1);
  }
  EXPECT_EQ(concurrency(Backend::openmp), two.concurrency());
  {
    const On inner{Kokkos::OpenMP()};
    EXPECT_EQ(concurrency(Backend::openmp), before);
  }
}

TEST(On, HoldsForTheCallingThreadOnly) {
  const int before = concurrency(Backend::openmp);
  const Kokkos::OpenMP one(1);
  const On guard(one);

  int elsewhere = 0;
  std::thread([&] { elsewhere = concurrency(Backend::openmp); }).join();

  EXPECT_EQ(elsewhere, before);
}

TEST(On, InstanceDoesNotChangeTheBits) {
  const Array<double> x = sqrt(arange<double>(1, 1'000'003));
  const double expected = sum(1 / x).item();
  const Kokkos::OpenMP one(1), two(2);
  for (const Kokkos::OpenMP& instance : {one, two}) {
    const On guard(instance);

    EXPECT_EQ(sum(1 / x).item(), expected);
  }
}
#endif

/// Skips, visibly, where there is no CUDA device.
class OnCuda : public ::testing::Test {
 protected:
  void SetUp() override {
    if (const Usable can = usable(Backend::cuda); !can) GTEST_SKIP() << can.why_not;
  }
};

#ifdef KOKKOS_ENABLE_CUDA
/// Holds up a stream until `open` is called, ten seconds at most.
class Gate {
 public:
  explicit Gate(cudaStream_t stream) {
    const cudaError_t code = cudaLaunchHostFunc(stream, &Gate::wait, this);
    EXPECT_EQ(code, cudaSuccess);
    passed_ = code != cudaSuccess;
  }
  Gate(const Gate&) = delete;
  Gate& operator=(const Gate&) = delete;
  ~Gate() {
    open();
    while (!passed_) std::this_thread::yield();  // the stream uses this object until then
  }
  void open() { open_ = true; }
  bool passed() const { return passed_; }

 private:
  static void wait(void* gate_address) {
    auto& gate = *static_cast<Gate*>(gate_address);
    const auto deadline = std::chrono::steady_clock::now() + std::chrono::seconds(10);
    while (!gate.open_ && std::chrono::steady_clock::now() < deadline) std::this_thread::yield();
    gate.passed_ = true;
  }

  std::atomic<bool> open_{false}, passed_{false};
};
#endif

TEST_F(OnCuda, WorkRunsOnTheCallersStream) {
#ifdef KOKKOS_ENABLE_CUDA
  cudaStream_t stream = nullptr;
  ASSERT_EQ(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking), cudaSuccess);
  {
    const Kokkos::Cuda instance(stream);
    const On guard(instance);
    const auto work = [] {
      Array<double> x = ones({1000}, Backend::cuda);
      for (int i = 0; i < 20; ++i) x = sqrt(x * x + 1);
      return x;
    };
    (void)work();  // loads the kernels and fills the pool: a first launch or cudaMalloc may wait for the device
    ASSERT_EQ(cudaStreamSynchronize(stream), cudaSuccess);
    Gate gate(stream);

    const Array<double> x = work();

    EXPECT_EQ(cudaStreamQuery(stream), cudaErrorNotReady);
    EXPECT_FALSE(gate.passed()) << "the calls have waited for the stream";
    gate.open();
    EXPECT_NEAR(x(7).item(), std::sqrt(21.0), 1e-12);
    EXPECT_TRUE(gate.passed()) << "the value was there before the stream got to it";
  }
  EXPECT_EQ(cudaStreamSynchronize(stream), cudaSuccess);
  cudaStreamDestroy(stream);
#endif
}

TEST_F(OnCuda, CopyWithinTheDeviceKeepsItsSource) {
#ifdef KOKKOS_ENABLE_CUDA
  constexpr std::int64_t n = 1 << 18;
  cudaStream_t streams[2];
  for (cudaStream_t& stream : streams)
    ASSERT_EQ(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking), cudaSuccess);
  {
    const Kokkos::Cuda a(streams[0]), b(streams[1]);
    Array<double> source, copied, other;
    {
      const On guard(a);
      { const Array<double> warm_up = full<double>({n}, -1, Backend::cuda), one_more = full<double>({n}, -1, Backend::cuda); }
      source = full<double>({n}, 7, Backend::cuda);
      ASSERT_EQ(cudaStreamSynchronize(streams[0]), cudaSuccess);
    }
    {
      const On guard(b);
      Gate gate(streams[1]);
      copied = source.to(Backend::cuda);
      source = Array<double>();
      {
        const On inner(a);
        other = full<double>({n}, -1, Backend::cuda);  // takes the block that `source` had
      }
    }
    const On guard(b);
    EXPECT_EQ(min(copied).item(), 7);
    EXPECT_EQ(max(copied).item(), 7);
  }
  for (const cudaStream_t stream : streams) {
    EXPECT_EQ(cudaStreamSynchronize(stream), cudaSuccess);
    cudaStreamDestroy(stream);
  }
#endif
}

TEST_F(OnCuda, FenceOfTheRuntimeWaitsForEveryStream) {
#ifdef KOKKOS_ENABLE_CUDA
  cudaStream_t stream = nullptr;
  ASSERT_EQ(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking), cudaSuccess);
  {
    Gate gate(stream);
    std::thread opener([&gate] {
      std::this_thread::sleep_for(std::chrono::milliseconds(100));
      gate.open();
    });

    const Runtime inner;
    inner.fence();

    EXPECT_TRUE(gate.passed());
    opener.join();
  }
  cudaStreamDestroy(stream);
#endif
}

// TRAP-17: memory goes back while work that reads it is still under way, and another stream asks for as much.
TEST_F(OnCuda, MemoryIsNotHandedToAnotherStreamWhileInUse) {
#ifdef KOKKOS_ENABLE_CUDA
  cudaStream_t streams[2];
  for (cudaStream_t& stream : streams)
    ASSERT_EQ(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking), cudaSuccess);
  for (int round = 0; round < 1000; ++round) {
    constexpr std::int64_t n = 1 << 18;
    const Kokkos::Cuda a(streams[0]), b(streams[1]);
    Array<double> read, filled;
    {
      const On guard(a);
      const Array<double> x = full<double>({n}, round, Backend::cuda);
      Array<double> slow = x + 0;
      for (int i = 0; i < 10; ++i) slow = sqrt(slow * slow + 0);
      read = slow * 0 + x;
    }
    {
      const On guard(b);
      filled = full<double>({n}, -1, Backend::cuda);
      ASSERT_EQ(max(filled).item(), -1) << "round " << round;
    }
    {
      const On guard(a);
      ASSERT_EQ(min(read).item(), round) << "round " << round;
      ASSERT_EQ(max(read).item(), round) << "round " << round;
    }
  }
  for (const cudaStream_t stream : streams) cudaStreamDestroy(stream);
#endif
}

TEST_F(OnCuda, DestroyedStreamLeavesItsMemoryToOthers) {
#ifdef KOKKOS_ENABLE_CUDA
  memory_pool(Backend::cuda).trim();
  for (int round = 0; round < 100; ++round) {
    cudaStream_t stream = nullptr;
    ASSERT_EQ(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking), cudaSuccess);
    Array<double> x;
    {
      const Kokkos::Cuda instance(stream);
      const On guard(instance);
      x = full<double>({1 << 18}, round, Backend::cuda);
    }
    ASSERT_EQ(cudaStreamSynchronize(stream), cudaSuccess);  // another stream reads x: that order is the caller's business
    cudaStreamDestroy(stream);

    ASSERT_EQ(sum(x).item(), static_cast<double>(round) * (1 << 18));
  }
  EXPECT_LT(memory_pool(Backend::cuda).statistics().cached, std::size_t(64) << 20);
#endif
}

}  // namespace
}  // namespace spica
