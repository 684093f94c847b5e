// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/recorder/cupti/counter_plan.h"
#include "app/recorder/io/counter_lines.h"
#include "app/recorder/io/event_source.h"
#include "app/recorder/io/recording_clock.h"

#ifdef KERNLINE_HAVE_PM_SAMPLING

#include <array>
#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <deque>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

namespace kernline::recorder {

/// Samples the counters of one GPU, from begin to end. One thread has CUPTI decode what the hardware counted, which
/// takes it about 60 us a sample, another has it evaluated (about 30 us): samples 100 us apart can be kept up with.
class DeviceSampler {
 public:
  /// `device`: the GPU's ordinal, and its number in the recording.
  DeviceSampler(std::uint32_t device, CounterPlan plan, const RecordingClock& clock, std::chrono::nanoseconds interval);
  ~DeviceSampler();
  DeviceSampler(const DeviceSampler&) = delete;
  DeviceSampler& operator=(const DeviceSampler&) = delete;

  void begin();
  void waitForBegin();
  EventSource::Events take();
  void end();

  /// Samples that were counted and are not in the events.
  [[nodiscard]] std::uint64_t dropped() const { return m_unread + m_lines.missing(); }
  [[nodiscard]] std::vector<std::string> notes() const;

 private:
  /// Samples as CUPTI decodes them.
  struct Image {
    std::vector<std::uint8_t> data;
    std::size_t samples = 0;
  };

  bool start();
  void stop();
  void disable();
  void fetchRegularly();
  /// Decodes what the hardware has; false if sampling has broken down.
  bool fetch();
  bool decode(Image& image);
  void readImages();
  void readSample(const Image& image, std::size_t index);
  void keepLines();
  bool failed(const char* what, CUptiResult result);

  std::uint32_t m_device;
  CounterPlan m_plan;
  RecordingClock m_clock;
  std::chrono::nanoseconds m_interval;
  CounterLines m_lines;
  CUpti_PmSampling_Object* m_sampling = nullptr;
  bool m_isStarted = false;
  std::array<Image, 2> m_images;
  std::vector<double> m_values;
  std::uint64_t m_unread = 0;  // samples that could not be read, and lines that were not taken
  std::string m_problem;
  std::mutex m_mutex;
  std::condition_variable m_changed;
  bool m_isBegun = false;  // whether sampling has begun, or cannot
  bool m_isEnding = false;
  bool m_isEnded = false;
  bool m_isFetched = false;  // all of it
  std::deque<Image*> m_free{&m_images[0], &m_images[1]};
  std::deque<Image*> m_decoded;
  EventSource::Events m_kept;  // events that have not been taken yet
  std::thread m_fetcher;
  std::thread m_reader;
};

}  // namespace kernline::recorder
#endif
