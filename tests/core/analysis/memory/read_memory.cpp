// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/core/analysis/memory/read_memory.h"

#include "core/analysis/memory/trace_memory.h"
#include "tests/support/open_file.h"

#include <gtest/gtest.h>

namespace kernline::test {

std::shared_ptr<const MemoryHistory> readMemory(const std::string& path) {
  const Expected<Document> document = openDocument(path);
  if (!document) {
    ADD_FAILURE() << document.error().message.english();
    return std::make_shared<MemoryHistory>();
  }
  if (const auto* memory = std::get_if<std::shared_ptr<const MemoryHistory>>(&*document)) {
    return *memory;
  }
  if (const auto* trace = std::get_if<std::shared_ptr<const Trace>>(&*document)) {
    return traceMemory(**trace);
  }
  ADD_FAILURE() << path << " is a log";
  return std::make_shared<MemoryHistory>();
}

std::vector<std::string> names(const LiveSet& set) {
  std::vector<std::string> found;
  for (const LiveGroup& group : set.groups) {
    found.push_back(group.name);
  }
  return found;
}

}  // namespace kernline::test
