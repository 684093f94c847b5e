// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/output/packed/packed_args.h"

#include "core/model/base/parallel.h"
#include "core/output/packed/packed_bytes.h"

#include <algorithm>
#include <charconv>
#include <optional>
#include <unordered_map>
#include <utility>

namespace kernline {

namespace {

using packed::BrokenBytes;
using packed::Numbers;
using packed::PackedReader;
using packed::PackedWriter;

constexpr int deepest = 200;
/// Limit of events whose combinations are cached at a time.
constexpr std::size_t maxTexts = std::size_t{1} << 20U;
constexpr std::uint64_t maxNodeBytes = std::uint64_t{64} << 20;

void addNode(PackedWriter& writer, const ArgNode& node) {
  writer.add(static_cast<std::uint64_t>(node.kind));
  writer.addText(node.text);
  writer.add(node.children.size());
  for (const ArgNode& child : node.children) {
    writer.addText(child.key);
    addNode(writer, child);
  }
}

ArgNode readNode(PackedReader& reader, int depth) {
  if (depth > deepest) {
    throw BrokenBytes{};
  }
  ArgNode node;
  node.kind = static_cast<ArgNode::Kind>(reader.numberUpTo(static_cast<std::uint64_t>(ArgNode::Kind::Unread)));
  node.text = reader.text();
  for (std::uint64_t left = reader.number(); left > 0; --left) {
    const std::string_view key = reader.text();
    node.children.push_back(readNode(reader, depth + 1));
    node.children.back().key = key;
  }
  return node;
}

/// A number that its digits spell as this program would.
std::optional<std::int64_t> wholeOf(const ArgNode& node) {
  std::int64_t number = 0;
  const char* const end = node.text.data() + node.text.size();
  const auto read = std::from_chars(node.text.data(), end, number);
  const bool isWhole = node.kind == ArgNode::Kind::Number && read.ec == std::errc{} && read.ptr == end;
  return isWhole && std::to_string(number) == node.text ? std::optional(number) : std::nullopt;
}

std::string wholeNode(std::int64_t number) {
  ArgNode node;
  node.kind = ArgNode::Kind::Number;
  node.text = std::to_string(number);
  return packedNode(node);
}

/// Texts by the number in which they came, from 1 on.
class Dictionary {
 public:
  /// Returns the number of a text, and whether it is new.
  std::pair<std::uint32_t, bool> numberOf(const std::string& text) {
    const auto [at, isNew] = m_numbers.emplace(text, static_cast<std::uint32_t>(m_numbers.size() + 1));
    if (isNew) {
      m_texts.push_back(at->first);
    }
    return {at->second, isNew};
  }
  [[nodiscard]] std::span<const std::string_view> texts() const { return m_texts; }

 private:
  std::unordered_map<std::string, std::uint32_t> m_numbers;
  std::vector<std::string_view> m_texts;
};

void addValues(PackedWriter& writer, const Dictionary& dictionary) {
  Numbers steps;
  std::int64_t last = 0;
  for (const std::string_view text : dictionary.texts()) {
    const auto whole = wholeOf(nodeOf(text));
    if (!whole) {
      break;
    }
    steps.push_back(packed::stepTo(std::exchange(last, *whole), *whole));
  }
  const bool areWhole = steps.size() == dictionary.texts().size();
  writer.add(areWhole ? 1 : 0);
  areWhole ? writer.addColumn(steps) : writer.addTexts(dictionary.texts());
}

std::vector<std::string> readValues(PackedReader& reader) {
  if (reader.numberUpTo(1) == 0) {
    return reader.texts();
  }
  std::vector<std::string> values;
  std::int64_t last = 0;
  for (const std::uint64_t step : reader.column()) {
    last = packed::stepFrom(last, step);
    values.push_back(wholeNode(last));
  }
  return values;
}

/// Numbers of a dictionary where nearly all are new ones or those that `last` says: 0 and 1, else the number and one.
std::uint64_t codeOf(std::uint32_t number, bool isNew, std::uint32_t& last) {
  const std::uint64_t code = isNew ? 1 : number == last ? 0 : std::uint64_t{number} + 1;
  last = number;
  return code;
}

std::uint32_t numberOf(std::uint64_t code, std::uint32_t& known, std::uint32_t& last) {
  last = code == 1 ? ++known : code == 0 ? last : static_cast<std::uint32_t>(std::min<std::uint64_t>(code - 1, known));
  if (last == 0) {
    throw BrokenBytes{};
  }
  return last;
}

class ArgPacker {
 public:
  ArgPacker(const Trace& trace, std::span<const std::string> keys)
      : m_trace(trace), m_keys(keys.size()), m_lastOfName(trace.strings().size()) {
    for (std::size_t k = 0; k < keys.size(); ++k) {
      m_keys[k].name = keys[k];
      m_names.push_back(m_keys[k].name);
    }
  }

