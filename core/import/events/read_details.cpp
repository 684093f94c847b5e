// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/events/read_details.h"

#include "core/import/events/nvtx_operator.h"
#include "core/model/base/read_ahead.h"
#include "core/model/format/quantity.h"
#include "core/model/json/members.h"
#include "core/model/json/plain_members.h"
#include "core/model/json/text_scan.h"
#include "core/model/trace/arg_keys.h"

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

namespace kernline::chrome {

namespace {

constexpr int maxNesting = 100;
constexpr std::size_t usualWindow = 1024;  // most events are shorter, and what is read has to be copied
constexpr std::size_t longWindow = 8 * usualWindow;
constexpr std::size_t maxWindowBytes = std::size_t{64} << 20;

ArgNode toTree(const RawValue& value, int level) {
  ArgNode node;
  switch (value.kind) {
    case RawValue::Kind::None:
      return node;
    case RawValue::Kind::Number:
      node.kind = ArgNode::Kind::Number;
      node.text = value.text;
      std::ranges::replace(node.text, ',', '.');  // a decimal comma
      return node;
    case RawValue::Kind::Word:
      node.kind = value.text == "null"                            ? ArgNode::Kind::Null
                  : value.text == "true" || value.text == "false" ? ArgNode::Kind::Bool
                                                                  : ArgNode::Kind::Number;  // NaN, Infinity
      node.text = value.text;
      repairUtf8(node.text);
      return node;
    case RawValue::Kind::String:
      node.kind = ArgNode::Kind::Text;
      node.text = value.unescaped();
      repairUtf8(node.text);
      return node;
    case RawValue::Kind::Object:
    case RawValue::Kind::Array:
      break;
  }
  if (level == maxNesting) {
    node.kind = ArgNode::Kind::Unread;
    node.text = value.text;
    repairUtf8(node.text);
    return node;
  }
  const bool isObject = value.kind == RawValue::Kind::Object;
  node.kind = isObject ? ArgNode::Kind::Object : ArgNode::Kind::Array;
  constexpr std::size_t usualArgs = 16;
  node.children.reserve(level == 0 && isObject ? usualArgs : 0);
  for (MemberWalk walk(value.text); walk.next();) {
    ArgNode child = toTree(walk.value(), level + 1);
    child.key = walk.key().unescaped();
    repairUtf8(child.key);
    const auto same = isObject ? std::ranges::find(node.children, child.key, &ArgNode::key) : node.children.end();
    if (same != node.children.end()) {
      *same = std::move(child);
    } else {
      node.children.push_back(std::move(child));
    }
  }
  return node;
}

bool isKey(const RawValue& key, std::string_view wanted) {
  return key.hasEscapes ? key.unescaped() == wanted : key.text == wanted;
}

/// The event at an offset of a text. Returned texts are in its memory, or valid until the next read ahead.
class EventText {
 public:
  EventText(const SourceText& text, std::uint64_t offset) : m_text(text), m_offset(offset) {}
  EventText(const EventText&) = delete;
  EventText& operator=(const EventText&) = delete;
  ~EventText() = default;

  /// All its members, or those of what there is of it.
  [[nodiscard]] MemberWalk members() {
    for (std::size_t window = usualWindow;; window *= 4) {
      read(window);
      const char* const end = m_read.data() + m_read.size();
      const char* after = m_read.starts_with('{') ? skipObject(m_read.data() + 1, end).after : nullptr;
      const bool isClean = after != nullptr;
      after = isClean ? after : scanValue(m_read.data(), end).after;
      if (after != nullptr || m_read.size() < window || window >= maxWindowBytes) {
        m_read = after == nullptr ? m_read : m_read.substr(0, static_cast<std::size_t>(after - m_read.data()));
        return isClean ? MemberWalk(MemberWalk::Clean(), m_read) : MemberWalk(m_read);
      }
    }
  }

  /// Whether the event ends within the first window, has no escapes, none of `words` and no operator of NVTX. Much
  /// quicker than reading its args.
  [[nodiscard]] bool lacks(std::span<const std::string_view> words) {
    read(usualWindow);
    const char* const begin = m_read.data();
    const std::size_t length = knownLength();
    if (length == 0) {
      return false;
    }
    const auto hasByte = [&](char byte) { return std::memchr(begin, byte, length) != nullptr; };
    return !hasByte('\\') && !hasByte('=') && std::ranges::none_of(words, [&](std::string_view word) {
      return memmem(begin, length, word.data(), word.size()) != nullptr;
    });
  }

