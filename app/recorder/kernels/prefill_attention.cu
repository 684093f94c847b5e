// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <numeric>
#include <random>

#include "app/recorder/blocks/bundled_blocks.cuh"
#include "app/recorder/cuda/tensor.h"
#include "app/recorder/kernels/attention_problem.h"
#include "app/recorder/kernels/attention_tile.cuh"
#include "app/recorder/kernels/bundled.h"
#include "app/recorder/kernels/row_comparison.h"

namespace kernline::recorder {

namespace {

// Requests of different lengths in one launch. Queries lie one request behind the other, [token][head][headDim]; keys
// and values too (ragged), or in the pages of a cache that a table finds (paged), [page][slot][head][headDim].

struct PrefillShape {
  const int* firstQuery;  // first query of each request, and the end
  const int* firstKey;    // the same of the keys; paged: counted as if they lay together
  const int* pages;       // null: ragged
  int pagesEach;          // pages in a request's row of the table
  int pageSize;
  int kvHeads;
  bool causal;
  float scale;
};

template <typename T, int headDim>
__global__ void __launch_bounds__(AttentionTile::threads)
    prefillKernel(const T* query, const T* key, const T* value, T* output, PrefillShape shape) {
  KERNLINE_BLOCK();
  const int request = static_cast<int>(blockIdx.z);
  const int head = static_cast<int>(blockIdx.y);
  const int heads = static_cast<int>(gridDim.y);
  const int queries = shape.firstQuery[request + 1] - shape.firstQuery[request];
  const int keys = shape.firstKey[request + 1] - shape.firstKey[request];
  const int firstQuery = static_cast<int>(blockIdx.x) * AttentionTile::queries;
  if (firstQuery >= queries) {
    return;  // a shorter request
  }
  const std::size_t start = (static_cast<std::size_t>(shape.firstQuery[request]) * heads + head) * headDim;
  const TileProblem<T> problem{.query = query + start,
                               .output = output + start,
                               .logSumExp = nullptr,
                               .rowStep = static_cast<std::int64_t>(heads) * headDim,
                               .firstQuery = firstQuery,
                               .queries = queries,
                               .keys = keys,
                               .causal = shape.causal,
                               .scale = shape.scale};
  const int kvHead = head / (heads / shape.kvHeads);
  const int* table = shape.pages + static_cast<std::size_t>(request) * shape.pagesEach;
  const auto slot = [&](int row) {
    const std::size_t at =
        shape.pages == nullptr
            ? static_cast<std::size_t>(shape.firstKey[request] + row)
            : static_cast<std::size_t>(table[row / shape.pageSize]) * shape.pageSize + row % shape.pageSize;
    return (at * shape.kvHeads + kvHead) * headDim;
  };
  attendTile<T, headDim>(problem, [&](int row) { return key + slot(row); }, [&](int row) { return value + slot(row); });
}

struct Requests {
  std::vector<int> firstQuery{0};
  std::vector<int> firstKey{0};
  int maxLength = 0;

  /// Lengths from a quarter of `length` up to it; every request has `context` keys before its own.
  Requests(std::size_t batch, std::int64_t length, std::int64_t context) {
    for (std::size_t i = 0; i < batch; ++i) {
      const auto queries =
          static_cast<int>(std::max<std::int64_t>(1, length * static_cast<std::int64_t>(4 - i % 4) / 4));
      maxLength = std::max(maxLength, queries);
      firstQuery.push_back(firstQuery.back() + queries);
      firstKey.push_back(firstKey.back() + queries + static_cast<int>(context));
    }
  }
};

class PrefillAttention : public PreparedKernel {
 public:
  PrefillAttention(const Values& values, bool paged)
      : m_batch(static_cast<std::size_t>(values.whole("batch"))),
        m_heads(static_cast<std::size_t>(values.whole("heads"))),
        m_kvHeads(static_cast<std::size_t>(values.whole("kv_heads"))),
        m_headDim(std::stoul(values.choice("head_dim"))),
        m_pageSize(paged ? std::stoi(values.choice("page_size")) : 1),
        m_causal(values.flag("causal")),
        m_requests(m_batch, values.whole("seq_len"), paged ? values.whole("context") : 0) {
    if (m_heads % m_kvHeads != 0) {
      throw Failure(ExitCode::wrongUsage, "heads must be a multiple of kv_heads");
    }
    if (paged) {
      makePages();
    }
    const Element element = elementNamed(values.choice("type"));
    const auto tokens = static_cast<std::size_t>(m_requests.firstQuery.back());
    const std::size_t slots = paged ? m_pages.size() * static_cast<std::size_t>(m_pageSize)
                                    : static_cast<std::size_t>(m_requests.firstKey.back());
    m_query = Tensor(element, tokens * m_heads * m_headDim);
    m_output = Tensor(element, m_query.size());
    m_key = Tensor(element, slots * m_kvHeads * m_headDim);
    m_value = Tensor(element, m_key.size());
    m_firstQuery = DeviceMemory<int>(std::span<const int>(m_requests.firstQuery));
    m_firstKey = DeviceMemory<int>(std::span<const int>(m_requests.firstKey));
    everyShape([](auto tag, auto headDim) {
      check(cudaFuncSetAttribute(prefillKernel<typename decltype(tag)::Type, headDim()>,
                                 cudaFuncAttributeMaxDynamicSharedMemorySize, AttentionTile::sharedBytes<headDim()>()),
            "setting the shared memory size");
    });
  }

