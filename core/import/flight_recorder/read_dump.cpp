// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/flight_recorder/read_dump.h"

#include "core/import/load_options.h"
#include "core/import/pickle/read_pickle.h"
#include "core/import/source/whole_text.h"
#include "core/model/json/members.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <limits>
#include <utility>

namespace kernline::flight {

namespace {

using chrome::MemberWalk;
using chrome::RawValue;
using pickle::Document;
using pickle::Value;

constexpr std::size_t maxEntries = 1'000'000;
constexpr std::size_t maxShapes = 64;  // of one collective that are spelled out
constexpr std::size_t maxDumpBytes = std::size_t{1} << 30;

struct ScalarBytes {
  std::string_view type;
  std::int64_t bytes;
};
/// c10's names of types.
constexpr ScalarBytes scalarBytes[] = {{"Float", 4},
                                       {"Double", 8},
                                       {"Half", 2},
                                       {"BFloat16", 2},
                                       {"Byte", 1},
                                       {"Char", 1},
                                       {"Short", 2},
                                       {"Int", 4},
                                       {"Long", 8},
                                       {"Bool", 1},
                                       {"ComplexFloat", 8},
                                       {"ComplexDouble", 16},
                                       {"Float8_e5m2", 1},
                                       {"Float8_e4m3fn", 1},
                                       {"Float8_e5m2fnuz", 1},
                                       {"Float8_e4m3fnuz", 1},
                                       {"UInt16", 2},
                                       {"UInt32", 4},
                                       {"UInt64", 8}};

/// Shapes of several tensors and what they take.
class Shapes {
 public:
  void beginTensor() {
    if (m_tensors++ < maxShapes) {
      m_text += m_text.empty() ? "[" : ", [";
      m_dimensions = 0;
    }
    m_elements = 1;
  }
  void addSize(std::int64_t size) {
    if (m_tensors <= maxShapes && m_text.size() < maxTextBytes) {
      m_text += fmt::format("{}{}", m_dimensions++ == 0 ? "" : ", ", size);
    }
    const auto product = static_cast<double>(m_elements) * static_cast<double>(size);
    constexpr double most = 1e15;
    m_elements = size >= 0 && product < most ? static_cast<std::int64_t>(product) : 0;
  }
  void endTensor() {
    m_text += m_tensors <= maxShapes ? "]" : "";
    m_sizes.push_back(m_elements);
  }
  /// Bytes with the types given: one for each tensor, or one for all.
  [[nodiscard]] std::int64_t bytes(const std::vector<std::string>& types) const {
    std::int64_t sum = 0;
    for (std::size_t i = 0; i < m_sizes.size(); ++i) {
      const std::string_view type =
          types.empty() ? std::string_view{} : std::string_view{types[std::min(i, types.size() - 1)]};
      const auto* known = std::ranges::find(scalarBytes, type, &ScalarBytes::type);
      if (known == std::end(scalarBytes)) {
        return 0;
      }
      sum = std::min(sum + m_sizes[i] * known->bytes, mostBytes);
    }
    return sum;
  }
  [[nodiscard]] std::string text() const {
    return m_tensors > maxShapes ? fmt::format("{}, … ({} tensors)", m_text, m_tensors) : m_text;
  }

