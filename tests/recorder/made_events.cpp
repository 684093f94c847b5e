// SPDX-License-Identifier: Apache-2.0
#include "tests/recorder/made_events.h"

namespace kernline::recorder::test {

RecordingHeader madeHeader() {
  RecordingHeader header;
  header.clock = {1'700'000'000'123'456'789, 42};
  DeviceProperties device;
  device.name = "NVIDIA H200";
  device.smCount = 132;
  device.computeMajor = 9;
  header.devices = {device};
  header.command = {"./a \"program\"", "\xff"};
  header.cuptiVersion = 130001;
  return header;
}

void addLaunch(EventLines& lines, std::uint32_t i) {
  addLaunchAt(lines, i, 1'000 + 10'000 * std::int64_t{i});
}

void addLaunchAt(EventLines& lines, std::uint32_t i, std::int64_t start) {
  lines.add(CallEvent{.name = "cudaLaunchKernel",
                      .start = start,
                      .end = start + 4'001,
                      .thread = 77,
                      .correlation = i + 1,
                      .cbid = 211},
            RecordKind::RuntimeCall);
  KernelEvent kernel;
  kernel.name = i % 2 == 0 ? "_Z6addOnePfi" : "a \"quoted\" kernel";
  kernel.start = start + 5'003;
  kernel.end = start + 9'010;
  kernel.stream = 7;
  kernel.correlation = i + 1;
  kernel.grid = {4096, 1, 1};
  kernel.block = {256, 1, 1};
  kernel.registers = 16;
  kernel.occupancy = {31.03, 248.2, 100, "warps"};
  lines.add(kernel);
}

std::string madeRecording(std::uint32_t launches) {
  EventLines lines({.pid = 4242, .number = 0, .name = "program"});
  for (std::uint32_t i = 0; i < launches; ++i) {
    addLaunch(lines, i);
  }
  std::string text = headerText(madeHeader());
  text += lines.text();
  text += footerText({.records = lines.counts(), .ended = "the program exited with status 0"});
  return text;
}

}  // namespace kernline::recorder::test
