// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/mcp/tool.h"
#include "core/model/format/printable_text.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <optional>
#include <utility>

namespace kernline::cli::mcp {

namespace {

using Kind = Parameter::Kind;
using Problem = std::optional<std::string>;

constexpr std::size_t maxTextBytes = 100'000;

/// Parameters of every tool with an answer in text.
const std::array<Parameter, 2>& sizeParameters() {
  static const std::array<Parameter, 2> parameters{
      Parameter{.kind = Kind::Number,
                .name = "limit",
                .option = {},
                .description = "Max elements of each list; default: 20",
                .least = 1,
                .most = 500},
      Parameter{.kind = Kind::Number,
                .name = "max_characters",
                .option = {},
                .description = "Max length of the answer; what does not fit is named in left_out. Default: 12000",
                .least = 1'000,
                .most = 100'000}};
  return parameters;
}

constexpr std::string_view oneFile = "path";
constexpr std::string_view severalFiles = "paths";

/// A tool of several files takes one of them as the other tools do.
std::vector<Parameter> parametersOf(const Tool& tool) {
  std::vector<Parameter> all = tool.parameters;
  const auto files = std::ranges::find(all, Kind::Files, &Parameter::kind);
  if (files != all.end()) {
    files->isRequired = false;
    all.insert(files, {.kind = Kind::File,
                       .name = oneFile,
                       .option = {},
                       .description = "The first or only file or folder; paths has several"});
  }
  if (tool.form != Tool::Form::Picture) {
    all.insert(all.end(), sizeParameters().begin(), sizeParameters().end());
  }
  return all;
}

Json schemaOf(const Parameter& parameter) {
  Json schema = Json::object();
  switch (parameter.kind) {
    case Kind::File:
    case Kind::Text:
      schema["type"] = "string";
      break;
    case Kind::Choice:
      schema["type"] = "string";
      schema["enum"] = parameter.choices;
      break;
    case Kind::Files:
      schema["type"] = "array";
      schema["items"] = {{"type", "string"}};
      schema["minItems"] = parameter.least;
      schema["maxItems"] = parameter.most;
      break;
    case Kind::Number:
      schema["type"] = "integer";
      schema["minimum"] = parameter.least;
      schema["maximum"] = parameter.most;
      break;
    case Kind::Flag:
      schema["type"] = "boolean";
      break;
  }
  schema["description"] = parameter.description;
  return schema;
}

/// Checks arguments one by one and collects the words of the command.
class InputReader {
 public:
  explicit InputReader(const AllowedFiles& allowed) : m_allowed(allowed) {}

  /// Returns the problem, without the name of the parameter.
  Problem read(const Parameter& parameter, const Json& value) {
    switch (parameter.kind) {
      case Kind::File:
        return value.is_string() ? addFirstFile(value.get<std::string>())
                                 : Problem("expected a path, a text such as \"train.json.gz\"");
      case Kind::Files:
        return addFiles(parameter, value);
      case Kind::Text:
        return addText(parameter, value);
      case Kind::Choice:
        return addChoice(parameter, value);
      case Kind::Number:
        return addNumber(parameter, value);
      case Kind::Flag:
        break;
    }
    if (!value.is_boolean()) {
      return "expected true or false";
    }
    if (value.get<bool>()) {
      m_input.options.push_back(fmt::format("--{}", parameter.option));
    }
    return std::nullopt;
  }

  void addUsual(const Parameter& parameter) {
    m_input.options.push_back(fmt::format("--{}={}", parameter.option, parameter.usual));
  }

  ToolInput take() {
    if (m_width > 0 || m_height > 0) {
      constexpr std::int64_t usualWidth = 1280;
      constexpr std::int64_t usualHeight = 720;
      m_input.options.push_back(
          fmt::format("--size={}x{}", m_width > 0 ? m_width : usualWidth, m_height > 0 ? m_height : usualHeight));
    }
    return std::move(m_input);
  }

 private:
  Problem addFile(const std::string& path) {
    auto real = m_allowed.resolved(path);
    if (!real) {
      return std::move(real.error());
    }
    m_input.files.push_back(std::move(*real));
    return std::nullopt;
  }

  /// The one of `path` comes first, wherever the client writes it.
  Problem addFirstFile(const std::string& path) {
    Problem problem = addFile(path);
    if (!problem) {
      std::ranges::rotate(m_input.files, std::prev(m_input.files.end()));
    }
    return problem;
  }

  Problem addFiles(const Parameter& parameter, const Json& value) {
    const bool isList = value.is_array() && std::ranges::all_of(value, [](const Json& one) { return one.is_string(); });
    if (!isList || std::cmp_less(value.size(), parameter.least) || std::cmp_greater(value.size(), parameter.most)) {
      return fmt::format("expected a list of {} to {} paths", parameter.least, parameter.most);
    }
    for (const Json& path : value) {
      if (Problem problem = addFile(path.get<std::string>())) {
        return problem;
      }
    }
    return std::nullopt;
  }

  Problem addText(const Parameter& parameter, const Json& value) {
    if (!value.is_string()) {
      return "expected a text";
    }
    const auto& text = value.get_ref<const std::string&>();
    if (text.size() > maxTextBytes || text.contains('\0')) {
      return fmt::format("expected a text of at most {} bytes without NUL", maxTextBytes);
    }
    if (text.empty()) {
      return std::nullopt;  // same as left out
    }
    if (parameter.option.empty()) {
      if (text == "-") {  // the command would read standard input, which is the client's
        return "expected a SELECT";
      }
      m_input.sql = text;
    } else {
      m_input.options.push_back(fmt::format("--{}={}", parameter.option, text));
    }
    return std::nullopt;
  }

  Problem addChoice(const Parameter& parameter, const Json& value) {
    const std::string chosen = value.is_string() ? value.get<std::string>() : std::string();
    if (std::ranges::find(parameter.choices, chosen) == parameter.choices.end()) {
      return fmt::format("expected one of {}", fmt::join(parameter.choices, ", "));
    }
    m_input.options.push_back(fmt::format("--{}={}", parameter.option, chosen));
    return std::nullopt;
  }

  Problem addNumber(const Parameter& parameter, const Json& value) {
    // The largest numbers of JSON have no sign.
    const bool fits = value.is_number_integer() &&
                      !(value.is_number_unsigned() && std::cmp_greater(value.get<std::uint64_t>(), parameter.most)) &&
                      value.get<std::int64_t>() >= parameter.least && value.get<std::int64_t>() <= parameter.most;
    if (!fits) {
      return fmt::format("expected a whole number from {} to {}", parameter.least, parameter.most);
    }
    const auto number = value.get<std::int64_t>();
    if (parameter.name == "width") {
      m_width = number;
    } else if (parameter.name == "height") {
      m_height = number;
    } else if (!parameter.option.empty()) {
      m_input.options.push_back(fmt::format("--{}={}", parameter.option, number));
    } else if (parameter.name == "limit") {
      m_input.size.rows = static_cast<std::size_t>(number);
    } else {
      m_input.size.characters = static_cast<std::size_t>(number);
    }
    return std::nullopt;
  }

  const AllowedFiles& m_allowed;
  ToolInput m_input;
  std::int64_t m_width = 0;
  std::int64_t m_height = 0;
};

}  // namespace

Json describedTool(const Tool& tool) {
  Json properties = Json::object();
  Json required = Json::array();
  for (const Parameter& parameter : parametersOf(tool)) {
    properties[std::string(parameter.name)] = schemaOf(parameter);
    if (parameter.isRequired) {
      required.push_back(parameter.name);
    }
  }
  Json schema{{"type", "object"}, {"properties", std::move(properties)}};
  if (!required.empty()) {
    schema["required"] = std::move(required);
  }
  schema["additionalProperties"] = false;
  return {{"name", tool.name},
          {"title", tool.title},
          {"description", tool.description},
          {"inputSchema", std::move(schema)},
          {"annotations", {{"title", tool.title}, {"readOnlyHint", true}, {"openWorldHint", false}}}};
}

std::expected<ToolInput, std::string> toolInput(const Tool& tool, const Json& arguments, const AllowedFiles& files) {
  const std::vector<Parameter> parameters = parametersOf(tool);
  InputReader reader(files);
  for (const auto& [name, value] : arguments.items()) {
    const auto parameter = std::ranges::find(parameters, name, &Parameter::name);
    if (parameter == parameters.end()) {
      std::vector<std::string_view> names;
      std::ranges::transform(parameters, std::back_inserter(names), &Parameter::name);
      constexpr std::size_t shown = 40;
      return std::unexpected(fmt::format("{} takes no \"{}\"; it takes {}", tool.name, elided(printable(name), shown),
                                         fmt::join(names, ", ")));
    }
    if (const Problem problem = reader.read(*parameter, value)) {
      return std::unexpected(fmt::format("{}: {}", name, *problem));
    }
  }
  const bool takesSeveral = std::ranges::find(parameters, Kind::Files, &Parameter::kind) != parameters.end();
  if (takesSeveral && !arguments.contains(oneFile) && !arguments.contains(severalFiles)) {
    return std::unexpected(fmt::format("{} needs path, a file, or paths, a list of files", tool.name));
  }
  for (const Parameter& parameter : parameters) {
    if (parameter.isRequired && !arguments.contains(parameter.name)) {
      return std::unexpected(fmt::format("{} needs {}", tool.name, parameter.name));
    }
    if (!parameter.usual.empty() && !arguments.contains(parameter.name)) {
      reader.addUsual(parameter);
    }
  }
  return reader.take();
}

}  // namespace kernline::cli::mcp
