// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/mcp/tool_call.h"

#include "app/cli/kit/cached_files.h"
#include "app/cli/kit/captured_answer.h"
#include "app/cli/kit/memory_limit.h"
#include "app/cli/mcp/client_words.h"
#include "app/cli/mcp/file_list.h"
#include "app/cli/mcp/picture.h"
#include "app/cli/mcp/verdict.h"
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
#include <optional>
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
    words.push_back(fmt::format("--limit={}", input.size.rows + 1));  // one more shows whether there are more
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

/// Leaves out notes on how the files were read, unless there is nothing else: they are not why a command failed.
void removeNotes(std::vector<std::string>& said) {
  const auto isNote = [](const std::string& sentence) {
    return sentence.starts_with("note: ") || sentence.contains(" while reading; see ");
  };
  if (!std::ranges::all_of(said, isNote)) {
    std::erase_if(said, isNote);
  }
}

/// The first advice for the file of a summary; null for what has none, such as a log or a folder.
Json firstAdvice(const ToolInput& input, const RunCommand& run, const std::stop_token& stop) {
  try {
    CapturedAnswer captured(stop, maxAnswerBytes);
    std::vector<std::string> words{"advise", "--json", "--limit=1", "--"};
    words.insert(words.end(), input.files.begin(), input.files.end());
    const bool isDone = run(words) == done && !captured.isTooLong();
    Json answer = isDone ? Json::parse(captured.takeText(), nullptr, false) : Json();
    return answer.is_object() ? std::move(answer) : Json();
  } catch (const std::bad_alloc&) {
    return {};  // the summary is good without
  }
}

/// Adds the conclusion, where the command has none of its own.
void addVerdict(const Tool& tool, const ToolInput& input, Json& answer, const RunCommand& run,
                const std::stop_token& stop) {
  Json verdict;
  if (tool.name == "advise") {
    verdict = adviceVerdict(answer);
  } else if (tool.command == "compare") {
    for (std::size_t d = 0; answer.contains("differences") && d < answer["differences"].size(); ++d) {
      Json& difference = answer["differences"][d];
      if (Json own = compareVerdict(difference["verdict"]); own.is_object()) {
        difference["verdict"] = std::move(own);
      }
    }
  } else if (tool.command == "summary" && summaryVerdict(answer, {}).is_object()) {
    verdict = summaryVerdict(answer, tool.name == "summary" ? firstAdvice(input, run, stop) : Json());
  }
  if (verdict.is_object()) {
    answer["verdict"] = std::move(verdict);
  }
}

/// Returns the shortened answer. Where there is no room for why devices were idle, it has only the times of the causes.
Json shortened(const Tool& tool, Json answer, const AnswerSize& size) {
  const AnswerShape shape{.first = tool.first, .hasShortNames = tool.hasShortNames};
  constexpr std::string_view causes = "idle_causes";
  const auto countOf = [causes](const Json& some) {
    const auto list = some.find(causes);
    return list == some.end() ? 0 : list->size();
  };
  const std::size_t all = std::min(countOf(answer), size.rows);
  Json brief = shortAnswer(answer, size, shape);
  if (countOf(brief) < all) {
    Json times = timesOfIdleCauses(answer[std::string(causes)]);
    answer[std::string(causes)] = std::move(times);
    Json further = shortAnswer(std::move(answer), size, shape);
    return countOf(further) > countOf(brief) ? std::move(further) : std::move(brief);
  }
  return brief;
}

ToolAnswer answerOfCommand(const Tool& tool, const ToolInput& input, const RunCommand& run,
                           const std::stop_token& stop) {
  std::optional<CapturedAnswer> captured(std::in_place, stop, maxAnswerBytes);
  const ExitCode code = run(commandLine(tool, input));
  std::vector<std::string> said = captured->diagnostics();
  std::ranges::transform(said, said.begin(),
                         [&](const std::string& sentence) { return inClientWords(sentence, tool); });
  if (captured->isTooLong()) {
    return failed(
        fmt::format("the answer has more than {} MiB; ask for a range or for fewer rows", maxAnswerBytes >> 20U));
  }
  if (code != done) {
    removeNotes(said);
    return failed(said.empty() ? fmt::format("{} failed", tool.name) : fmt::format("{}", fmt::join(said, "\n")));
  }
  Json answer = Json::parse(captured->takeText(), nullptr, false);
  captured.reset();
  if (!answer.is_object()) {
    return failed(fmt::format("{} has no answer to this", tool.name));
  }
  addVerdict(tool, input, answer, run, stop);
  if (!said.empty()) {
    answer["notes"] = said;
  }
  removeRepeated(answer);
  if (tool.name == "events") {
    removeOneTooMany(answer, input.size.rows);
  }
  return {.content = textBlock(toText(shortened(tool, std::move(answer), input.size)))};
}

ToolAnswer answerOf(const Tool& tool, ToolInput input, const Json& arguments, const AllowedFiles& files,
                    const RunCommand& run, const std::stop_token& stop) {
  const bool hasLimit = arguments.contains("limit");
  const bool hasSize = hasLimit || arguments.contains("max_characters");
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
  if (tool.name == "query" && input.sql.empty() && !hasSize) {
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
    ToolAnswer answer = answerOf(tool, std::move(*input), arguments, files, run, either.token());
    return either.isFull() && answer.isError ? outOfMemory(tool) : std::move(answer);
  } catch (const std::bad_alloc&) {
    return outOfMemory(tool);
  } catch (const std::exception& error) {  // no thread could be started; the next question may fare better
    return failed(fmt::format("{} failed: {}", tool.name, error.what()));
  }
}

}  // namespace kernline::cli::mcp
