// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <array>

#include "app/recorder/blocks/bundled_blocks.cuh"
#include "app/recorder/cuda/event_timer.h"
#include "app/recorder/kernels/attention_problem.h"
#include "app/recorder/kernels/attention_tile.cuh"
#include "app/recorder/kernels/bundled.h"
#include "app/recorder/kernels/ring_rank.h"
#include "app/recorder/kernels/row_comparison.h"
#include "app/recorder/parameters/ring_schedule.h"

namespace kernline::recorder {

namespace {

/// Place of a chunk in a rank's share, [head][localLength][headDim].
struct ChunkShape {
  int length;
  int localLength;  // length of the share
  int queryOffset;
  int keyOffset;
  int groups;
  bool masked;
  float scale;  // times log2(e)
};

template <typename T, int headDim>
__global__ void __launch_bounds__(AttentionTile::threads)
    chunkAttention(const T* query, const T* key, const T* value, T* partial, float* logSumExp, ChunkShape shape) {
  KERNLINE_BLOCK();
  const int head = static_cast<int>(blockIdx.y);
  const std::size_t rows = static_cast<std::size_t>(head) * shape.localLength + shape.queryOffset;
  const std::size_t keyRows = static_cast<std::size_t>(head / shape.groups) * shape.localLength + shape.keyOffset;
  const int tile = static_cast<int>(shape.masked ? gridDim.x - 1 - blockIdx.x : blockIdx.x);
  const TileProblem<T> problem{.query = query + rows * headDim,
                               .output = partial + rows * headDim,
                               .logSumExp = logSumExp + rows,
                               .rowStep = headDim,
                               .firstQuery = tile * AttentionTile::queries,
                               .queries = shape.length,
                               .keys = shape.length,
                               .causal = shape.masked,
                               .scale = shape.scale};
  attendTile<T, headDim>(
      problem, [&](int row) { return key + (keyRows + row) * headDim; },
      [&](int row) { return value + (keyRows + row) * headDim; });
}

struct MergeShape {
  int length;
  int localLength;
  int offset;
  int headDim;
  bool first;
  bool last;
};

constexpr int mergeThreads = 256;

/// Adds what one chunk of keys gave to what the others did: a warp a row. All logarithms are to base 2.
template <typename T>
__global__ void mergeChunk(const T* partial, const float* partialLog, float* sum, float* sumLog, T* output,
                           MergeShape shape) {
  KERNLINE_BLOCK_OF(1);
  const int inChunk = static_cast<int>(blockIdx.x) * (mergeThreads / 32) + static_cast<int>(threadIdx.x) / 32;
  if (inChunk >= shape.length) {
    return;
  }
  const std::size_t row = static_cast<std::size_t>(blockIdx.y) * shape.localLength + shape.offset + inChunk;
  const float here = partialLog[row];
  const float before = shape.first ? -INFINITY : sumLog[row];
  __syncwarp();  // every lane has read it before one writes it
  const float larger = fmaxf(here, before);
  const float weightHere = exp2f(here - larger);
  const float weightBefore = exp2f(before - larger);
  const float both = weightHere + weightBefore;
  for (int d = static_cast<int>(threadIdx.x) % 32; d < shape.headDim; d += 32) {
    const std::size_t at = row * shape.headDim + d;
    const float old = shape.first ? 0 : sum[at];
    const float merged = (old * weightBefore + toFloat(partial[at]) * weightHere) / both;
    if (shape.last) {
      output[at] = fromFloat<T>(merged);
    } else {
      sum[at] = merged;
    }
  }
  if (threadIdx.x % 32 == 0) {
    sumLog[row] = larger + log2f(both);
  }
}

class RingAttention : public PreparedKernel {
 public:
  explicit RingAttention(const Values& values)
      : m_schedule(static_cast<std::size_t>(values.whole("gpus")), values.choice("order") == "zigzag",
                   values.flag("causal")),
        m_heads(static_cast<std::size_t>(values.whole("heads"))),
        m_kvHeads(static_cast<std::size_t>(values.whole("kv_heads"))),
        m_length(static_cast<std::size_t>(values.whole("seq_len"))),
        m_headDim(std::stoul(values.choice("head_dim"))),
        m_causal(values.flag("causal")),
        m_element(elementNamed(values.choice("type"))) {
    if (m_heads % m_kvHeads != 0) {
      throw Failure(ExitCode::wrongUsage, "heads must be a multiple of kv_heads");
    }
    if (m_length % m_schedule.chunks() != 0) {
      throw Failure(ExitCode::wrongUsage,
                    "seq_len must be a multiple of " + std::to_string(m_schedule.chunks()));
    }
    int devices = 0;
    check(cudaGetDeviceCount(&devices), "no usable GPU");
    if (static_cast<std::size_t>(devices) < m_schedule.ranks()) {
      throw Failure(ExitCode::noDevice,
                    "gpus must be at most " + std::to_string(devices) + " on this machine");
    }
    const RingRank::Shape shape{.element = m_element,
                                .ranks = m_schedule.ranks(),
                                .queryRows = m_heads * localLength(),
                                .keyRows = m_kvHeads * localLength(),
                                .headDim = m_headDim};
    for (std::size_t rank = 0; rank < m_schedule.ranks(); ++rank) {
      m_ranks.push_back(std::make_unique<RingRank>(static_cast<int>(rank), shape));
    }
    onEachRank([this](RingRank&) {
      everyShape([](auto tag, auto headDim) {
        check(
            cudaFuncSetAttribute(chunkAttention<typename decltype(tag)::Type, headDim()>,
                                 cudaFuncAttributeMaxDynamicSharedMemorySize, AttentionTile::sharedBytes<headDim()>()),
            "setting the shared memory size");
      });
    });
    check(cudaEventCreateWithFlags(&m_begin, cudaEventDisableTiming), "creating an event");
  }

