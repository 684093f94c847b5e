// SPDX-License-Identifier: Apache-2.0
#include "app/recorder/cupti/device_sampler.h"

#ifdef KERNLINE_HAVE_PM_SAMPLING

#include "app/recorder/cupti/cupti_library.h"
#include "app/recorder/io/counted.h"
#include "app/recorder/io/quiet_thread.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace kernline::recorder {

namespace {

using std::chrono::milliseconds;

/// Period of fetching samples. A sample of all counters takes about 20 KB of the hardware's buffer.
constexpr milliseconds fetchPeriod{50};
constexpr std::size_t hardwareBytes = std::size_t{512} << 20U;
constexpr std::uint32_t fetchedSamples = 8192;
constexpr std::size_t maxKeptBytes = std::size_t{64} << 20U;

}  // namespace

DeviceSampler::DeviceSampler(std::uint32_t device, CounterPlan plan, const RecordingClock& clock,
                             std::chrono::nanoseconds interval)
    : m_device(device),
      m_plan(std::move(plan)),
      m_clock(clock),
      m_interval(interval),
      m_lines(device, m_plan.metrics(), interval),
      m_values(m_plan.metrics().size()) {}

DeviceSampler::~DeviceSampler() {
  end();
}

bool DeviceSampler::failed(const char* what, CUptiResult result) {
  if (result == CUPTI_SUCCESS) {
    return false;
  }
  if (m_problem.empty()) {
    m_problem = result == CUPTI_ERROR_INSUFFICIENT_PRIVILEGES
                    ? "only an administrator may read counters here (see kernline record doctor)"
                    : fmt::format("{}: {}", what, cuptiLibrary().errorText(result));
  }
  return true;
}

bool DeviceSampler::start() {
  const ProfilerLibrary& profiler = profilerLibrary();
  CUpti_PmSampling_Enable_Params enabled{};
  enabled.structSize = CUpti_PmSampling_Enable_Params_STRUCT_SIZE;
  enabled.deviceIndex = m_device;
  if (failed("cannot sample", profiler.enable(&enabled))) {
    return false;
  }
  m_sampling = enabled.pPmSamplingObject;
  CUpti_PmSampling_SetConfig_Params set{};
  set.structSize = CUpti_PmSampling_SetConfig_Params_STRUCT_SIZE;
  set.pPmSamplingObject = m_sampling;
  set.configSize = m_plan.configuration().size();
  set.pConfig = m_plan.configuration().data();
  set.hardwareBufferSize = hardwareBytes;
  set.samplingInterval = static_cast<std::uint64_t>(m_interval.count());
  set.triggerMode = CUPTI_PM_SAMPLING_TRIGGER_MODE_GPU_TIME_INTERVAL;
  set.hwBufferAppendMode = CUPTI_PM_SAMPLING_HARDWARE_BUFFER_APPEND_MODE_KEEP_OLDEST;
  CUpti_PmSampling_GetCounterDataSize_Params size{};
  size.structSize = CUpti_PmSampling_GetCounterDataSize_Params_STRUCT_SIZE;
  size.pPmSamplingObject = m_sampling;
  size.pMetricNames = m_plan.metricNames().data();
  size.numMetrics = m_plan.metricNames().size();
  size.maxSamples = fetchedSamples;
  if (failed("cannot set up the counters", profiler.setConfig(&set)) ||
      failed("cannot set up the counters", profiler.counterDataSize(&size))) {
    return false;
  }
  for (Image& image : m_images) {
    image.data.resize(size.counterDataSize);
  }
  CUpti_PmSampling_Start_Params started{};
  started.structSize = CUpti_PmSampling_Start_Params_STRUCT_SIZE;
  started.pPmSamplingObject = m_sampling;
  m_isStarted = !failed("cannot start sampling", profiler.start(&started));
  return m_isStarted;
}

void DeviceSampler::stop() {
  CUpti_PmSampling_Stop_Params stopped{};
  stopped.structSize = CUpti_PmSampling_Stop_Params_STRUCT_SIZE;
  stopped.pPmSamplingObject = m_sampling;
  if (std::exchange(m_isStarted, false) && profilerLibrary().stop(&stopped) == CUPTI_SUCCESS && m_problem.empty()) {
    fetch();  // fetches what came while the last was decoded
  }
}

void DeviceSampler::disable() {
  if (m_sampling != nullptr) {
    CUpti_PmSampling_Disable_Params disabled{};
    disabled.structSize = CUpti_PmSampling_Disable_Params_STRUCT_SIZE;
    disabled.pPmSamplingObject = std::exchange(m_sampling, nullptr);
    profilerLibrary().disable(&disabled);
  }
}

void DeviceSampler::begin() {
  m_reader = quietThread([this] { readImages(); });
  m_fetcher = quietThread([this] { fetchRegularly(); });
}

void DeviceSampler::waitForBegin() {
  std::unique_lock lock(m_mutex);
  m_changed.wait(lock, [&] { return m_isBegun; });
}

void DeviceSampler::end() {
  {
    const std::scoped_lock lock(m_mutex);
    m_isEnding = true;
  }
  m_changed.notify_all();
  for (std::thread* thread : {&m_fetcher, &m_reader}) {
    if (thread->joinable()) {
      thread->join();
    }
  }
  if (!std::exchange(m_isEnded, true)) {
    if (m_problem.empty()) {
      m_lines.end();
    } else {
      m_lines.breakOff(m_clock.now());
    }
    keepLines();
  }
  disable();
}

