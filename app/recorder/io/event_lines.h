// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/recorder/io/kernel_metrics.h"
#include "app/recorder/io/operator_inputs.h"
#include "app/recorder/io/quoted_names.h"
#include "app/recorder/io/record_counts.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <utility>

namespace kernline::recorder {

/// The place and time of activity on a GPU. Times are ns since the beginning of the recording.
struct DeviceActivity {
  std::int64_t start = 0;
  std::int64_t end = 0;
  std::uint32_t device = 0;  ///< index in the recording
  std::uint32_t context = 0;
  std::uint32_t stream = 0;
  std::uint32_t correlation = 0;  ///< the call that requested it; unique in this process
  std::uint32_t graph = 0;        ///< 0 if not launched by a graph
  std::uint64_t graphNode = 0;
};

/// The occupancy of the multiprocessors by a kernel, from its launch and the GPU's limits: computed, not measured.
struct Occupancy {
  double blocksPerSm = 0;  ///< blocks of the grid per multiprocessor, over all of them
  double warpsPerSm = 0;
  int percent = 0;             ///< percent of the warps that a multiprocessor can hold
  std::string_view limiter{};  ///< "registers", "shared memory", "warps", "blocks", "barriers", "grid", or empty
};

struct KernelEvent : DeviceActivity {
  std::string_view name{};  ///< mangled or not
  std::array<std::int32_t, 3> grid{1, 1, 1};
  std::array<std::int32_t, 3> block{1, 1, 1};
  std::array<std::uint32_t, 3> cluster{0, 0, 0};  ///< zeros: launched without
  std::uint32_t registers = 0;                    ///< registers per thread
  std::int32_t staticShared = 0;                  ///< bytes
  std::int32_t dynamicShared = 0;
  std::uint32_t localPerThread = 0;  ///< bytes
  Occupancy occupancy;
};

struct MemcpyEvent : DeviceActivity {
  std::string_view name{};  ///< name in torch.profiler's spelling: "Memcpy HtoD (Pageable -> Device)"
  std::uint64_t bytes = 0;
  bool isBetweenDevices = false;
  std::uint32_t fromDevice = 0;
  std::uint32_t toDevice = 0;
};

struct MemsetEvent : DeviceActivity {
  std::string_view name{};
  std::uint64_t bytes = 0;
  std::uint32_t value = 0;
};

struct CallEvent {
  std::string_view name{};
  std::int64_t start = 0;
  std::int64_t end = 0;
  std::uint32_t thread = 0;
  std::uint32_t correlation = 0;
  std::uint32_t cbid = 0;
  std::uint32_t result = 0;  ///< CUDA's; 0 for success
};

struct SyncEvent {
  std::string_view name{};  ///< "Stream Sync"
  std::int64_t start = 0;
  std::int64_t end = 0;
  std::uint32_t device = 0;
  std::uint32_t context = 0;
  std::int64_t stream = -1;  ///< -1 for all of the context
  std::uint32_t correlation = 0;
  std::uint32_t event = 0;  ///< CUDA's id of the event waited for; 0 if none
  bool isOnStream = false;  ///< the stream waits and not the host
};

/// Optional details of a range or mark besides its name.
struct RangeDetails {
  std::optional<std::uint32_t> color;     ///< alpha, red, green, blue
  std::optional<std::uint32_t> category;  ///< the program's number
  std::string payload;                    ///< a number as JSON; empty if none

  [[nodiscard]] bool isEmpty() const { return !color && !category && payload.empty(); }
};

struct RangeEvent {
  std::string_view name{};
  std::string_view domain{};
  std::int64_t start = 0;
  std::int64_t end = 0;
  std::uint32_t thread = 0;
  bool isUnfinished = false;  ///< still open when the recording ended
  RangeDetails details{};
};

/// An operator of PyTorch, a range of record_function, a call of nn.Module, or a frame of sampled Python stacks.
struct OperatorEvent {
  enum class Kind : std::uint8_t { Operator, Range, Module, Frame };