 private:
  static constexpr std::size_t maxTextBytes = 4096;
  static constexpr std::int64_t mostBytes = std::int64_t{1} << 60;
  std::string m_text;
  std::vector<std::int64_t> m_sizes;
  std::int64_t m_elements = 1;
  std::size_t m_tensors = 0;
  std::size_t m_dimensions = 0;
};

CollectiveState stateOf(std::string_view text) {
  return text == "completed" ? CollectiveState::Completed
         : text == "started" ? CollectiveState::Started
                             : CollectiveState::Scheduled;
}

std::string operationOf(std::string_view name) {
  const std::size_t colon = name.find(':');
  std::string operation(colon == std::string_view::npos ? name : name.substr(colon + 1));
  chrome::repairUtf8(operation);
  return operation.substr(0, 256);
}

/// Numbers in any text: "[0, 1, 2]".
std::vector<std::int32_t> ranksIn(std::string_view text) {
  constexpr std::size_t mostRanks = 1'000'000;
  std::vector<std::int32_t> ranks;
  for (std::size_t at = 0; at < text.size() && ranks.size() < mostRanks;) {
    std::int32_t rank = 0;
    const auto [end, error] = std::from_chars(text.data() + at, text.data() + text.size(), rank);
    if (error == std::errc{} && rank >= 0) {
      ranks.push_back(rank);
    }
    at = std::max<std::size_t>(at + 1, static_cast<std::size_t>(end - text.data()));
  }
  return ranks;
}

bool isOfLibrary(std::string_view file) {
  return file.contains("site-packages") || file.contains("dist-packages") || file.contains("/torch/") ||
         file.contains("<frozen");
}

std::string placeText(std::string_view function, std::string_view file, std::int64_t line) {
  const std::size_t slash = file.find_last_of("/\\");
  std::string text =
      fmt::format("{}:{} {}", slash == std::string_view::npos ? file : file.substr(slash + 1), line, function);
  chrome::repairUtf8(text);
  return text;
}

std::int64_t integerOf(const RawValue& value, std::int64_t otherwise) {
  const std::string text = value.kind == RawValue::Kind::None ? std::string() : value.unescaped();
  std::int64_t number = otherwise;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  return error == std::errc{} && end == text.data() + text.size() ? number : otherwise;
}

/// Far enough from the ends that differences fit.
std::int64_t soundTime(std::int64_t ns) {
  constexpr std::int64_t latest = std::int64_t{1} << 62;
  return ns > 0 && ns < latest ? ns : 0;
}

std::optional<std::int64_t> ifPositive(std::int64_t ns) {
  return soundTime(ns) > 0 ? std::optional{ns} : std::nullopt;
}

void finish(Collective& made, const Shapes& inputs, const Shapes& outputs, const std::vector<std::string>& inputTypes,
            const std::vector<std::string>& outputTypes) {
  made.inputText = inputs.text();
  made.outputText = outputs.text();
  made.inputBytes = inputs.bytes(inputTypes);
  made.outputBytes = outputs.bytes(outputTypes.empty() ? inputTypes : outputTypes);
  std::vector<std::string> types = inputTypes.empty() ? outputTypes : inputTypes;
  const auto repeated = std::ranges::unique(types);
  types.erase(repeated.begin(), repeated.end());
  types.resize(std::min<std::size_t>(types.size(), 8));
  for (const std::string& type : types) {
    made.types += (made.types.empty() ? "" : ", ") + type;
  }
}

// --- JSON ------------------------------------------------------------------------------------------------------------

Shapes jsonShapes(std::string_view list) {
  Shapes shapes;
  for (MemberWalk tensors(list); tensors.next();) {
    shapes.beginTensor();
    for (MemberWalk sizes(tensors.value().text); tensors.value().kind == RawValue::Kind::Array && sizes.next();) {
      shapes.addSize(integerOf(sizes.value(), 0));
    }
    shapes.endTensor();
  }
  return shapes;
}

std::vector<std::string> jsonTexts(std::string_view list) {
  std::vector<std::string> texts;
  for (MemberWalk walk(list); walk.next() && texts.size() < 10'000;) {
    texts.push_back(walk.value().unescaped());
    chrome::repairUtf8(texts.back());
  }
  return texts;
}

/// Nothing of what is no entry.
std::optional<Collective> jsonCollective(std::string_view object) {
  Collective made;
  std::string_view inputs;
  std::string_view outputs;
  std::vector<std::string> inputTypes;
  std::vector<std::string> outputTypes;
  std::int64_t messageNumber = -1;
  bool hasState = false;
  for (MemberWalk walk(object); walk.next();) {
    const std::string_view key = walk.key().text;
    const RawValue& value = walk.value();
    if (key == "process_group") {
      const std::vector<std::string> names = jsonTexts(value.text);
      made.group = names.empty() ? "" : names.front();
    } else if (key == "profiling_name") {
      made.operation = operationOf(value.unescaped());
    } else if (key == "collective_seq_id" || (key == "seq_id" && made.sequence < 0)) {
      made.sequence = integerOf(value, -1);
    } else if (key == "p2p_seq_id") {
      messageNumber = integerOf(value, -1);
    } else if (key == "is_p2p") {
      made.isMessage = value.text == "true";
    } else if (key == "state") {
      made.state = stateOf(value.text);
      hasState = true;
    } else if (key == "input_sizes") {
      inputs = value.text;
    } else if (key == "output_sizes") {
      outputs = value.text;
    } else if (key == "input_dtypes") {
      inputTypes = jsonTexts(value.text);
    } else if (key == "output_dtypes") {
      outputTypes = jsonTexts(value.text);
    } else if (key == "time_created_ns") {
      made.createdNs = soundTime(integerOf(value, 0));
    } else if (key == "time_discovered_started_ns") {
      made.startedNs = ifPositive(integerOf(value, 0));
    } else if (key == "time_discovered_completed_ns") {
      made.completedNs = ifPositive(integerOf(value, 0));
    } else if (key == "duration_ms") {
      double ms = 0;
      const std::string digits = value.unescaped();
      const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), ms);
      constexpr double nsPerMs = 1e6;
      if (error == std::errc{} && std::isfinite(ms) && ms >= 0) {
        made.durationNs = ms * nsPerMs;
      }
    }
  }
  made.sequence = made.isMessage ? messageNumber : made.sequence;
  finish(made, jsonShapes(inputs), jsonShapes(outputs), inputTypes, outputTypes);
  return hasState && !made.operation.empty() ? std::optional{std::move(made)} : std::nullopt;
}