void DeviceSampler::fetchRegularly() {
  bool isGoing = start();
  std::unique_lock lock(m_mutex);
  m_isBegun = true;
  m_changed.notify_all();
  while (isGoing && !m_changed.wait_for(lock, fetchPeriod, [&] { return m_isEnding; })) {
    lock.unlock();
    isGoing = fetch();
    lock.lock();
  }
  lock.unlock();
  stop();
  lock.lock();
  m_isFetched = true;
  m_changed.notify_all();
}

bool DeviceSampler::fetch() {
  Image* image = nullptr;
  {
    std::unique_lock lock(m_mutex);
    m_changed.wait(lock, [&] { return !m_free.empty(); });
    image = m_free.front();
    m_free.pop_front();
  }
  const bool isGood = decode(*image);
  const std::scoped_lock lock(m_mutex);
  (isGood ? m_decoded : m_free).push_back(image);
  m_changed.notify_all();
  return isGood;
}

bool DeviceSampler::decode(Image& image) {
  const ProfilerLibrary& profiler = profilerLibrary();
  CUpti_PmSampling_CounterDataImage_Initialize_Params fresh{};
  fresh.structSize = CUpti_PmSampling_CounterDataImage_Initialize_Params_STRUCT_SIZE;
  fresh.pPmSamplingObject = m_sampling;
  fresh.counterDataSize = image.data.size();
  fresh.pCounterData = image.data.data();
  CUpti_PmSampling_DecodeData_Params decoded{};
  decoded.structSize = CUpti_PmSampling_DecodeData_Params_STRUCT_SIZE;
  decoded.pPmSamplingObject = m_sampling;
  decoded.pCounterDataImage = image.data.data();
  decoded.counterDataImageSize = image.data.size();
  CUpti_PmSampling_GetCounterDataInfo_Params info{};
  info.structSize = CUpti_PmSampling_GetCounterDataInfo_Params_STRUCT_SIZE;
  info.pCounterDataImage = image.data.data();
  info.counterDataImageSize = image.data.size();
  if (failed("cannot read the counters", profiler.initializeCounterData(&fresh)) ||
      failed("the buffer of the counters ran over; sample less often", profiler.decode(&decoded)) ||
      failed("cannot read the counters", profiler.counterDataInfo(&info))) {
    return false;
  }
  image.samples = info.numCompletedSamples;
  return true;
}

void DeviceSampler::readImages() {
  std::unique_lock lock(m_mutex);
  while (true) {
    m_changed.wait(lock, [&] { return !m_decoded.empty() || m_isFetched; });
    if (m_decoded.empty()) {
      return;
    }
    Image* image = m_decoded.front();
    m_decoded.pop_front();
    lock.unlock();
    for (std::size_t i = 0; i < image->samples; ++i) {
      readSample(*image, i);
    }
    keepLines();
    lock.lock();
    m_free.push_back(image);
    m_changed.notify_all();
  }
}

void DeviceSampler::readSample(const Image& image, std::size_t index) {
  CUpti_PmSampling_CounterData_GetSampleInfo_Params sample{};
  sample.structSize = CUpti_PmSampling_CounterData_GetSampleInfo_Params_STRUCT_SIZE;
  sample.pPmSamplingObject = m_sampling;
  sample.pCounterDataImage = image.data.data();
  sample.counterDataImageSize = image.data.size();
  sample.sampleIndex = index;
  const bool isKnown = profilerLibrary().sampleInfo(&sample) == CUPTI_SUCCESS;
  if (isKnown && sample.endTimestamp == 0 && !m_lines.hasBegun()) {
    return;  // an empty sample from before the hardware began
  }
  if (!isKnown || sample.endTimestamp <= sample.startTimestamp || !m_plan.evaluate(image.data, index, m_values)) {
    ++m_unread;
    return;
  }
  m_lines.add(static_cast<std::int64_t>(sample.startTimestamp), static_cast<std::int64_t>(sample.endTimestamp),
              m_values);
}

void DeviceSampler::keepLines() {
  const std::scoped_lock lock(m_mutex);
  if (m_kept.lines.size() > maxKeptBytes) {
    m_unread += m_lines.lines().counts()[RecordKind::Counter];
  } else {
    m_kept.lines += m_lines.lines().text();
    m_kept.counts += m_lines.lines().counts();
  }
  m_lines.clear();
}

EventSource::Events DeviceSampler::take() {
  const std::scoped_lock lock(m_mutex);
  return std::exchange(m_kept, {});
}

std::vector<std::string> DeviceSampler::notes() const {
  std::vector<std::string> notes;
  if (!m_problem.empty()) {
    notes.push_back(fmt::format("counters of GPU {}: {}", m_device, m_problem));
  }
  if (m_lines.samples() > 0) {
    notes.push_back(fmt::format("counters of GPU {}: {}, one every {:g} us{}", m_device,
                                counted(m_lines.samples(), "sample"), static_cast<double>(m_interval.count()) / 1000,
                                dropped() > 0 ? fmt::format("; {} missing", dropped()) : std::string()));
  }
  for (const CounterMetric& metric : m_plan.leftOut()) {
    notes.push_back(fmt::format("counters of GPU {}: {} is not available", m_device, metric.metric));
  }
  return notes;
}

}  // namespace kernline::recorder

#endif
