// SPDX-License-Identifier: Apache-2.0
#include "app/recorder/cuda/ceilings.h"

#include <algorithm>
#include <map>

#include "app/recorder/cuda/event_timer.h"
#include "app/recorder/cuda/matmul.h"
#include "app/recorder/cuda/tensor.h"
#include "app/recorder/statistics/samples.h"

namespace kernline::recorder {

namespace {

double medianNanoseconds(const std::function<void(cudaStream_t)>& launch, const DeviceFacts& facts) {
  const Stream stream;
  const QuietQueue flush(facts.l2Bytes, true);
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

}  // namespace

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
