// SPDX-License-Identifier: Apache-2.0
// A library that a Python program loads by ctypes to sample its own stacks, as the injected library would.
#include "app/recorder/io/recording_header.h"
#include "app/recorder/python/exception_hooks.h"
#include "app/recorder/python/stack_sampler.h"
#include "tests/recorder/made_events.h"

#include <unistd.h>

#include <cstdio>
#include <memory>
#include <string>

namespace {

using kernline::recorder::RecordCounts;

class Kept final : public kernline::recorder::EventSink {
 public:
  bool write(std::string_view events, const RecordCounts& counts) override {
    m_text += events;
    m_counts += counts;
    return true;
  }
  [[nodiscard]] const std::string& text() const { return m_text; }
  [[nodiscard]] const RecordCounts& counts() const { return m_counts; }

 private:
  std::string m_text;
  RecordCounts m_counts;
};

kernline::recorder::NestingTimes* noNesting(std::uint32_t /*thread*/) {
  return nullptr;
}

Kept kept;
std::unique_ptr<kernline::recorder::StackSampler> sampler;

}  // namespace

extern "C" void probe_begin() {
  sampler = std::make_unique<kernline::recorder::StackSampler>(
      kept, kernline::recorder::ProcessIdentity{.pid = ::getpid(), .number = 0, .name = "python"},
      kernline::recorder::RecordingClock::startingNow(), &noNesting);
}

/// Called with the interpreter's lock, by ctypes.PyDLL. Prints each exception that is reported.
extern "C" int probe_hook_exceptions() {
  const auto python = kernline::recorder::Python::find();
  const auto raised = [](const char* text) {
    std::puts(text);
    std::fflush(stdout);
  };
  return python && kernline::recorder::hookExceptions(*python, raised) ? 1 : 0;
}

extern "C" int probe_hook_training_step() {
  const auto python = kernline::recorder::Python::find();
  return python && kernline::recorder::hookTrainingStep(*python) ? 1 : 0;
}

/// Prints the recording to standard output.
extern "C" void probe_end() {
  const std::uint64_t lost = sampler->stop();
  std::puts((headerText(kernline::recorder::test::madeHeader()) + kept.text() +
             kernline::recorder::footerText({.records = kept.counts(), .dropped = lost}))
                .c_str());
  sampler.reset();
}
