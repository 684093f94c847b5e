// SPDX-License-Identifier: Apache-2.0
#include "app/recorder/cupti/timeline.h"

#include "app/recorder/cupti/activity_buffers.h"
#include "app/recorder/cupti/activity_reader.h"
#include "app/recorder/cupti/cupti_library.h"
#include "app/recorder/io/quiet_thread.h"

#include <fmt/format.h>
#include <unistd.h>

#include <array>
#include <atomic>
#include <condition_variable>
#include <fstream>
#include <mutex>
#include <thread>

namespace kernline::recorder {

namespace {

// CUPTI's callbacks know no context of ours, and there is one CUPTI in a process.
ActivityBuffers& buffers() {
  static auto* const all = new ActivityBuffers;  // outlives every thread that CUPTI may call from
  return *all;
}

std::atomic<std::int64_t> monotonicBase{0};
std::atomic<std::uint64_t> droppedByCupti{0};
std::atomic<bool> isRecording{false};

std::uint64_t CUPTIAPI timestamp() {
  return static_cast<std::uint64_t>(RecordingClock::read(CLOCK_MONOTONIC) - monotonicBase.load());
}

void CUPTIAPI bufferRequested(std::uint8_t** buffer, std::size_t* size, std::size_t* maxRecords) {
  *buffer = buffers().request();
  *size = *buffer == nullptr ? 0 : ActivityBuffers::bufferBytes;
  *maxRecords = 0;
}

void CUPTIAPI bufferCompleted(CUcontext context, std::uint32_t stream, std::uint8_t* buffer, std::size_t /*size*/,
                              std::size_t validSize) {
  std::size_t dropped = 0;
  if (cuptiLibrary().getNumDroppedRecords(context, stream, &dropped) == CUPTI_SUCCESS) {
    droppedByCupti += dropped;
  }
  if (buffer != nullptr) {
    buffers().complete(buffer, validSize);
  }
}

/// Listeners to calls and resources of CUDA; nullptr if there is none.
struct CallListeners {
  SourceSampler* sampler = nullptr;
  LaunchWatcher* watcher = nullptr;
  void (*outOfMemory)(std::string_view call) = nullptr;
};

/// A context is about to go: its records must go first. Resources are for the sampler, launches for the watcher.
void CUPTIAPI called(void* user, CUpti_CallbackDomain domain, CUpti_CallbackId id, const void* data) {
  const auto& listeners = *static_cast<const CallListeners*>(user);
  if (domain == CUPTI_CB_DOMAIN_RESOURCE) {
    listeners.sampler->resource(id, *static_cast<const CUpti_ResourceData*>(data));
    return;
  }
  const auto& call = *static_cast<const CUpti_CallbackData*>(data);
  if (isEndOfContext(call.functionName)) {
    if (call.callbackSite == CUPTI_API_ENTER) {
      cuptiLibrary().flushAll(0);
    }
    return;
  }
  if (listeners.outOfMemory != nullptr && call.callbackSite == CUPTI_API_EXIT && isAllocation(call.functionName) &&
      hasNoMemory(call)) {
    listeners.outOfMemory(callName(call.functionName));
  }
  if (listeners.watcher != nullptr && domain == CUPTI_CB_DOMAIN_DRIVER_API) {
    listeners.watcher->called(id, call);
  }
}

constexpr std::array neededKinds{CUPTI_ACTIVITY_KIND_CONCURRENT_KERNEL, CUPTI_ACTIVITY_KIND_MEMCPY,
                                 CUPTI_ACTIVITY_KIND_MEMSET, CUPTI_ACTIVITY_KIND_RUNTIME};
constexpr std::array furtherKinds{CUPTI_ACTIVITY_KIND_CONTEXT,         CUPTI_ACTIVITY_KIND_MEMCPY2,
                                  CUPTI_ACTIVITY_KIND_SYNCHRONIZATION, CUPTI_ACTIVITY_KIND_MARKER,
                                  CUPTI_ACTIVITY_KIND_MARKER_DATA,     CUPTI_ACTIVITY_KIND_OVERHEAD,
                                  CUPTI_ACTIVITY_KIND_MEMORY2,         CUPTI_ACTIVITY_KIND_MEMORY_POOL};

std::string subscriptionProblem(CUptiResult result) {
  if (result == CUPTI_ERROR_MULTIPLE_SUBSCRIBERS_NOT_SUPPORTED || result == CUPTI_ERROR_MAX_LIMIT_REACHED) {
    return "another profiler (Nsight, torch.profiler, compute-sanitizer, a debugger) is using CUPTI in this process; "
           "CUPTI supports one client at a time, so record without it";
  }
  return fmt::format("cannot use CUPTI: {}; run kernline record doctor for details", cuptiLibrary().errorText(result));
}

void subscribeContextEnds(CUpti_SubscriberHandle subscriber) {
  const CuptiLibrary& cupti = cuptiLibrary();
  for (const CUpti_CallbackDomain domain : {CUPTI_CB_DOMAIN_RUNTIME_API, CUPTI_CB_DOMAIN_DRIVER_API}) {
    CallNames names(domain);
    for (std::uint32_t cbid = 1; cupti.enableCallback != nullptr && cbid < names.count(); ++cbid) {
      if (isEndOfContext(names.of(cbid))) {
        cupti.enableCallback(1, subscriber, domain, cbid);
      }
    }
  }
}

void subscribeAllocations(CUpti_SubscriberHandle subscriber) {
  const CuptiLibrary& cupti = cuptiLibrary();
  for (const CUpti_CallbackDomain domain : {CUPTI_CB_DOMAIN_RUNTIME_API, CUPTI_CB_DOMAIN_DRIVER_API}) {
    CallNames names(domain);
    for (std::uint32_t cbid = 1; cupti.enableCallback != nullptr && cbid < names.count(); ++cbid) {
      if (isAllocation(names.of(cbid))) {
        cupti.enableCallback(1, subscriber, domain, cbid);
      }
    }
  }
}

/// Disables trivial calls and those that are not chosen, if this CUPTI supports it.
void chooseCalls(RecordedCalls calls) {
  const CuptiLibrary& cupti = cuptiLibrary();
  if (calls == RecordedCalls::None) {
    cupti.disable(CUPTI_ACTIVITY_KIND_RUNTIME);
    return;
  }
  CallNames runtime(CUPTI_CB_DOMAIN_RUNTIME_API);
  for (std::uint32_t cbid = 1; cupti.enableRuntimeApi != nullptr && cbid < runtime.count(); ++cbid) {
    const std::string_view name = runtime.of(cbid);
    if (isTrivialRuntimeCall(name) || (calls == RecordedCalls::Launches && !isLaunchingRuntimeCall(name))) {
      cupti.enableRuntimeApi(cbid, 0);
    }
  }
  CallNames driver(CUPTI_CB_DOMAIN_DRIVER_API);
  for (std::uint32_t cbid = 1; cupti.enableDriverApi != nullptr && cbid < driver.count(); ++cbid) {
    if (isLaunchingDriverCall(driver.of(cbid))) {
      cupti.enableDriverApi(cbid, 1);
    }
  }
}

void subscribeResources(CUpti_SubscriberHandle subscriber) {
  for (const CUpti_CallbackId id : {CUPTI_CBID_RESOURCE_CONTEXT_CREATED, CUPTI_CBID_RESOURCE_CONTEXT_DESTROY_STARTING,
                                    CUPTI_CBID_RESOURCE_MODULE_LOADED, CUPTI_CBID_RESOURCE_MODULE_UNLOAD_STARTING}) {
    cuptiLibrary().enableCallback(1, subscriber, CUPTI_CB_DOMAIN_RESOURCE, id);
  }
}

void forgetCalls() {
  const CuptiLibrary& cupti = cuptiLibrary();
  CallNames driver(CUPTI_CB_DOMAIN_DRIVER_API);
  for (std::uint32_t cbid = 1; cupti.enableDriverApi != nullptr && cbid < driver.count(); ++cbid) {
    if (isLaunchingDriverCall(driver.of(cbid))) {
      cupti.enableDriverApi(cbid, 0);
    }
  }
}

}  // namespace

struct Timeline::State {
  State(EventSink& sink, TimelineOptions chosen)
      : options(std::move(chosen)), reader(sink, options.process, options.devices) {
    reader.setKernelCallback(options.kernels);
    if (options.source.exponent > 0) {
      sampler = std::make_unique<SourceSampler>(options.source, options.process.pid);
    }
    listeners = {.sampler = sampler.get(), .watcher = options.watcher, .outOfMemory = options.outOfMemory};
  }