  ~RingAttention() override { cudaEventDestroy(m_begin); }

  void fill(std::uint64_t seed) override {
    onEachRank([&](RingRank& rank) {
      const std::uint64_t own = seed + 16 * static_cast<std::uint64_t>(rank.device);
      rank.query.randomize({.seed = own});
      rank.key.randomize({.seed = own + 1});
      rank.value.randomize({.seed = own + 2});
      rank.output.fillWithNan();
      check(cudaDeviceSynchronize(), "filling the inputs");
    });
  }

  /// Forks from `stream` to a stream for computing and one for copying on each GPU, and joins them again.
  void launch(cudaStream_t stream) override {
    check(cudaEventRecord(m_begin, stream), "recording an event");
    onEachRank([&](RingRank& rank) {
      check(cudaStreamWaitEvent(rank.compute.get(), m_begin), "waiting");
      check(cudaStreamWaitEvent(rank.copy.get(), m_begin), "waiting");
    });
    for (std::size_t step = 0; step < m_schedule.ranks(); ++step) {
      onEachRank([&](RingRank& rank) {
        if (step + 1 < m_schedule.ranks()) {
          sendOn(rank, step);
        }
      });
      onEachRank([&](RingRank& rank) { computeStep(rank, step); });
    }
    check(cudaSetDevice(0), "selecting the device");
    for (const auto& rank : m_ranks) {
      check(cudaStreamWaitEvent(stream, rank->computed.back()), "waiting");
      if (m_schedule.ranks() > 1) {
        check(cudaStreamWaitEvent(stream, rank->sent[m_schedule.ranks() - 2]), "waiting");
      }
    }
    checkLaunch("ring attention");
  }

  Comparison compare() override {
    Comparison all{.tolerance = 1};
    onEachRank([&](RingRank& rank) {
      const RowCheck rows{.rows = m_heads * localLength(),
                          .columns = m_headDim,
                          .tolerance = m_element == Element::bf16 ? 2.5e-2 : 4e-3,
                          .maxRows = 64};
      const Comparison one = compareRows(rank.output, rows, [&](std::size_t row) { return reference(rank, row); });
      all = rank.device == 0 ? one : worse(all, one);
    });
    all.compared += " on each GPU";
    check(cudaSetDevice(0), "selecting the device");
    return all;
  }

  Work work() const override {
    const auto length = static_cast<double>(m_length);
    const auto ranks = static_cast<double>(m_schedule.ranks());
    const double each = static_cast<double>(2 * m_heads + 2 * m_kvHeads * m_schedule.ranks()) * length / ranks;
    return {.bytes = ranks * each * static_cast<double>(m_headDim * bytesOf(m_element)),
            .flops = 4 * length * length * (m_causal ? 0.5 : 1) * static_cast<double>(m_heads * m_headDim),
            .rate = m_element == Element::bf16 ? "bf16" : "fp16",
            .devices = static_cast<int>(m_schedule.ranks())};
  }

