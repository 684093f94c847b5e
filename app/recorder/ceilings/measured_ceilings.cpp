// SPDX-License-Identifier: Apache-2.0
#include "app/recorder/ceilings/measured_ceilings.h"

#include <algorithm>
#include <map>

#include "app/recorder/ceilings/probe_kernels.h"
#include "app/recorder/cuda/event_timer.h"
#include "app/recorder/cuda/matmul.h"
#include "app/recorder/cuda/tensor.h"
#include "app/recorder/statistics/samples.h"

namespace kernline::recorder {

namespace {

double medianNanoseconds(const std::function<void(cudaStream_t)>& launch, const DeviceFacts& facts,
                         bool flushesL2 = true) {
  const Stream stream;
  const QuietQueue flush(facts.l2Bytes, flushesL2);
  EventTimer timer;
  timer.time(3, flush, launch, stream);
  Samples samples;
  for (const double nanoseconds : timer.time(20, flush, launch, stream)) {
    samples.add(nanoseconds);
  }
  return samples.median();
}

double copyRate(const DeviceFacts& facts) {
  const std::size_t count = std::min<std::size_t>(std::size_t{1} << 28, facts.memoryBytes / 16);  // 1 GiB of fp32
  Tensor from(Element::fp32, count);
  const Tensor to(Element::fp32, count);
  from.randomize({.seed = 1});
  const auto copy = [&](cudaStream_t stream) {
    check(cudaMemcpyAsync(to.data(), from.data(), from.bytes(), cudaMemcpyDeviceToDevice, stream), "copying");
  };
  return 2.0 * static_cast<double>(from.bytes()) / (medianNanoseconds(copy, facts) * 1e-9);
}

double matmulRate(const DeviceFacts& facts, const std::string& rate) {
  const bool single = rate == "fp32" || rate == "tf32";
  const std::size_t side = rate == "fp32" ? 4096 : 8192;
  const Element element = single ? Element::fp32 : elementNamed(rate);
  Tensor a(element, side * side);
  Tensor b(element, side * side);
  const Tensor c(element, side * side);
  a.randomize({.seed = 1});  // never zeros: they draw less power, so that the clocks stay higher
  b.randomize({.seed = 2});
  const Matmul product(
      {.element = element, .tf32 = rate == "tf32", .m = side, .n = side, .k = side, .transposedB = true});
  const auto launch = [&](cudaStream_t stream) { product.launch(a.data(), b.data(), c.data(), 1, stream); };
  const auto length = static_cast<double>(side);
  return 2 * length * length * length / (medianNanoseconds(launch, facts) * 1e-9);
}

/// Products of e4m3 with sums in fp32 and bf16 results.
double fp8Rate(const DeviceFacts& facts) {
  constexpr std::size_t side = 8192;
  const DeviceMemory<std::byte> a(side * side);
  const DeviceMemory<std::byte> b(side * side);
  const Tensor c(Element::bf16, side * side);
  fillWithFp8(a.data(), a.size(), 1);
  fillWithFp8(b.data(), b.size(), 2);
  const Matmul product({.fp8 = true, .m = side, .n = side, .k = side, .transposedB = true});
  const auto launch = [&](cudaStream_t stream) { product.launch(a.data(), b.data(), c.data(), 1, stream); };
  const auto length = static_cast<double>(side);
  return 2 * length * length * length / (medianNanoseconds(launch, facts) * 1e-9);
}

/// Measures repeated reads of a buffer that stays in the cache.
double l2Rate(const DeviceFacts& facts) {
  constexpr int rounds = 50;
  const std::size_t packs = facts.l2Bytes / 4 / sizeof(uint4);
  const DeviceMemory<uint4> memory(packs);
  const DeviceMemory<unsigned int> result(1);
  check(cudaMemset(memory.data(), 0, packs * sizeof(uint4)), "clearing device memory");
  const auto launch = [&](cudaStream_t stream) {
    readInRounds(memory.data(), packs, rounds, facts.multiprocessors, result.data(), stream);
  };
  return rounds * static_cast<double>(packs * sizeof(uint4)) / (medianNanoseconds(launch, facts, false) * 1e-9);
}

constexpr int launches = 1000;

void launchEmptyKernels(cudaStream_t stream) {
  for (int i = 0; i < launches; ++i) {
    doNothing(stream);
  }
}

/// Measures an empty kernel in a graph of them: its cost without the host.
double graphLaunchTime(const DeviceFacts& facts) {
  const Stream capture;
  cudaGraph_t graph = nullptr;
  cudaGraphExec_t ready = nullptr;
  check(cudaStreamBeginCapture(capture.get(), cudaStreamCaptureModeThreadLocal), "capturing a graph");
  launchEmptyKernels(capture.get());
  check(cudaStreamEndCapture(capture.get(), &graph), "capturing a graph");
  check(cudaGraphInstantiate(&ready, graph, 0), "making a graph");
  const auto launch = [&](cudaStream_t stream) { check(cudaGraphLaunch(ready, stream), "launching a graph"); };
  const double nanoseconds = medianNanoseconds(launch, facts, false) / launches;
  check(cudaGraphExecDestroy(ready), "ending a graph");
  check(cudaGraphDestroy(graph), "ending a graph");
  return nanoseconds;
}

}  // namespace

PeakRates measuredPeakRates(const DeviceFacts& facts) {
  PeakRates rates{.device = facts.index,
                  .deviceName = facts.name,
                  .copyBytesPerSecond = copyRate(facts),
                  .specifiedBytesPerSecond = specifiedBytesPerSecond(facts)};
  if (facts.l2Bytes > 0) {
    rates.l2BytesPerSecond = l2Rate(facts);
  }
  for (const char* type : {"fp32", "tf32", "bf16", "fp16"}) {
    rates.products.push_back(
        {.type = type, .measured = matmulRate(facts, type), .specified = specifiedFlopsPerSecond(facts, type)});
  }
  if (constexpr int adaLovelace = 89; facts.major * 10 + facts.minor >= adaLovelace) {
    rates.products.push_back(
        {.type = "fp8", .measured = fp8Rate(facts), .specified = 2 * specifiedFlopsPerSecond(facts, "bf16")});
  }
  rates.launchNs = medianNanoseconds(launchEmptyKernels, facts, false) / launches;
  rates.graphLaunchNs = graphLaunchTime(facts);
  return rates;
}

Ceilings measuredCeilings(const DeviceFacts& facts, const std::string& rate) {
  static std::map<std::string, Ceilings> known;
  const auto found = known.find(rate);
  if (found != known.end()) {
    return found->second;
  }
  const double copied = known.empty() ? copyRate(facts) : known.begin()->second.copyBytesPerSecond;
  known[rate] = {.copyBytesPerSecond = copied,
                 .matmulFlopsPerSecond = matmulRate(facts, rate),
                 .matmulType = rate,
                 .specifiedBytesPerSecond = specifiedBytesPerSecond(facts),
                 .specifiedFlopsPerSecond = specifiedFlopsPerSecond(facts, rate)};
  return known[rate];
}

}  // namespace kernline::recorder
