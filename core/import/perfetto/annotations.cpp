// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/perfetto/annotations.h"

#include "core/import/events/read_details.h"
#include "core/import/perfetto/wire.h"
#include "core/model/json/members.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>

namespace kernline::perfetto {

namespace {

constexpr int maxAnnotationDepth = 100;

void setScalar(ArgNode& node, ArgNode::Kind kind, std::string text) {
  node.kind = kind;
  node.text = std::move(text);
}

void setText(ArgNode& node, std::string_view text) {
  const bool isNull = text == "null";
  setScalar(node, isNull ? ArgNode::Kind::Null : ArgNode::Kind::Text, readable(text));
}

void setDouble(ArgNode& node, double value) {
  setScalar(node, ArgNode::Kind::Number,
            std::isfinite(value) ? fmt::format("{}", value)
                                 : (std::isnan(value) ? "NaN"
                                    : value > 0       ? "Infinity"
                                                      : "-Infinity"));
}

class AnnotationReader {
 public:
  explicit AnnotationReader(const InternedText& textOf) : m_textOf(textOf) {}

  ArgNode read(Message message, int depth) {
    ArgNode node;
    node.kind = ArgNode::Kind::Array;  // empty list or object, which has no value
    if (depth == maxAnnotationDepth) {
      node.kind = ArgNode::Kind::Unread;
      return node;
    }
    while (message.next()) {
      readField(message, node, depth);
    }
    return node;
  }

 private:
  void readField(const Message& message, ArgNode& node, int depth) {
    switch (message.tag()) {
      case varint(1):
        node.key = readable(m_textOf(InternedKind::AnnotationName, message.number()));
        break;
      case bytes(10):
        node.key = readable(message.bytes());
        break;
      case varint(2):
        setScalar(node, ArgNode::Kind::Bool, message.number32() != 0 ? "true" : "false");
        break;
      case varint(3):
        setScalar(node, ArgNode::Kind::Number, fmt::format("{}", message.number()));
        break;
      case varint(4):
        setScalar(node, ArgNode::Kind::Number, fmt::format("{}", message.integer()));
        break;
      case fixed64(5):
        setDouble(node, message.real());
        break;
      case bytes(6):
        setText(node, message.bytes());
        break;
      case varint(7):
        setScalar(node, ArgNode::Kind::Text, fmt::format("{:#x}", message.number()));
        break;
      case varint(17):
        setText(node, m_textOf(InternedKind::AnnotationText, message.number()));
        break;
      case bytes(8):
        setNested(node, Message{message.bytes()}, depth);
        break;
      case bytes(9): {
        std::string key = std::move(node.key);
        node = chrome::toTree(message.bytes());
        node.key = std::move(key);
        break;
      }
      case bytes(11):
        node.kind = ArgNode::Kind::Object;
        setMember(node, read(Message{message.bytes()}, depth + 1));
        break;
      case bytes(12):
        node.kind = ArgNode::Kind::Array;
        node.children.push_back(read(Message{message.bytes()}, depth + 1));
        break;
      default:
        break;
    }
  }

  /// Reads NestedValue, which older writers use: a list of keys and a list of values.
  void setNested(ArgNode& node, Message message, int depth) {
    std::vector<std::string> keys;
    node.kind = ArgNode::Kind::Array;
    if (depth == maxAnnotationDepth) {
      node.kind = ArgNode::Kind::Unread;
      return;
    }
    while (message.next()) {
      switch (message.tag()) {
        case bytes(2):
          keys.push_back(readable(message.bytes()));
          break;
        case bytes(3):
        case bytes(4): {
          node.kind = message.field() == 3 ? ArgNode::Kind::Object : ArgNode::Kind::Array;
          ArgNode child;
          setNested(child, Message{message.bytes()}, depth + 1);
          node.children.push_back(std::move(child));
          break;
        }
        case varint(5):
          setScalar(node, ArgNode::Kind::Number, fmt::format("{}", message.integer()));
          break;
        case fixed64(6):
          setDouble(node, message.real());
          break;
        case varint(7):
          setScalar(node, ArgNode::Kind::Bool, message.number32() != 0 ? "true" : "false");
          break;
        case bytes(8):
          setText(node, message.bytes());
          break;
        default:
          break;
      }
    }
    for (std::size_t i = 0; node.kind == ArgNode::Kind::Object && i < std::min(keys.size(), node.children.size());
         ++i) {
      node.children[i].key = keys[i];
    }
  }

  const InternedText& m_textOf;
};

}  // namespace

bool WantedArgs::contains(std::string_view name) const {
  const auto isKey = [this](std::string_view text) { return std::ranges::find(*m_keys, text) != m_keys->end(); };
  return !m_keys || isKey(name) || (!chrome::isUtf8(name) && isKey(readable(name)));
}

std::string_view annotationName(std::string_view annotation, const InternedText& textOf) {
  std::string_view name;
  for (Message message{annotation}; message.next();) {
    if (message.tag() == bytes(10)) {
      name = message.bytes();
    } else if (message.tag() == varint(1)) {
      name = textOf(InternedKind::AnnotationName, message.number());
    }
  }
  return name;
}

ArgNode readAnnotation(std::string_view annotation, const InternedText& textOf) {
  return AnnotationReader(textOf).read(Message{annotation}, 0);
}

void setMember(ArgNode& object, ArgNode member) {
  constexpr std::size_t searched = 4096;  // more than any real object has
  const auto same = object.children.size() > searched ? object.children.end()
                                                      : std::ranges::find(object.children, member.key, &ArgNode::key);
  if (same != object.children.end()) {
    *same = std::move(member);
  } else {
    object.children.push_back(std::move(member));
  }
}

std::string readable(std::string_view text) {
  std::string copy(text);
  chrome::repairUtf8(copy);
  return copy;
}

}  // namespace kernline::perfetto