 private:
  template <int number>
  struct Constant {
    constexpr int operator()() const { return number; }
  };

  template <typename Function>
  void everyShape(const Function& function) {
    const bool narrow = m_headDim == 64;
    if (m_element == Element::bf16) {
      narrow ? function(Tag<__nv_bfloat16>{}, Constant<64>{}) : function(Tag<__nv_bfloat16>{}, Constant<128>{});
    } else {
      narrow ? function(Tag<__half>{}, Constant<64>{}) : function(Tag<__half>{}, Constant<128>{});
    }
  }

  template <typename Function>
  void onEachRank(const Function& function) {
    for (const auto& rank : m_ranks) {
      check(cudaSetDevice(rank->device), "selecting the device");
      function(*rank);
    }
    check(cudaSetDevice(0), "selecting the device");
  }

  std::size_t localLength() const { return m_length / m_schedule.ranks(); }
  std::size_t chunkLength() const { return m_length / m_schedule.chunks(); }
  double scale() const { return 1 / std::sqrt(static_cast<double>(m_headDim)); }

  /// The keys and values that a rank has at `step` go to the next one, while it computes with them.
  void sendOn(RingRank& rank, std::size_t step) {
    RingRank& next = *m_ranks[(static_cast<std::size_t>(rank.device) + 1) % m_ranks.size()];
    const cudaStream_t copy = rank.copy.get();
    if (step > 0) {
      const RingRank& before = *m_ranks[(static_cast<std::size_t>(rank.device) + m_ranks.size() - 1) % m_ranks.size()];
      check(cudaStreamWaitEvent(copy, before.sent[step - 1]), "waiting");    // they are here
      check(cudaStreamWaitEvent(copy, next.computed[step - 1]), "waiting");  // the next one's room is free: it has
      check(cudaStreamWaitEvent(copy, next.sent[step - 1]), "waiting");      // computed with it and sent it on
    }
    const std::size_t bytes = rank.key.bytes();
    check(cudaMemcpyPeerAsync(next.received(step + 1).key, next.device, rank.received(step).key, rank.device, bytes,
                              copy),
          "copying between GPUs");
    check(cudaMemcpyPeerAsync(next.received(step + 1).value, next.device, rank.received(step).value, rank.device, bytes,
                              copy),
          "copying between GPUs");
    check(cudaEventRecord(rank.sent[step], copy), "recording an event");
  }

  void computeStep(RingRank& rank, std::size_t step) {
    const cudaStream_t compute = rank.compute.get();
    if (step > 0) {
      const RingRank& before = *m_ranks[(static_cast<std::size_t>(rank.device) + m_ranks.size() - 1) % m_ranks.size()];
      check(cudaStreamWaitEvent(compute, before.sent[step - 1]), "waiting");
    }
    for (const RingSchedule::Piece& piece : m_schedule.pieces(static_cast<std::size_t>(rank.device), step)) {
      everyShape(
          [&](auto tag, auto headDim) { launchPiece<typename decltype(tag)::Type, headDim()>(rank, step, piece); });
    }
    check(cudaEventRecord(rank.computed[step], compute), "recording an event");
  }

