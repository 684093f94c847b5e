// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/events/read_details.h"

#include "core/import/events/nvtx_operator.h"
#include "core/model/base/read_ahead.h"
#include "core/model/format/quantity.h"
#include "core/model/json/members.h"
#include "core/model/json/text_scan.h"

#include <algorithm>
#include <string>
#include <utility>

namespace kernline::chrome {

namespace {

constexpr int maxNesting = 100;
constexpr std::size_t detailsWindow = 1024;  // most events are shorter, and what is read has to be copied
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

/// The text of the object at an offset, or what there is of it; while another one is read ahead of, only until then.
class ObjectText {
 public:
  ObjectText(const SourceText& text, std::uint64_t offset) {
    for (std::size_t window = detailsWindow;; window *= 4) {
      read(text, offset, window);
      const char* const end = m_text.data() + m_text.size();
      const char* after = m_text.starts_with('{') ? skipObject(m_text.data() + 1, end).after : nullptr;
      m_isClean = after != nullptr;
      after = m_isClean ? after : scanValue(m_text.data(), end).after;
      if (after != nullptr || m_text.size() < window || window >= maxWindowBytes) {
        m_text = after == nullptr ? m_text : m_text.substr(0, static_cast<std::size_t>(after - m_text.data()));
        return;
      }
    }
  }
  ObjectText(const ObjectText&) = delete;
  ObjectText& operator=(const ObjectText&) = delete;
  ~ObjectText() = default;

  [[nodiscard]] MemberWalk members() const {
    return m_isClean ? MemberWalk(MemberWalk::Clean(), m_text) : MemberWalk(m_text);
  }

 private:
  void read(const SourceText& text, std::uint64_t offset, std::size_t length) {
    if (ReadAhead* const ahead = ReadAhead::current()) {
      m_text = ahead->read(text, offset, length);
    } else {
      m_text = m_own = text.read(offset, length);
    }
  }

  std::string m_own;
  std::string_view m_text;
  bool m_isClean = false;
};

class ChromeEvents final : public EventSource {
 public:
  explicit ChromeEvents(std::shared_ptr<const SourceText> text) : m_text(std::move(text)) {}

  [[nodiscard]] EventDetails details(std::uint64_t offset) const override { return readDetails(*m_text, offset); }
  [[nodiscard]] ArgNode args(std::uint64_t offset, std::span<const std::string_view> keys) const override;
  [[nodiscard]] std::string argsText(std::uint64_t offset, std::span<const std::string_view> keys) const override;
  [[nodiscard]] Message place(std::uint64_t offset) const override {
    return Phrase::tr("byte %1").with(formatCount(offset));
  }

 private:
  std::shared_ptr<const SourceText> m_text;
};

bool isKey(const RawValue& key, std::string_view wanted) {
  return key.hasEscapes ? key.unescaped() == wanted : key.text == wanted;
}

/// The members of an object that have one of these keys.
void keepMembers(std::string_view object, std::span<const std::string_view> keys, ArgNode& kept) {
  for (MemberWalk walk(object); walk.next();) {
    const auto key = std::ranges::find_if(keys, [&](std::string_view k) { return isKey(walk.key(), k); });
    if (key == keys.end()) {
      continue;
    }
    ArgNode node = toTree(walk.value(), 0);
    node.key = *key;
    const auto same = std::ranges::find(kept.children, node.key, &ArgNode::key);
    if (same != kept.children.end()) {
      *same = std::move(node);
    } else {
      kept.children.push_back(std::move(node));
    }
  }
}

ArgNode ChromeEvents::args(std::uint64_t offset, std::span<const std::string_view> keys) const {
  ArgNode kept;
  kept.kind = ArgNode::Kind::Object;
  RawValue name;
  const ObjectText object(*m_text, offset);
  for (MemberWalk walk = object.members(); walk.next();) {
    if (isKey(walk.key(), "args")) {
      kept.children.clear();
      keepMembers(walk.value().text, keys, kept);
    } else if (isKey(walk.key(), "name")) {
      name = walk.value();
    }
  }
  if (const auto op = nvtxOperator(name.text)) {
    op->addArgs(kept, keys);
  }
  return kept;
}

/// Their members as they stand in the file.
std::string ChromeEvents::argsText(std::uint64_t offset, std::span<const std::string_view> keys) const {
  std::string text;
  RawValue name;
  const ObjectText object(*m_text, offset);
  for (MemberWalk walk = object.members(); walk.next();) {
    if (!isKey(walk.key(), "args")) {
      name = isKey(walk.key(), "name") ? walk.value() : name;
      continue;
    }
    text.clear();
    text.reserve(walk.value().text.size());
    for (MemberWalk member(walk.value().text); member.next();) {
      const auto key = std::ranges::find_if(keys, [&](std::string_view k) { return isKey(member.key(), k); });
      if (key != keys.end()) {
        text.append(1, static_cast<char>('0' + (key - keys.begin())));
        text.append(member.value().text).append(1, '\0');
      }
    }
  }
  if (const auto op = nvtxOperator(name.text)) {
    for (std::size_t k = 0; k < keys.size(); ++k) {
      if (const std::string_view value = op->valueOf(keys[k]); !value.empty()) {
        text.append(1, static_cast<char>('0' + k)).append(value).append(1, '\0');
      }
    }
  }
  return text;
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
  const ObjectText object(text, offset);
  for (MemberWalk walk = object.members(); walk.next();) {
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