  void add(std::span<const SpanId> spans, unsigned threads) {
    std::vector<std::string> texts(spans.size());
    constexpr std::size_t chunk = 512;
    parallelFor(threads, (spans.size() + chunk - 1) / chunk, [&](std::size_t c) {
      for (std::size_t i = c * chunk; i < std::min(spans.size(), (c + 1) * chunk); ++i) {
        texts[i] = m_trace.argsText(spans[i], m_names);
      }
    });
    if (m_combinationOf.size() > maxTexts) {
      m_combinationOf.clear();
    }
    for (std::size_t i = 0; i < spans.size(); ++i) {
      std::uint32_t& last = m_lastOfName[index(m_trace.name(spans[i]))];
      const auto known = m_combinationOf.find(texts[i]);
      const auto [number, isNew] = known == m_combinationOf.end() ? combinationOf(m_trace.args(spans[i], m_names))
                                                                  : std::pair{known->second, false};
      m_combinationOf.emplace(std::move(texts[i]), number);
      m_codes.push_back(codeOf(number, isNew, last));
    }
  }

  std::string take() {
    PackedWriter writer;
    writer.addColumn(m_codes);
    for (const Key& key : m_keys) {
      writer.addColumn(key.codes);
      addValues(writer, key.values);
    }
    return writer.take();
  }

 private:
  struct Key {
    std::string name;
    Dictionary values;
    Numbers codes;
    std::uint32_t last = 0;
  };

  /// Returns the number of a combination, and whether it is new.
  std::pair<std::uint32_t, bool> combinationOf(const ArgNode& args) {
    std::string combination;
    std::vector<std::pair<std::uint32_t, bool>> numbers;
    for (Key& key : m_keys) {
      const ArgNode* const value = args.find(key.name);
      numbers.push_back(value == nullptr ? std::pair{0U, false} : key.values.numberOf(packedNode(*value)));
      combination.append(reinterpret_cast<const char*>(&numbers.back().first), sizeof(std::uint32_t));
    }
    const auto found = m_combinations.numberOf(combination);
    for (std::size_t k = 0; found.second && k < m_keys.size(); ++k) {
      // One more, for there may be none.
      const auto [value, isNew] = numbers[k];
      m_keys[k].codes.push_back(value == 0 ? 0 : codeOf(value, isNew, m_keys[k].last) + 1);
    }
    return found;
  }

  const Trace& m_trace;
  std::vector<Key> m_keys;
  std::vector<std::string_view> m_names;
  Dictionary m_combinations;
  std::unordered_map<std::string, std::uint32_t> m_combinationOf;  // keyed by the file's text
  Numbers m_codes;
  std::vector<std::uint32_t> m_lastOfName;
};

}  // namespace

std::string packedNode(const ArgNode& node) {
  PackedWriter writer;
  addNode(writer, node);
  return writer.take();
}

ArgNode nodeOf(std::string_view bytes) {
  try {
    PackedReader reader(bytes, maxNodeBytes);
    return readNode(reader, 0);
  } catch (const BrokenBytes&) {
    return {};
  }
}

std::string packArgs(const Trace& trace, SpanKind kind, std::span<const std::string> keys, unsigned threads,
                     const std::stop_token& stop) {
  ArgPacker packer(trace, keys);
  constexpr std::size_t atOnce = std::size_t{1} << 16U;
  std::vector<SpanId> spans;
  for (std::uint32_t i = 0; i < trace.spanCount() && !stop.stop_requested(); ++i) {
    if (trace.kinds()[i] == kind) {
      spans.push_back(SpanId{i});
    }
    if (spans.size() == atOnce) {
      packer.add(std::exchange(spans, {}), threads);
    }
  }
  packer.add(spans, threads);
  return stop.stop_requested() ? std::string() : packer.take();
}

Expected<ArgColumn> ArgColumn::read(std::string_view bytes, std::span<const std::string> keys,
                                    std::span<const StringId> names, std::uint64_t maxBytes) {
  try {
    PackedReader reader(bytes, maxBytes);
    ArgColumn column;
    std::unordered_map<StringId, std::uint32_t> lastOfName;
    std::uint32_t known = 0;
    const Numbers codes = reader.column(names.size());
    for (std::size_t i = 0; i < names.size(); ++i) {
      column.m_combinations.push_back(numberOf(codes[i], known, lastOfName[names[i]]) - 1);
    }
    for (const std::string& name : keys) {
      Key key{.name = name, .values = {}, .texts = {}};
      std::uint32_t values = 0;
      std::uint32_t last = 0;
      for (const std::uint64_t code : reader.column(known)) {
        key.values.push_back(code == 0 ? 0 : numberOf(code - 1, values, last));
      }
      key.texts = readValues(reader);
      if (key.texts.size() < values) {
        throw BrokenBytes{};
      }
      column.m_keys.push_back(std::move(key));
    }
    return column;
  } catch (const BrokenBytes&) {
    return std::unexpected(Error{Error::Kind::NotATrace, Phrase::tr("the args received are damaged")});
  }
}

ArgNode ArgColumn::args(std::size_t span) const {
  ArgNode args;
  args.kind = ArgNode::Kind::Object;
  for (const Key& key : m_keys) {
    if (const std::uint32_t value = key.values[m_combinations[span]]; value != 0) {
      args.children.push_back(nodeOf(key.texts[value - 1]));
      args.children.back().key = key.name;
    }
  }
  return args;
}

std::string ArgColumn::text(std::size_t span) const {
  return std::to_string(m_combinations[span]);
}

}  // namespace kernline
