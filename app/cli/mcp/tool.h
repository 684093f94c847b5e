// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/kit/json_document.h"
#include "app/cli/mcp/allowed_files.h"
#include "app/cli/mcp/short_answer.h"

#include <cstdint>
#include <expected>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace kernline::cli::mcp {

/// Parameter of a tool.
struct Parameter {
  enum class Kind { File, Files, Text, Choice, Number, Flag };
  Kind kind = Kind::Text;
  std::string_view name;
  /// Option of the command, without dashes; empty if not of the command, or an argument of it.
  std::string_view option;
  std::string_view description;
  std::vector<std::string_view> choices = {};
  std::int64_t least = 0;  ///< minimum of a number; of files: minimum count
  std::int64_t most = 0;
  bool isRequired = false;
  std::string_view usual = {};  ///< default for the command if the client gives none
};

/// A question that a client may ask.
struct Tool {
  enum class Form { Command, FileList, Picture };
  std::string_view name;
  std::string_view title;
  std::string_view description;
  std::string_view command;  ///< command of kernline that answers it
  std::vector<Parameter> parameters = {};
  Form form = Form::Command;
  std::vector<std::string_view> first = {};  ///< members of the answer: see `AnswerShape`
  bool hasShortNames = true;
};

/// Returns the tools in the order in which they are listed.
[[nodiscard]] std::span<const Tool> tools();

/// nullptr if there is none of that name.
[[nodiscard]] const Tool* toolNamed(std::string_view name);

/// Returns the entry for tools/list: name, title, description, the JSON Schema of its input, that it only reads.
[[nodiscard]] Json describedTool(const Tool& tool);

/// Checked input of a tool.
struct ToolInput {
  std::vector<std::string> options;  ///< "--by=name"
  std::vector<std::string> files;    ///< real paths
  std::string sql;
  AnswerSize size;
};

/// Failures: a missing, unknown or unfit argument, or a file that may not be read; one sentence.
[[nodiscard]] std::expected<ToolInput, std::string> toolInput(const Tool& tool, const Json& arguments,
                                                              const AllowedFiles& files);

}  // namespace kernline::cli::mcp