  void fill(std::uint64_t seed) override {
    m_query.randomize({.seed = seed});
    m_key.randomize({.seed = seed + 1});
    m_value.randomize({.seed = seed + 2});
    m_output.fillWithNan();
  }

  void launch(cudaStream_t stream) override {
    const auto tiles =
        static_cast<unsigned int>((m_requests.maxLength + AttentionTile::queries - 1) / AttentionTile::queries);
    const dim3 grid(tiles, static_cast<unsigned int>(m_heads), static_cast<unsigned int>(m_batch));
    const PrefillShape shape{.firstQuery = m_firstQuery.data(),
                             .firstKey = m_firstKey.data(),
                             .pages = m_deviceTable.data(),
                             .pagesEach = m_pagesEach,
                             .pageSize = m_pageSize,
                             .kvHeads = static_cast<int>(m_kvHeads),
                             .causal = m_causal,
                             .scale = static_cast<float>(scale() * 1.4426950408889634)};
    everyShape([&](auto tag, auto headDim) {
      using T = typename decltype(tag)::Type;
      prefillKernel<T, headDim()><<<grid, AttentionTile::threads, AttentionTile::sharedBytes<headDim()>(), stream>>>(
          m_query.as<T>(), m_key.as<T>(), m_value.as<T>(), m_output.as<T>(), shape);
    });
    checkLaunch("prefill attention");
  }

  Comparison compare() override {
    const RowCheck rows{.rows = m_output.size() / m_headDim,
                        .columns = m_headDim,
                        .tolerance = m_output.element() == Element::bf16 ? 2e-2 : 3e-3,
                        .maxRows = 96};
    return compareRows(m_output, rows, [this](std::size_t row) { return reference(row); });
  }

  Work work() const override {
    double pairs = 0;
    for (std::size_t i = 0; i < m_batch; ++i) {
      const double queries = m_requests.firstQuery[i + 1] - m_requests.firstQuery[i];
      const double keys = m_requests.firstKey[i + 1] - m_requests.firstKey[i];
      pairs += queries * (m_causal ? keys - queries / 2 : keys);
    }
    const auto keys = static_cast<double>(m_requests.firstKey.back());
    return {.bytes = static_cast<double>(m_query.bytes() + m_output.bytes()) +
                     4 * keys * static_cast<double>(m_kvHeads * m_headDim),
            .flops = 4 * pairs * static_cast<double>(m_heads * m_headDim),
            .rate = m_query.element() == Element::bf16 ? "bf16" : "fp16"};
  }

 private:
  template <int number>
  struct Constant {
    constexpr int operator()() const { return number; }
  };

  template <typename Function>
  void everyShape(const Function& function) {
    const bool narrow = m_headDim == 64;
    if (m_query.element() == Element::bf16) {
      narrow ? function(Tag<__nv_bfloat16>{}, Constant<64>{}) : function(Tag<__nv_bfloat16>{}, Constant<128>{});
    } else {
      narrow ? function(Tag<__half>{}, Constant<64>{}) : function(Tag<__half>{}, Constant<128>{});
    }
  }

  double scale() const { return 1 / std::sqrt(static_cast<double>(m_headDim)); }

  /// Every request's pages, scattered over the cache.
  void makePages() {
    int maxLength = 0;
    for (std::size_t i = 0; i < m_batch; ++i) {
      maxLength = std::max(maxLength, m_requests.firstKey[i + 1] - m_requests.firstKey[i]);
    }
    m_pagesEach = (maxLength + m_pageSize - 1) / m_pageSize;
    m_pages.resize(m_batch * static_cast<std::size_t>(m_pagesEach));
    std::iota(m_pages.begin(), m_pages.end(), 0);
    std::ranges::shuffle(m_pages, std::mt19937(1));
    m_deviceTable = DeviceMemory<int>(std::span<const int>(m_pages));
  }