  /// Calls `take(key, value)` for each of its args, after a call of `begin()` which voids those before. Returns its
  /// name as the file spells it.
  template <typename Begin, typename Take>
  std::string_view argsOf(const Begin& begin, const Take& take) {
    for (const std::size_t window : {usualWindow, longWindow}) {
      read(window);
      begin();
      if (const std::optional<std::string_view> name = plainArgsOf(begin, take)) {
        return *name;
      }
      if (m_read.size() < window) {
        break;
      }
    }
    begin();
    std::string_view name;
    for (MemberWalk walk = members(); walk.next();) {
      if (isKey(walk.key(), "name")) {
        name = walk.value().text;
      } else if (isKey(walk.key(), "args")) {
        begin();
        for (MemberWalk arg(walk.value().text); arg.next();) {
          take(arg.key(), arg.value());
        }
      }
    }
    return name;
  }

 private:
  /// Returns a length within what was read that the event does not exceed; 0 if none is known.
  [[nodiscard]] std::size_t knownLength() const {
    const ReadAhead* const ahead = ReadAhead::current();
    if (ahead != nullptr && ahead->end() > m_offset && ahead->end() - m_offset <= m_read.size()) {
      return ahead->end() - m_offset;
    }
    const char* const begin = m_read.data();
    const char* const after = m_read.starts_with('{') ? skipObject(begin + 1, begin + m_read.size()).after : nullptr;
    return after == nullptr ? 0 : static_cast<std::size_t>(after - begin);
  }

  /// Finds args like argsOf; nullopt unless the event is plain JSON and ends within what was read.
  template <typename Begin, typename Take>
  std::optional<std::string_view> plainArgsOf(const Begin& begin, const Take& take) const {
    const char* const end = m_read.data() + m_read.size();
    std::string_view name;
    const auto takeArg = [&](std::string_view key, const char* p) {
      const ValueScan scan = scanPlainValue(p, end);
      if (scan.after != nullptr) {
        take(RawValue{.kind = RawValue::Kind::String, .text = key}, scan.value);
      }
      return scan.after;
    };
    const char* const after = walkPlainMembers(m_read.data(), end, [&](std::string_view key, const char* p) {
      if (key == "args") {
        begin();
        return walkPlainMembers(p, end, takeArg);
      }
      const ValueScan scan = scanPlainValue(p, end);
      name = key == "name" ? scan.value.text : name;
      return scan.after;
    });
    return after == nullptr ? std::nullopt : std::optional(name);
  }

  void read(std::size_t length) {
    if (length == m_asked) {
      return;
    }
    m_asked = length;
    if (ReadAhead* const ahead = ReadAhead::current()) {
      m_read = ahead->read(m_text, m_offset, length);
    } else {
      m_read = m_own = m_text.read(m_offset, length);
    }
  }

  const SourceText& m_text;
  std::uint64_t m_offset;
  std::size_t m_asked = 0;
  std::string m_own;
  std::string_view m_read;
};

class ChromeEvents final : public EventSource, public KeyedEvents {
 public:
  explicit ChromeEvents(std::shared_ptr<const SourceText> text) : m_text(std::move(text)) {}

  [[nodiscard]] EventDetails details(std::uint64_t offset) const override { return readDetails(*m_text, offset); }
  [[nodiscard]] ArgNode args(std::uint64_t offset, std::span<const std::string_view> keys) const override;
  [[nodiscard]] std::string argsText(std::uint64_t offset, std::span<const std::string_view> keys) const override;
  void addKeysText(std::uint64_t offset, std::string& text) const override;
  void addKeys(std::uint64_t offset, ArgNode& args) const override;
  [[nodiscard]] Message place(std::uint64_t offset) const override {
    return Phrase::tr("byte %1").with(formatCount(offset));
  }