  std::string_view name{};
  std::int64_t start = 0;
  std::int64_t end = 0;
  std::uint32_t thread = 0;
  std::int64_t sequence = -1;           ///< joins forward and backward; -1 if it has none
  std::uint64_t forwardThread = 0;      ///< PyTorch's number of it, of a backward operator
  std::span<const std::byte> inputs{};  ///< inputs packed by InputPacker
  Kind kind = Kind::Operator;
  bool isUnfinished = false;  ///< still open when the recording ended
};

struct OverheadEvent {
  std::string_view name{};
  std::int64_t start = 0;
  std::int64_t end = 0;
  std::uint32_t thread = 0;
};

struct MemoryEvent {
  std::int64_t time = 0;
  std::uint32_t thread = 0;
  std::uint64_t address = 0;
  std::int64_t bytes = 0;  ///< negative: given back
  std::int64_t allocated = 0;
  std::int64_t reserved = 0;
  int device = -1;  ///< -1 for memory of the host
  std::string_view kind{};
};

struct PoolEvent {
  std::string_view name{};
  std::int64_t time = 0;
  std::uint32_t thread = 0;
  std::uint32_t device = 0;
  std::uint64_t address = 0;
  std::uint64_t size = 0;
  std::uint64_t used = 0;
  std::uint64_t releaseThreshold = 0;
};

/// Counters of one chart, from a moment on.
struct CounterEvent {
  std::string_view chart{};
  std::uint32_t device = 0;
  std::int64_t time = 0;
  std::span<const std::string_view> series{};
  std::span<const double> values{};  ///< one for each series
};

/// Samples of counters are missing, or sampling ended (no length): the values before it hold until then.
struct CounterGap {
  std::uint32_t device = 0;
  std::int64_t start = 0;
  std::int64_t end = 0;
};

/// A block of a kernel on its SM, or a phase of one of its warps.
struct BlockEvent {
  std::int64_t start = 0;
  std::int64_t end = 0;
  std::uint32_t device = 0;
  std::uint32_t sm = 0;
  std::uint32_t block = 0;        ///< number in the grid, x first
  std::uint32_t correlation = 0;  ///< its kernel's
};

struct BlockMarkEvent : BlockEvent {
  std::string_view name{};
  std::uint32_t warp = 0;  ///< number in the block
  std::uint32_t phase = 0;
};

/// Counts of a kernel.
struct KernelMetricsEvent {
  DeviceActivity kernel;
  std::size_t passes = 0;  ///< number of times the kernel ran for it
  std::span<const MetricValue> metrics{};
  std::string_view run{};  ///< the run as a JSON object; empty if unknown
};

/// The process whose events these are.
struct ProcessIdentity {
  std::int32_t pid = 0;
  std::uint32_t number = 0;  ///< its place among the recording's processes: makes its correlation ids and rows its own
  std::string name;
};

/// Makes the lines of a recording: rows are named when they first appear.
class EventLines {
 public:
  explicit EventLines(ProcessIdentity process);

  void add(const KernelEvent& event);
  void add(const MemcpyEvent& event);
  void add(const MemsetEvent& event);
  void add(const CallEvent& event, RecordKind kind);
  void add(const SyncEvent& event);
  void add(const RangeEvent& event);
  void addMark(const RangeEvent& event);  ///< marks its start
  void add(const OperatorEvent& event);
  void add(const OverheadEvent& event);
  void add(const MemoryEvent& event);
  void add(const PoolEvent& event);
  void add(const CounterEvent& event);
  void add(const CounterGap& gap);
  void add(const BlockEvent& event);
  void add(const BlockMarkEvent& event);
  void add(const KernelMetricsEvent& event);

  [[nodiscard]] std::string_view text() const { return m_text; }
  [[nodiscard]] const RecordCounts& counts() const { return m_counts; }
  /// Forgets the lines, not the rows that were named.
  void clear();

 private:
  void nameProcess();
  void nameDevice(std::uint32_t device);
  void nameRow(std::uint32_t device, std::int64_t row, std::string_view name);
  void nameThread(std::uint32_t thread);
  [[nodiscard]] std::uint64_t rowOfDomain(std::uint32_t thread, std::string_view domain);
  void addRange(const RangeEvent& event);
  [[nodiscard]] std::int64_t rowOf(std::uint32_t device, std::int64_t stream);
  void beginBlock(std::string_view category, std::string_view quotedName, const BlockEvent& event);
  [[nodiscard]] std::uint64_t correlationOf(std::uint32_t id) const;
  void begin(std::string_view category, std::string_view quotedName, std::int64_t pid, std::int64_t tid,
             std::int64_t start, std::int64_t end);
  void beginInstant(std::string_view category, std::string_view quotedName, std::int64_t pid, std::uint64_t row,
                    std::int64_t time);
  void addActivity(const DeviceActivity& activity);
  void finish(RecordKind kind);

  ProcessIdentity m_process;
  std::string m_text;
  RecordCounts m_counts;
  QuotedNames m_names;
  InputText m_inputs;
  bool m_isProcessNamed = false;
  std::set<std::uint32_t> m_devices;
  std::set<std::pair<std::uint32_t, std::int64_t>> m_rows;
  std::set<std::uint32_t> m_blockDevices;
  std::set<std::pair<std::uint32_t, std::uint32_t>> m_smRows;
  std::set<std::uint32_t> m_threads;
  std::map<std::string, std::uint64_t, std::less<>> m_domains;  // numbers from 1, of NVTX
  std::set<std::uint64_t> m_domainRows;
  std::uint32_t m_lastThread = 0;  ///< named for certain
};

/// `nanoseconds` as microseconds with three decimals, made of integers.
void appendMicroseconds(std::string& text, std::int64_t nanoseconds);

}  // namespace kernline::recorder