void readJsonGroups(RankDump& dump, std::string_view configs, std::string_view status) {
  for (MemberWalk walk(configs); walk.next() && dump.groups.size() < 10'000;) {
    ProcessGroup group;
    group.name = chrome::findMember(walk.value().text, "name").unescaped();
    group.description = chrome::findMember(walk.value().text, "desc").unescaped();
    const RawValue ranks = chrome::findMember(walk.value().text, "ranks");
    group.ranks = ranksIn(ranks.text);
    group.name = group.name.empty() ? walk.key().unescaped() : group.name;
    const std::string_view counts = chrome::findMember(status, walk.key().text).text;
    const auto count = [&](std::string_view key) -> std::optional<std::int64_t> {
      const RawValue value = chrome::findMember(counts, key);
      return value.kind == RawValue::Kind::None ? std::nullopt : std::optional{integerOf(value, -1)};
    };
    group.lastEnqueued = count("last_enqueued_collective");
    group.lastStarted = count("last_started_collective");
    group.lastCompleted = count("last_completed_collective");
    dump.groups.push_back(std::move(group));
  }
}

RankDump readJson(std::string_view text) {
  RankDump dump;
  dump.version = chrome::findMember(text, "version").unescaped();
  dump.library = chrome::findMember(text, "comm_lib_version").unescaped();
  readJsonGroups(dump, chrome::findMember(text, "pg_config").text, chrome::findMember(text, "pg_status").text);
  // Found by hand, as the list of a file that is cut off has no end.
  MemberWalk members(text);
  std::string_view entries;
  while (members.next()) {
    if (members.key().text == "entries") {
      entries = members.value().text;
    }
  }
  if (members.broke() && entries.empty()) {
    const std::size_t at = text.find("\"entries\"");
    const std::size_t list = at == std::string_view::npos ? at : text.find('[', at);
    entries = list == std::string_view::npos ? entries : text.substr(list);
  }
  MemberWalk walk(entries);
  while (walk.next() && dump.collectives.size() < maxEntries) {
    if (auto made = jsonCollective(walk.value().text)) {
      dump.collectives.push_back(std::move(*made));
    } else {
      ++dump.badEntries;
    }
  }
  if (members.broke() || walk.broke()) {
    dump.damage = "the JSON ends early";
  }
  return dump;
}

// --- pickle ----------------------------------------------------------------------------------------------------------

/// Nothing is taken: dumps are small.
class KeepAll final : public pickle::Sink {
 public:
  [[nodiscard]] std::optional<std::uint32_t> take(Document& /*document*/, std::span<const Value> /*items*/) override {
    return std::nullopt;
  }
};

class PickledDump {
 public:
  explicit PickledDump(Document& document) : m_document(document) {}

  RankDump read() {
    RankDump dump;
    const Value root = m_document.root();
    dump.version = text(root, "version");
    dump.library = text(root, "comm_lib_version");
    readGroups(dump, m_document.find(root, "pg_config"), m_document.find(root, "pg_status"));
    for (const Value entry : m_document.items(m_document.find(root, "entries"))) {
      if (dump.collectives.size() == maxEntries) {
        break;
      }
      const std::string name = text(entry, "profiling_name");
      if (!m_document.isDict(entry) || name.empty()) {
        ++dump.badEntries;
        continue;
      }
      dump.collectives.push_back(collectiveOf(entry, name));
    }
    return dump;
  }

 private:
  [[nodiscard]] std::string text(Value dict, std::string_view key) const {
    std::string found(m_document.text(m_document.find(dict, key)).substr(0, 4096));
    chrome::repairUtf8(found);
    return found;
  }
  [[nodiscard]] std::int64_t integer(Value dict, std::string_view key, std::int64_t otherwise) const {
    return m_document.find(dict, key).asInteger(otherwise);
  }

  [[nodiscard]] std::int64_t nanoseconds(Value dict, std::string_view key) const {
    return m_document.find(dict, key).asNanoseconds();
  }

  void readGroups(RankDump& dump, Value configs, Value status) const {
    const auto items = m_document.items(configs);
    for (std::size_t i = 0; m_document.isDict(configs) && i + 1 < items.size() && dump.groups.size() < 10'000; i += 2) {
      ProcessGroup group;
      const std::string key(m_document.text(items[i]));
      group.name = text(items[i + 1], "name");
      group.name = group.name.empty() ? key : group.name;
      group.description = text(items[i + 1], "desc");
      const Value ranks = m_document.find(items[i + 1], "ranks");
      group.ranks = ranksIn(m_document.text(ranks));
      for (const Value rank : m_document.items(ranks)) {
        group.ranks.push_back(static_cast<std::int32_t>(std::clamp<std::int64_t>(rank.asInteger(), 0, INT32_MAX)));
      }
      const Value counts = m_document.find(status, key);
      const auto count = [&](std::string_view what) -> std::optional<std::int64_t> {
        const Value value = m_document.find(counts, what);
        return value.type() == Value::Type::Integer ? std::optional{value.asInteger()} : std::nullopt;
      };
      group.lastEnqueued = count("last_enqueued_collective");
      group.lastStarted = count("last_started_collective");
      group.lastCompleted = count("last_completed_collective");
      dump.groups.push_back(std::move(group));
    }
  }

