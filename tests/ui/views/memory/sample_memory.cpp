// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/ui/views/memory/sample_memory.h"

#include <utility>

namespace kernline::test {
namespace {

constexpr std::int64_t mib = 1 << 20;

constexpr Time us(std::int64_t count) {
  return {count * 1000};
}

void addBlocks(MemoryHistory& history, MemoryDevice& device) {
  const StringId mm = history.strings.intern("aten::mm");
  const StringId place = history.strings.intern("model.py:54 forward");
  const StackId outer = history.stacks.add(StackId::none, history.strings.intern("train.py:9 main"));
  const StackId inner = history.stacks.add(outer, place);
  device.blocks = {{.begin = us(0), .bytes = 4 * mib, .address = 0x1000, .isOlder = true},
                   {.begin = us(100), .end = us(600), .bytes = 8 * mib, .stack = inner, .op = mm, .place = place},
                   {.begin = us(200), .end = us(300), .bytes = 32 * mib, .op = history.strings.intern("aten::softmax")},
                   {.begin = us(700), .bytes = 16 * mib, .op = mm},
                   {.begin = us(800), .end = us(801), .bytes = mib, .op = history.strings.intern("aten::add")}};
  for (const auto& [time, bytes] : {std::pair(0, 4), std::pair(100, 12), std::pair(200, 44), std::pair(300, 12),
                                    std::pair(600, 4), std::pair(700, 20), std::pair(800, 21), std::pair(801, 20)}) {
    device.allocated.add(us(time), bytes * mib);
  }
}

void addSegments(MemoryHistory& history, MemoryDevice& device) {
  const StringId large = history.strings.intern("large");
  device.segments = {{.address = 0x10000000, .bytes = 40 * mib, .type = large, .firstBlock = 0, .blockCount = 3},
                     {.address = 0x20000000, .bytes = 20 * mib, .type = large, .firstBlock = 3, .blockCount = 1}};
  device.segmentBlocks = {
      {.address = 0x10000000, .bytes = 20 * mib, .requested = 19 * mib, .state = BlockState::Allocated},
      {.address = 0x10000000 + 20 * mib, .bytes = 10 * mib, .state = BlockState::Free},
      {.address = 0x10000000 + 30 * mib, .bytes = 10 * mib, .state = BlockState::AwaitingFree},
      {.address = 0x20000000, .bytes = 20 * mib, .state = BlockState::Free}};
}

}  // namespace

std::shared_ptr<MemoryHistory> changeableMemory() {
  auto history = std::make_shared<MemoryHistory>();
  history->format = "torch memory snapshot";
  history->bounds = {us(0), us(1000)};
  history->marks = {{history->strings.intern("step 0"), {us(0), us(500)}},
                    {history->strings.intern("step 1"), {us(500), us(900)}}};
  MemoryDevice gpu;
  gpu.title = "GPU 0";
  addBlocks(*history, gpu);
  addSegments(*history, gpu);
  gpu.reserved.add(us(0), 64 * mib);
  gpu.failures = {{.time = us(900), .bytes = 80 * mib, .deviceFree = mib}};
  MemoryDevice cpu;
  cpu.title = "CPU";
  history->devices.push_back(std::move(gpu));
  history->devices.push_back(std::move(cpu));
  return history;
}

std::shared_ptr<const MemoryHistory> sampleMemory() {
  return changeableMemory();
}

std::shared_ptr<const MemoryHistory> categoryMemory() {
  auto history = std::make_shared<MemoryHistory>();
  history->bounds = {us(0), us(100)};
  MemoryDevice device;
  device.title = "device";
  device.categories = {{"parameters", {}}, {"activations", {}}, {"gradients", {}}};
  device.categories[0].curve.add(us(0), 10 * mib);
  device.categories[1].curve.add(us(20), 30 * mib);
  device.categories[2].curve.add(us(50), 5 * mib);
  device.allocated.add(us(0), 10 * mib);
  device.allocated.add(us(20), 40 * mib);
  device.allocated.add(us(50), 45 * mib);
  history->devices.push_back(std::move(device));
  return history;
}

}  // namespace kernline::test