  std::size_t slotOf(std::size_t request, std::size_t key) const {
    if (m_pages.empty()) {
      return static_cast<std::size_t>(m_requests.firstKey[request]) + key;
    }
    const auto pageSize = static_cast<std::size_t>(m_pageSize);
    const auto page =
        static_cast<std::size_t>(m_pages[request * static_cast<std::size_t>(m_pagesEach) + key / pageSize]);
    return page * pageSize + key % pageSize;
  }

  std::vector<double> reference(std::size_t row) const {
    const auto token = static_cast<int>(row / m_heads);
    const std::size_t kvHead = row % m_heads / (m_heads / m_kvHeads);
    const auto after = std::ranges::upper_bound(m_requests.firstQuery, token);
    const auto request = static_cast<std::size_t>(after - m_requests.firstQuery.begin() - 1);
    const int queries = m_requests.firstQuery[request + 1] - m_requests.firstQuery[request];
    const int keys = m_requests.firstKey[request + 1] - m_requests.firstKey[request];
    const int seen = m_causal ? keys - queries + token - m_requests.firstQuery[request] + 1 : keys;
    const auto at = [&](std::size_t key, std::size_t d) {
      return (slotOf(request, key) * m_kvHeads + kvHead) * m_headDim + d;
    };
    const auto score = [&](std::size_t key) {
      double sum = 0;
      for (std::size_t d = 0; d < m_headDim; ++d) {
        sum += m_query.input(row * m_headDim + d) * m_key.input(at(key, d));
      }
      return sum * scale();
    };
    return attentionRow(static_cast<std::size_t>(seen), m_headDim, score,
                        [&](std::size_t key, std::size_t d) { return m_value.input(at(key, d)); });
  }

  std::size_t m_batch;
  std::size_t m_heads;
  std::size_t m_kvHeads;
  std::size_t m_headDim;
  int m_pageSize;
  bool m_causal;
  Requests m_requests;
  int m_pagesEach = 0;
  std::vector<int> m_pages;
  DeviceMemory<int> m_deviceTable;
  DeviceMemory<int> m_firstQuery;
  DeviceMemory<int> m_firstKey;
  Tensor m_query;
  Tensor m_key;
  Tensor m_value;
  Tensor m_output;
};

std::vector<Parameter> prefillParameters(std::int64_t length) {
  return {
      wholeNumber("batch", 8, {1, 1024}, "requests", "Requests; their lengths range from a quarter of seq_len to seq_len"),
      wholeNumber("heads", 32, {1, 1024}, "heads", "Query heads"),
      wholeNumber("kv_heads", 8, {1, 1024}, "heads", "Key and value heads; heads must be a multiple of this"),
      wholeNumber("seq_len", length, {1, 65536}, "tokens", "New tokens of the longest request"),
      choice("head_dim", {"128", "64"}, "Head dimension"),
      flag("causal", true, "Causal: a token attends only to itself and earlier tokens"),
      choice("type", {"bf16", "fp16"}, "Element type; accumulation in FP32")};
}

}  // namespace

Kernel pagedPrefillEntry() {
  std::vector<Parameter> parameters = prefillParameters(512);
  parameters.push_back(wholeNumber("context", 2048, {0, 65536}, "tokens", "Tokens already in the cache"));
  parameters.push_back(choice("page_size", {"16", "1", "32", "64"}, "Tokens per cache page"));
  return {
      .name = "paged_prefill_attention",
      .title = "Paged prefill attention",
      .group = "Attention",
      .shows = "Requests of different lengths on a paged KV cache, as in an inference server.",
      .parameters = std::move(parameters),
      .presets = {{"one token per request",
                   {{"batch", "32"}, {"seq_len", "1"}, {"context", "512"}, {"page_size", "1"}, {"causal", "false"}}}},
      .prepare = [](const Values& values) -> std::unique_ptr<PreparedKernel> {
        return std::make_unique<PrefillAttention>(values, true);
      }};
}

Kernel raggedPrefillEntry() {
  return {.name = "ragged_prefill_attention",
          .title = "Ragged prefill attention",
          .group = "Attention",
          .shows = "Requests of different lengths packed into one launch, without padding.",
          .parameters = prefillParameters(4096),
          .presets = {{"prefill", {{"batch", "8"}, {"seq_len", "2048"}}}},
          .prepare = [](const Values& values) -> std::unique_ptr<PreparedKernel> {
            return std::make_unique<PrefillAttention>(values, false);
          }};
}

}  // namespace kernline::recorder
