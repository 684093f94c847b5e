// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/recorder/cupti/pc_sampling_library.h"
#include "app/recorder/io/source_samples.h"

#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <thread>
#include <utility>
#include <vector>

namespace kernline::recorder {

struct SourceOptions {
  std::uint32_t exponent = 0;  ///< exponent of the cycles between samples; 0 if none are taken
  std::string folder;          ///< folder for samples and their machine code
};

/// Samples which instruction warps of this process are at, and why they stall, in all its contexts, while kernels run
/// as they would (CUPTI's continuous mode). A thread fetches the samples and adds them up by instruction: what they
/// take does not grow with time.
class SourceSampler {
 public:
  SourceSampler(SourceOptions options, std::int64_t process);
  SourceSampler(const SourceSampler&) = delete;
  SourceSampler& operator=(const SourceSampler&) = delete;
  SourceSampler(SourceSampler&&) = delete;
  SourceSampler& operator=(SourceSampler&&) = delete;
  ~SourceSampler();

  /// Handles CUPTI's callbacks on a resource: contexts that begin and end, modules that come and go.
  void resource(CUpti_CallbackId id, const CUpti_ResourceData& data);
  /// Adds primary contexts that exist already.
  void addPresentContexts();
  /// Ends and writes into the folder. Once.
  void stop();

  /// Return, after the end, the number of missing samples and sentences about them.
  [[nodiscard]] std::uint64_t dropped() const { return m_dropped; }
  [[nodiscard]] const std::vector<std::string>& notes() const { return m_notes; }

 private:
  struct Context;

  void open(CUcontext context);
  void close(CUcontext context);
  void fetch(Context& context);
  void fetchAll();
  void addUp(const Context& context, const CUpti_PCSamplingData& data);
  void fetchRegularly();
  void note(std::string text);
  void findLines(SampledFunction& function, std::string_view cubin);
  void write();

  SourceOptions m_options;
  std::mutex m_mutex;  // guards all below
  std::condition_variable m_changed;
  std::vector<std::unique_ptr<Context>> m_contexts;
  ProcessSamples m_samples;
  std::map<std::string, std::uint32_t> m_reasonNumbers;
  std::map<std::pair<std::uint64_t, std::uint32_t>, std::size_t> m_functionNumbers;
  std::map<std::string, std::uint32_t> m_fileNumbers;
  std::size_t m_instructions = 0;
  std::uint64_t m_dropped = 0;
  std::uint64_t m_overflows = 0;
  std::vector<std::string> m_notes;
  bool m_isEnding = false;
  std::thread m_fetcher;
};

}  // namespace kernline::recorder