  [[nodiscard]] Shapes shapesOf(Value list) const {
    Shapes shapes;
    for (const Value tensor : m_document.items(list)) {
      shapes.beginTensor();
      for (const Value size : m_document.items(tensor)) {
        shapes.addSize(size.asInteger());
      }
      shapes.endTensor();
    }
    return shapes;
  }
  [[nodiscard]] std::vector<std::string> textsOf(Value list) const {
    std::vector<std::string> texts;
    for (const Value value : m_document.items(list)) {
      texts.emplace_back(m_document.text(value));
      chrome::repairUtf8(texts.back());
    }
    return texts;
  }

  /// The innermost frame of the user's own code, else the innermost of all.
  [[nodiscard]] std::string placeOf(Value frames) const {
    std::string first;
    for (const Value frame : m_document.items(frames)) {
      const std::string file = text(frame, "filename");
      const bool isUsers = !file.empty() && !isOfLibrary(file);
      if (isUsers || first.empty()) {
        first = file.empty() ? first : placeText(text(frame, "name"), file, integer(frame, "line", 0));
      }
      if (isUsers) {
        break;
      }
    }
    return first;
  }

  [[nodiscard]] Collective collectiveOf(Value entry, const std::string& name) const {
    Collective made;
    const auto group = m_document.items(m_document.find(entry, "process_group"));
    made.group = group.empty() ? std::string() : std::string(m_document.text(group.front()));
    chrome::repairUtf8(made.group);
    made.operation = operationOf(name);
    made.place = placeOf(m_document.find(entry, "frames"));
    made.isMessage = integer(entry, "is_p2p", 0) != 0;
    made.sequence = made.isMessage ? integer(entry, "p2p_seq_id", -1)
                                   : integer(entry, "collective_seq_id", integer(entry, "seq_id", -1));
    made.createdNs = soundTime(nanoseconds(entry, "time_created_ns"));
    made.startedNs = ifPositive(nanoseconds(entry, "time_discovered_started_ns"));
    made.completedNs = ifPositive(nanoseconds(entry, "time_discovered_completed_ns"));
    made.state = stateOf(text(entry, "state"));
    finish(made, shapesOf(m_document.find(entry, "input_sizes")), shapesOf(m_document.find(entry, "output_sizes")),
           textsOf(m_document.find(entry, "input_dtypes")), textsOf(m_document.find(entry, "output_dtypes")));
    return made;
  }

  Document& m_document;
};

}  // namespace

bool isJsonDump(std::string_view head) {
  const std::size_t first = head.find_first_not_of(" \t\r\n");
  const bool isObject = first != std::string_view::npos && head[first] == '{';
  const bool isDump =
      head.contains("\"pg_status\"") || (head.contains("\"profiling_name\"") && head.contains("\"time_created_ns\""));
  return isObject && isDump && !head.contains("\"traceEvents\"");
}

bool isPickledDump(std::string_view head) {
  return pickle::isPickle(head) &&
         (head.contains("pg_status") || (head.contains("profiling_name") && head.contains("time_created_ns")));
}

Expected<RankDump> readDump(Input& input, const std::stop_token& stop, Progress& progress) {
  progress.stage = Progress::Stage::Reading;
  const std::string_view head = input.stream == nullptr ? input.mapped.substr(0, 4096) : std::string_view{input.head};
  RankDump dump;
  if (pickle::isPickle(head)) {
    Document document;
    KeepAll sink;
    const auto damage = pickle::readPickle(input, document, sink, stop, progress);
    dump = PickledDump(document).read();
    dump.damage = damage ? fmt::format("byte {}: {}", damage->offset, damage->what) : std::string();
  } else {
    const auto text = wholeText(input);
    if (!text) {
      return std::unexpected(text.error());
    }
    dump = readJson((*text)->view.substr(0, maxDumpBytes));
  }
  if (stop.stop_requested()) {
    return loadingCanceled(input.path);
  }
  if (dump.collectives.empty() && dump.groups.empty()) {
    return std::unexpected(
        Error{Error::Kind::NotATrace, Phrase::tr("%1: a flight recorder dump without an entry").with(input.path)});
  }
  return dump;
}

}  // namespace kernline::flight