  template <typename T, int headDim>
  void launchPiece(RingRank& rank, std::size_t step, const RingSchedule::Piece& piece) {
    const auto chunk = static_cast<int>(chunkLength());
    const auto local = static_cast<int>(localLength());
    const auto queryOffset = static_cast<int>(piece.queryChunk) * chunk;
    const auto heads = static_cast<unsigned int>(m_heads);
    const dim3 tiles((chunk + AttentionTile::queries - 1) / AttentionTile::queries, heads);
    chunkAttention<T, headDim>
        <<<tiles, AttentionTile::threads, AttentionTile::sharedBytes<headDim>(), rank.compute.get()>>>(
            rank.query.as<T>(), static_cast<const T*>(rank.received(step).key),
            static_cast<const T*>(rank.received(step).value), rank.partial.as<T>(), rank.partialLog.as<float>(),
            {.length = chunk,
             .localLength = local,
             .queryOffset = queryOffset,
             .keyOffset = static_cast<int>(piece.keyChunk) * chunk,
             .groups = static_cast<int>(m_heads / m_kvHeads),
             .masked = piece.masked,
             .scale = static_cast<float>(scale() * 1.4426950408889634)});
    const dim3 rows((chunk + mergeThreads / 32 - 1) / (mergeThreads / 32), heads);
    mergeChunk<T><<<rows, mergeThreads, 0, rank.compute.get()>>>(rank.partial.as<T>(), rank.partialLog.as<float>(),
                                                                 rank.sum.as<float>(), rank.sumLog.as<float>(),
                                                                 rank.output.as<T>(),
                                                                 {.length = chunk,
                                                                  .localLength = local,
                                                                  .offset = queryOffset,
                                                                  .headDim = headDim,
                                                                  .first = piece.first,
                                                                  .last = piece.last});
  }

  /// Returns the rank of a position of the sequence and the row in its share.
  std::pair<std::size_t, std::size_t> placeOf(std::size_t position) const {
    const std::size_t chunk = position / chunkLength();
    const bool fromBack = chunk >= m_schedule.ranks();
    const std::size_t rank = fromBack ? m_schedule.chunks() - 1 - chunk : chunk;
    return {rank, (fromBack ? chunkLength() : 0) + position % chunkLength()};
  }

  std::vector<double> reference(const RingRank& rank, std::size_t row) const {
    const std::size_t local = row % localLength();
    const std::size_t position =
        m_schedule.chunkOf(static_cast<std::size_t>(rank.device), local / chunkLength()) * chunkLength() +
        local % chunkLength();
    const std::size_t kvHead = row / localLength() / (m_heads / m_kvHeads);
    const auto at = [&](std::size_t key, std::size_t d) {
      const auto [owner, keyRow] = placeOf(key);
      return std::pair{owner, (kvHead * localLength() + keyRow) * m_headDim + d};
    };
    const auto score = [&](std::size_t key) {
      double sum = 0;
      for (std::size_t d = 0; d < m_headDim; ++d) {
        const auto [owner, index] = at(key, d);
        sum += rank.query.input(row * m_headDim + d) * m_ranks[owner]->key.input(index);
      }
      return sum * scale();
    };
    return attentionRow(m_causal ? position + 1 : m_length, m_headDim, score, [&](std::size_t key, std::size_t d) {
      const auto [owner, index] = at(key, d);
      return m_ranks[owner]->value.input(index);
    });
  }

  RingSchedule m_schedule;
  std::size_t m_heads;
  std::size_t m_kvHeads;
  std::size_t m_length;
  std::size_t m_headDim;
  bool m_causal;
  Element m_element;
  std::vector<std::unique_ptr<RingRank>> m_ranks;
  cudaEvent_t m_begin = nullptr;
};

}  // namespace

Kernel ringAttentionEntry() {
  return {
      .name = "ring_attention",
      .title = "Ring attention",
      .group = "Attention",
      .shows = "A sequence split over GPUs: keys and values rotate while each GPU computes on its current block.",
      .parameters = {wholeNumber("gpus", 2, {1, 16}, "GPUs", "Number of GPUs, starting with GPU 0"),
                     wholeNumber("heads", 16, {1, 1024}, "heads", "Query heads"),
                     wholeNumber("kv_heads", 16, {1, 1024}, "heads", "Key and value heads"),
                     wholeNumber("seq_len", 32768, {64, 4194304, 64}, "tokens", "Length of the whole sequence"),
                     choice("head_dim", {"128", "64"}, "Head dimension"),
                     flag("causal", true, "Causal: a token attends only to itself and earlier tokens"),
                     choice("order", {"zigzag", "plain"}, "Zigzag balances the work of all GPUs when causal"),
                     choice("type", {"bf16", "fp16"}, "Element type; accumulation in FP32")},
      .presets = {{"one pair of 32 GPUs", {{"heads", "40"}, {"kv_heads", "40"}, {"order", "zigzag"}}}},
      .devices = 2,
      .prepare = [](const Values& values) -> std::unique_ptr<PreparedKernel> {
        return std::make_unique<RingAttention>(values);
      }};
}

}  // namespace kernline::recorder