  TimelineOptions options;
  CallListeners listeners;
  CUpti_SubscriberHandle subscriber = nullptr;
  std::mutex readerMutex;
  ActivityReader reader;
  std::unique_ptr<SourceSampler> sampler;  // nullptr if program counters are not sampled
  std::atomic<bool> isTaken{true};
  std::atomic<std::uint64_t> lost{0};
  std::atomic<std::uint64_t> inFlight{0};
  std::mutex mutex;
  std::condition_variable changed;
  bool isEnding = false;
  std::thread flusher;
  std::thread worker;

  void readBuffer(const ActivityBuffers::Filled& filled) {
    const std::scoped_lock lock(readerMutex);
    learn();
    CUpti_Activity* record = nullptr;
    while (cuptiLibrary().getNextRecord(filled.data, filled.bytes, &record) == CUPTI_SUCCESS) {
      reader.read(*record);
    }
    learn();
    reader.endOfBuffer();
    isTaken = reader.isTaken();
    takeCounts();
  }

  void takeCounts() {
    lost = reader.lost();
    inFlight = reader.inFlight();
  }

  /// Waits until CUPTI has handed out all that it has so far, except what the GPUs have not finished.
  static bool waitForBuffers(std::chrono::milliseconds patience) {
    constexpr std::chrono::milliseconds pause{10};
    const std::uint64_t wanted = buffers().requested();
    const auto until = std::chrono::steady_clock::now() + patience;
    cuptiLibrary().flushAll(0);
    while (!buffers().hasBack(wanted) && std::chrono::steady_clock::now() < until) {
      std::this_thread::sleep_for(pause);
      cuptiLibrary().flushAll(0);
    }
    return buffers().hasBack(wanted);
  }

