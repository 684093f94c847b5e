// SPDX-License-Identifier: Apache-2.0
#include "app/recorder/run/block_recording.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "app/recorder/cuda/check.h"
#include "app/recorder/cupti/timeline.h"

namespace kernline::recorder {

namespace {

constexpr unsigned int blockCapacity = 1U << 18;
constexpr unsigned int markCapacity = 1U << 21;
constexpr std::size_t partCount = kernline_blocks::kernelsOfFile;

/// Hands lines on in pieces: what a full disk costs at most.
class LinePieces {
 public:
  explicit LinePieces(EventSink& sink) : m_sink(sink) {}

  template <typename Event>
  void add(const Event& event) {
    constexpr std::size_t passFrom = std::size_t{64} * 1024;  // bytes
    m_lines.add(event);
    if (m_lines.text().size() >= passFrom) {
      pass();
    }
  }

  void pass() {
    if (!m_lines.text().empty() && !m_sink.write(m_lines.text(), m_lines.counts())) {
      m_notTaken += m_lines.counts().sum();
    }
    m_lines.clear();
  }

  std::uint64_t notTaken() const { return m_notTaken; }

 private:
  EventSink& m_sink;
  EventLines m_lines{thisProcess()};
  std::uint64_t m_notTaken = 0;
};

}  // namespace

BlockRecording::BlockRecording(const PreparedKernel& kernel)
    : m_symbols(kernel.blockSymbols()),
      m_records(partCount * blockCapacity),
      m_marks(partCount * (std::size_t{markCapacity} + 1)) {
  clear();
  pointTo(
      {.records = m_records.data(), .marks = m_marks.data(), .capacity = blockCapacity, .markCapacity = markCapacity});
  check(cudaDeviceSynchronize(), "preparing the buffers of blocks");
}

BlockRecording::~BlockRecording() {
  pointTo({});
  cudaDeviceSynchronize();
}

void BlockRecording::pointTo(const kernline_blocks::Buffers& buffers) const noexcept {
  for (void* const symbol : m_symbols) {
    cudaMemcpy(symbol, &buffers, sizeof buffers, cudaMemcpyHostToDevice);
  }
}

void BlockRecording::clear() const {
  check(cudaMemset(m_records.data(), 0, m_records.size() * sizeof(kernline_blocks::Record)), "clearing device memory");
  check(cudaMemset(m_marks.data(), 0, m_marks.size() * sizeof(unsigned long long)), "clearing device memory");
  check(cudaDeviceSynchronize(), "clearing device memory");
}

BlockCounts BlockRecording::write(std::span<const KernelRun> runs, const PhaseNames& phases, EventSink& sink) const {
  std::vector<std::vector<BlockTime>> parts;
  for (std::size_t part = 0; part < partCount; ++part) {
    parts.push_back(blocksOf(m_records.read(part * blockCapacity, blockCapacity)));
  }
  const std::vector<std::optional<std::size_t>> found = runsOfParts(parts, runs, blockCapacity);
  BlockCounts counts;
  for (std::size_t part = 0; part < partCount; ++part) {
    if (found[part]) {
      counts += writePart(part, parts[part], runs[*found[part]], phases, sink);
    } else {
      counts.blocksLeftOut += parts[part].size();
    }
  }
  return counts;
}

BlockCounts BlockRecording::writePart(std::size_t part, std::span<const BlockTime> blocks, const KernelRun& run,
                                      const PhaseNames& phases, EventSink& sink) const {
  const RunClock clock(blocks, run);
  LinePieces lines(sink);
  const auto eventOf = [&](const auto& time, std::uint32_t sm) {
    return BlockEvent{.start = clock.at(time.start),
                      .end = clock.at(time.end),
                      .device = run.device,
                      .sm = sm,
                      .block = time.block,
                      .correlation = run.correlation};
  };
  for (const BlockTime& block : blocks) {
    lines.add(eventOf(block, block.sm));
  }
  const std::vector<unsigned long long> marks = m_marks.read(part * (std::size_t{markCapacity} + 1), markCapacity + 1);
  std::size_t at = 0;
  const std::vector<MarkTime> times = marksOf(std::span(marks).subspan(1), blocks, run);
  for (const MarkTime& mark : times) {
    while (blocks[at].block != mark.block) {
      ++at;  // both are by block
    }
    const auto named = phases.find(mark.phase);
    const std::string name = named == phases.end() ? fmt::format("phase {}", mark.phase) : named->second;
    lines.add(BlockMarkEvent{eventOf(mark, blocks[at].sm), name, mark.warp, mark.phase});
  }
  lines.pass();
  return {.blocks = blocks.size(),
          .blocksLeftOut = run.blocks() - std::min<std::uint64_t>(run.blocks(), blocks.size()),
          .marks = times.size(),
          .marksLeftOut = marks.front(),
          .notTaken = lines.notTaken()};
}

}  // namespace kernline::recorder