 private:
  std::shared_ptr<const SourceText> m_text;
};

ArgNode ChromeEvents::args(std::uint64_t offset, std::span<const std::string_view> keys) const {
  ArgNode kept;
  kept.kind = ArgNode::Kind::Object;
  EventText event(*m_text, offset);
  if (event.lacks(keys)) {
    return kept;
  }
  const auto keep = [&](const RawValue& key, const RawValue& value) {
    const auto wanted = std::ranges::find_if(keys, [&](std::string_view k) { return isKey(key, k); });
    if (wanted == keys.end()) {
      return;
    }
    ArgNode node = toTree(value, 0);
    node.key = *wanted;
    const auto same = std::ranges::find(kept.children, node.key, &ArgNode::key);
    if (same != kept.children.end()) {
      *same = std::move(node);
    } else {
      kept.children.reserve(keys.size());
      kept.children.push_back(std::move(node));
    }
  };
  const std::string_view name = event.argsOf([&] { kept.children.clear(); }, keep);
  if (const auto op = nvtxOperator(name)) {
    op->addArgs(kept, keys);
  }
  return kept;
}

/// Returns their members as the file spells them.
std::string ChromeEvents::argsText(std::uint64_t offset, std::span<const std::string_view> keys) const {
  std::string text;
  EventText event(*m_text, offset);
  const auto append = [&](std::size_t key, std::string_view value) {
    text.append(1, static_cast<char>('0' + key)).append(value).append(1, '\0');
  };
  const auto keep = [&](const RawValue& key, const RawValue& value) {
    const auto wanted = std::ranges::find_if(keys, [&](std::string_view k) { return isKey(key, k); });
    if (wanted != keys.end()) {
      append(static_cast<std::size_t>(wanted - keys.begin()), value.text);
    }
  };
  const std::string_view name = event.argsOf([&] { text.clear(); }, keep);
  if (const auto op = nvtxOperator(name)) {
    for (std::size_t k = 0; k < keys.size(); ++k) {
      if (const std::string_view value = op->valueOf(keys[k]); !value.empty()) {
        append(k, value);
      }
    }
  }
  return text;
}

/// Returns the keys as the file spells them, then the args that the name of an operator adds.
void ChromeEvents::addKeysText(std::uint64_t offset, std::string& text) const {
  const std::size_t before = text.size();
  EventText event(*m_text, offset);
  const auto append = [&](const RawValue& key, const RawValue& /*value*/) {
    const bool isElement = key.kind == RawValue::Kind::None;
    text.append(1, isElement ? '-' : '+').append(key.text).append(1, '\0');
  };
  const std::string_view name = event.argsOf([&] { text.resize(before); }, append);
  if (const auto op = nvtxOperator(name)) {
    ArgNode added;
    op->addArgs(added);
    for (const ArgNode& arg : added.children) {
      text.append(1, '=').append(arg.key);
    }
  }
}

void ChromeEvents::addKeys(std::uint64_t offset, ArgNode& args) const {
  const std::size_t before = args.children.size();
  EventText event(*m_text, offset);
  const auto add = [&](const RawValue& key, const RawValue& /*value*/) {
    ArgNode node;
    node.key = key.unescaped();
    repairUtf8(node.key);
    const bool isElement = key.kind == RawValue::Kind::None;  // list elements have no key
    if (isElement || std::ranges::find(args.children, node.key, &ArgNode::key) == args.children.end()) {
      args.children.push_back(std::move(node));
    }
  };
  const std::string_view name = event.argsOf([&] { args.children.resize(before); }, add);
  if (const auto op = nvtxOperator(name)) {
    op->addArgs(args);
  }
}

}  // namespace

std::shared_ptr<const EventSource> eventsOf(std::shared_ptr<const SourceText> text) {
  return std::make_shared<ChromeEvents>(std::move(text));
}

ArgNode toTree(std::string_view json) {
  return toTree(scanValue(json.data(), json.data() + json.size()).value, 0);
}

EventDetails readDetails(const SourceText& text, std::uint64_t offset) {
  EventDetails details;
  details.fields.kind = ArgNode::Kind::Object;
  EventText event(text, offset);
  for (MemberWalk walk = event.members(); walk.next();) {
    ArgNode node = toTree(walk.value(), 0);
    node.key = walk.key().unescaped();
    if (node.key == "args") {
      details.args = std::move(node);
      continue;
    }
    const auto same = std::ranges::find(details.fields.children, node.key, &ArgNode::key);
    if (same != details.fields.children.end()) {
      *same = std::move(node);
    } else {
      details.fields.children.push_back(std::move(node));
    }
  }
  const ArgNode* const name = details.fields.find("name");
  if (const auto op = name == nullptr ? std::nullopt : nvtxOperator(name->text)) {
    details.args.kind = ArgNode::Kind::Object;
    op->addArgs(details.args);
  }
  return details;
}

}  // namespace kernline::chrome
