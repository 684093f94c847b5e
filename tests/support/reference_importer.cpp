// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/reference_importer.h"

#include "core/import/chrome_json/document.h"
#include "core/import/events/assemble.h"
#include "core/import/events/event_batch.h"
#include "tests/support/plain_events.h"
#include "tests/support/plain_to_chrome_event.h"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <set>

namespace kernline::test {

namespace {

// Keeps the text at hand for details.
class TextInMemory : public SourceText {
 public:
  explicit TextInMemory(std::string text) : m_text(std::move(text)) {}
  [[nodiscard]] std::uint64_t size() const override { return m_text.size(); }
  [[nodiscard]] std::string read(std::uint64_t offset, std::size_t length) const override {
    return offset < m_text.size() ? m_text.substr(offset, length) : std::string{};
  }

 private:
  std::string m_text;
};

// Nothing in it that any event has.
bool isEmpty(const PlainEvent& event) {
  constexpr std::array<std::string_view, 6> telling{"ph", "name", "ts", "pid", "tid", "args"};
  return std::ranges::none_of(telling, [&](std::string_view key) { return event.find(key) != nullptr; });
}

// Only keys that mean something to the format are looked at twice.
bool repeatsAKey(const PlainMembers& members) {
  static const std::set<std::string_view> known{"ph",    "name",    "cat",     "pid",      "tid", "ts",
                                                "dur",   "args",    "id",      "id2",      "bp",  "s",
                                                "scope", "bind_id", "flow_in", "flow_out", "sf"};
  std::set<std::string_view> keys;
  return std::ranges::any_of(
      members, [&](const auto& member) { return known.contains(member.first) && !keys.insert(member.first).second; });
}

void takeMember(const std::string& key, const PlainValue& value, chrome::DocumentFacts& facts) {
  constexpr std::size_t maxKeptBytes = std::size_t{1} << 20;
  if (key == "stackFrames") {
    facts.stackFrames = value.text;
    return;
  }
  if (key == "samples") {
    facts.samples = value.text;
    return;
  }
  if (key == "baseTimeNanoseconds" && value.kind == PlainValue::Kind::Number) {
    facts.baseTimeNs = std::strtoll(value.text.c_str(), nullptr, 10);
  }
  const bool isNull = value.kind == PlainValue::Kind::Null;
  if (value.text.size() <= maxKeptBytes) {
    facts.entries.push_back({key, isNull ? "null" : value.text});
  }
}

}  // namespace

std::shared_ptr<const Trace> importPlainly(const std::string& text, const std::string& path) {
  chrome::Interner words;
  std::vector<chrome::WordedBatch> batches(1);
  chrome::EventBatch& batch = batches.front().batch;
  bool hasEvent = false;
  std::uint64_t entries = 0;
  const PlainDocument document = readPlain(text, [&](const PlainEvent& plain) {
    ++entries;
    hasEvent = hasEvent || plain.find("ph") != nullptr;
    if (isEmpty(plain)) {
      batch.report.add(IssueKind::EmptyEvent, plain.offset);
      return;
    }
    std::list<std::string> kept;
    batch.add(chromeEvent(plain, kept), words);
    if (repeatsAKey(plain.members)) {
      batch.report.add(IssueKind::DuplicateKey, plain.offset, plain.text("name"));
    }
  });
  if (!document.isWellFormed || !document.hasEvents || (entries != 0 && !hasEvent)) {
    return nullptr;
  }
  chrome::DocumentFacts facts;
  const PlainValue* const listed = findLast(document.members, "samples");
  readPlain(listed == nullptr ? std::string_view{} : listed->text, [&](const PlainEvent& plain) {
    std::list<std::string> kept;
    chrome::Event event = chromeEvent(plain, kept);
    event.phase = 'P';
    event.offset = 0;
    batch.add(event, words);
  });
  for (const auto& [key, value] : document.members) {
    takeMember(key, value, facts);
  }
  const chrome::Interner* const vocabulary = &words;
  SourceFile source;
  source.path = path;
  source.text = std::make_shared<TextInMemory>(text);
  return chrome::assemble({&vocabulary, 1}, std::move(batches), facts, source, {}, {}, {});
}

}  // namespace kernline::test
