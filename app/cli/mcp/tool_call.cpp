// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/mcp/tool_call.h"

#include "app/cli/kit/cached_files.h"
#include "app/cli/kit/captured_answer.h"
#include "app/cli/kit/memory_limit.h"
#include "app/cli/mcp/client_words.h"
#include "app/cli/mcp/file_list.h"
#include "app/cli/mcp/picture.h"
#include "core/model/base/freed_memory.h"
#include "core/model/base/memory_watch.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <exception>
#include <functional>
#include <new>
#include <utility>

namespace kernline::cli::mcp {

namespace {

constexpr std::size_t maxAnswerBytes = std::size_t{64} << 20U;
constexpr std::size_t rowsOfOpen = 5;
constexpr std::size_t rowsOfFileList = 100;
constexpr AnswerSize sizeOfTables{.rows = 100, .characters = 16'000};  // all of them, or queries would be guesses

Json textBlock(std::string text) {
  return Json::array({{{"type", "text"}, {"text", std::move(text)}}});
}

ToolAnswer failed(std::string sentence) {
  return {.content = textBlock(std::move(sentence)), .isError = true};
}

/// Returns the words of the command.
std::vector<std::string> commandLine(const Tool& tool, const ToolInput& input) {
  std::vector<std::string> words{std::string(tool.command)};
  words.insert(words.end(), input.options.begin(), input.options.end());
  words.emplace_back("--json");
  if (tool.name == "query" && input.sql.empty()) {
    words.emplace_back("--tables");
    return words;
  }
  if (tool.name == "query") {
    words.insert(words.end(), {"--timeout=30s", fmt::format("--limit={}", input.size.rows)});
  }
  if (tool.name == "events") {
    words.push_back(fmt::format("--limit={}", input.size.rows + 1));  // to know whether there are more
  }
  words.emplace_back("--");
  words.insert(words.end(), input.files.begin(), input.files.end());
  if (!input.sql.empty()) {
    words.push_back(input.sql);
  }
  return words;
}

/// Removes duplicates: a comparison has the fields of its first other run twice.
void removeRepeated(Json& answer) {
  const auto differences = answer.find("differences");
  if (differences == answer.end() || !differences->is_array() || differences->empty()) {
    return;
  }
  Json first = differences->front();
  const bool isOnly = differences->size() == 1;
  for (const auto& [name, value] : first.items()) {
    if (isOnly && name != "path") {
      answer[name] = value;
    } else if (answer.contains(name)) {
      answer.erase(name);
    }
  }
  if (isOnly) {
    answer.erase("differences");
  }
}

/// Removes the last event, one more than requested.
void removeOneTooMany(Json& answer, std::size_t rows) {
  if (const auto events = answer.find("events"); events != answer.end() && events->size() > rows) {
    events->erase(rows);
    answer["truncated"] = true;
  }
}

ToolAnswer answerOfCommand(const Tool& tool, const ToolInput& input, const RunCommand& run,
                           const std::stop_token& stop) {
  CapturedAnswer captured(stop, maxAnswerBytes);
  const ExitCode code = run(commandLine(tool, input));
  std::vector<std::string> said = captured.said();
  std::ranges::transform(said, said.begin(),
                         [&](const std::string& sentence) { return inClientWords(sentence, tool); });
  if (captured.isTooLong()) {
    return failed(
        fmt::format("the answer has more than {} MiB; ask for a range or for fewer rows", maxAnswerBytes >> 20U));
  }
  if (code != done) {
    return failed(said.empty() ? fmt::format("{} failed", tool.name) : fmt::format("{}", fmt::join(said, "\n")));
  }
  Json answer = Json::parse(captured.takeText(), nullptr, false);
  if (!answer.is_object()) {
    return failed(fmt::format("{} has no answer to this", tool.name));
  }
  if (!said.empty()) {
    answer["notes"] = said;
  }
  removeRepeated(answer);
  if (tool.name == "events") {
    removeOneTooMany(answer, input.size.rows);
  }
  return {.content = textBlock(toText(
              shortAnswer(std::move(answer), input.size, {.first = tool.first, .hasShortNames = tool.hasShortNames})))};
}

ToolAnswer answerOf(const Tool& tool, ToolInput input, bool hasLimit, const AllowedFiles& files, const RunCommand& run,
                    const std::stop_token& stop) {
  if (tool.form == Tool::Form::Picture) {
    auto picture = renderedPicture(input.options, input.files, stop);
    return picture ? ToolAnswer{.content = Json::array({std::move(*picture)})}
                   : failed(inClientWords(picture.error(), tool));
  }
  if (tool.form == Tool::Form::FileList) {
    const std::size_t rows = input.files.empty() ? rowsOfFileList : rowsOfOpen;
    input.size.rows = hasLimit ? input.size.rows : rows;
    if (input.files.empty()) {
      return {.content = textBlock(toText(shortAnswer(listedFiles(files, stop), input.size, {})))};
    }
  }
  if (tool.name == "query" && !input.sql.empty() && input.files.empty()) {
    return failed("query needs a path beside sql");
  }
  if (tool.name == "query" && input.sql.empty() && !hasLimit) {
    input.size = sizeOfTables;
  }
  return answerOfCommand(tool, input, run, stop);
}

/// Asks whoever answers to stop, for the client or where memory reaches its limit.
class StopOfCall {
 public:
  explicit StopOfCall(const std::stop_token& ofClient) : m_passOn(ofClient, [this] { m_stop.request_stop(); }) {}

  [[nodiscard]] std::stop_token token() const { return m_stop.get_token(); }
  [[nodiscard]] bool isFull() const { return m_isFull; }

 private:
  std::stop_source m_stop;
  std::atomic<bool> m_isFull{false};
  std::stop_callback<std::function<void()>> m_passOn;
  MemoryWatch m_watch{memoryCeiling(), [this] {
                        m_isFull = true;
                        m_stop.request_stop();
                      }};
};

/// Drops the cache, so that the next question has more memory.
ToolAnswer outOfMemory(const Tool& tool) {
  forgetFiles();
  giveBackFreedMemory();
  return failed(
      fmt::format("not enough memory for {}; ask for a range or a smaller file, or start kernline mcp with a "
                  "larger --max-memory",
                  tool.name));
}

}  // namespace

ToolAnswer callTool(const Tool& tool, const Json& arguments, const AllowedFiles& files, const RunCommand& run,
                    const std::stop_token& stop) {
  try {
    auto input = toolInput(tool, arguments, files);
    if (!input) {
      return failed(std::move(input.error()));
    }
    if (ownMemory() >= memoryCeiling()) {
      forgetFiles();
      giveBackFreedMemory();
    }
    const StopOfCall either(stop);
    ToolAnswer answer = answerOf(tool, std::move(*input), arguments.contains("limit"), files, run, either.token());
    return either.isFull() && answer.isError ? outOfMemory(tool) : std::move(answer);
  } catch (const std::bad_alloc&) {
    return outOfMemory(tool);
  } catch (const std::exception& error) {  // of threads; the next question may fare better
    return failed(fmt::format("{} failed: {}", tool.name, error.what()));
  }
}

}  // namespace kernline::cli::mcp