  void flushAtOnce() {
    reader.expectInFlight(true);
    cuptiLibrary().flushAll(CUPTI_ACTIVITY_FLAG_FLUSH_FORCED);
  }

  void learn() {
    if (options.watcher != nullptr) {
      reader.learn(options.watcher->take());
    }
  }

  void readBuffers() {
    while (const auto filled = buffers().take()) {
      readBuffer(*filled);
      buffers().returnBuffer(filled->data);
    }
  }

  void flushRegularly() {
    std::unique_lock lock(mutex);
    while (!changed.wait_for(lock, options.flushPeriod, [&] { return isEnding; })) {
      lock.unlock();
      cuptiLibrary().flushAll(0);
      lock.lock();
    }
  }
};

Timeline::Timeline(std::unique_ptr<State> state) : m_state(std::move(state)) {}

Timeline::~Timeline() {
  stop();
}

std::expected<std::unique_ptr<Timeline>, std::string> Timeline::start(EventSink& sink, TimelineOptions options) {
  const CuptiLibrary& cupti = cuptiLibrary();
  if (!cupti.isAvailable()) {
    return std::unexpected(cupti.problem);
  }
  if (isRecording.exchange(true)) {
    return std::unexpected("this process is already being recorded");
  }
  auto state = std::make_unique<State>(sink, std::move(options));
  const auto refuse = [&](const std::string& problem) {
    if (state->subscriber != nullptr) {
      cupti.unsubscribe(state->subscriber);
    }
    isRecording = false;
    return std::unexpected(problem);
  };
  // Subscribes as CUPTI's only subscriber, which also keeps others from taking its buffers.
  if (const CUptiResult result = cupti.subscribe(&state->subscriber, &called, &state->listeners);
      result != CUPTI_SUCCESS) {
    return refuse(subscriptionProblem(result));
  }
  monotonicBase = state->options.clock.monotonicBase;
  droppedByCupti = 0;
  cupti.registerTimestampCallback(&timestamp);
  if (cupti.setThreadIdType != nullptr) {
    cupti.setThreadIdType(CUPTI_ACTIVITY_THREAD_ID_TYPE_SYSTEM);
  }
  if (cupti.enableAllSyncRecords != nullptr) {
    cupti.enableAllSyncRecords(0);
  }
  buffers().open();
  if (const CUptiResult result = cupti.registerCallbacks(&bufferRequested, &bufferCompleted); result != CUPTI_SUCCESS) {
    return refuse(subscriptionProblem(result));
  }
  state->worker = quietThread([timeline = state.get()] { timeline->readBuffers(); });
  std::unique_ptr<Timeline> timeline(new Timeline(std::move(state)));
  for (const CUpti_ActivityKind kind : furtherKinds) {
    cupti.enable(kind);
  }
  for (const CUpti_ActivityKind kind : neededKinds) {
    if (const CUptiResult result = cupti.enable(kind); result != CUPTI_SUCCESS) {
      timeline->stop();
      return std::unexpected(subscriptionProblem(result));
    }
  }
  chooseCalls(timeline->m_state->options.calls);
  subscribeContextEnds(timeline->m_state->subscriber);
  if (timeline->m_state->options.outOfMemory != nullptr) {
    subscribeAllocations(timeline->m_state->subscriber);
  }
  if (LaunchWatcher* watcher = timeline->m_state->options.watcher; watcher != nullptr) {
    watcher->subscribe(timeline->m_state->subscriber);
  }
  State& running = *timeline->m_state;
  if (running.sampler != nullptr) {
    subscribeResources(running.subscriber);
    running.sampler->addPresentContexts();
  }
  running.flusher = quietThread([&running] { running.flushRegularly(); });
  return timeline;
}

bool Timeline::flush(std::chrono::milliseconds patience, bool atOnce) {
  const bool isAll = State::waitForBuffers(patience);
  if (!isAll && atOnce) {
    m_state->flushAtOnce();
  }
  constexpr std::chrono::seconds maxWait{2};  // time to read and send full buffers
  buffers().waitUntilTaken(maxWait);
  m_state->reader.expectInFlight(false);
  return isAll;
}

std::uint64_t Timeline::stop(std::chrono::milliseconds patience) {
  State& state = *m_state;
  if (!state.worker.joinable()) {
    return dropped();
  }
  const CuptiLibrary& cupti = cuptiLibrary();
  {
    const std::scoped_lock lock(state.mutex);
    state.isEnding = true;
  }
  state.changed.notify_all();
  if (state.flusher.joinable()) {
    state.flusher.join();
  }
  if (state.sampler != nullptr) {
    state.sampler->stop();
  }
  for (const CUpti_ActivityKind kind : neededKinds) {
    cupti.disable(kind);
  }
  for (const CUpti_ActivityKind kind : furtherKinds) {
    cupti.disable(kind);
  }
  forgetCalls();
  State::waitForBuffers(patience);
  state.flushAtOnce();
  std::size_t count = 0;
  if (cupti.getNumDroppedRecords(nullptr, 0, &count) == CUPTI_SUCCESS) {
    droppedByCupti += count;
  }
  buffers().close();
  state.worker.join();
  state.learn();
  state.reader.end(state.options.clock.now());
  state.takeCounts();
  state.isTaken = state.reader.isTaken();
  cupti.unsubscribe(state.subscriber);
  isRecording = false;
  return dropped();
}

std::uint64_t Timeline::dropped() const {
  return m_state->lost + droppedByCupti;
}

std::uint64_t Timeline::inFlight() const {
  return m_state->inFlight;
}

std::vector<std::string> Timeline::notes() const {
  return m_state->sampler == nullptr ? std::vector<std::string>() : m_state->sampler->notes();
}

bool Timeline::isTaken() const {
  return m_state->isTaken;
}

ProcessIdentity thisProcess() {
  std::ifstream file("/proc/self/comm");
  std::string name;
  std::getline(file, name);
  return {.pid = ::getpid(), .number = 0, .name = name};
}

}  // namespace kernline::recorder
