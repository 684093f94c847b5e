// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/compare/runs/run_name.h"

#include "core/model/base/text.h"
#include "core/model/log/known_words.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <filesystem>
#include <optional>

namespace kernline {

namespace {

std::string withoutEndings(std::string name) {
  constexpr std::array endings{".gz",  ".zst", ".bz2",    ".xz",       ".json",   ".trace", ".pt",    ".txt",  ".log",
                               ".csv", ".db",  ".sqlite", ".nsys-rep", ".pickle", ".jsonl", "_trace", "-trace"};
  for (bool isChanged = true; isChanged;) {
    isChanged = false;
    for (const std::string_view ending : endings) {
      if (name.size() > ending.size() && name.ends_with(ending)) {
        name.resize(name.size() - ending.size());
        isChanged = true;
      }
    }
  }
  return name;
}

/// Returns the key of a parameter, or nullopt for other words.
std::optional<std::string> parameterKey(std::string_view word) {
  constexpr std::array<std::pair<std::string_view, std::string_view>, 11> own{{{"seq", "seq_len"},
                                                                               {"len", "seq_len"},
                                                                               {"ctx", "seq_len"},
                                                                               {"b", "batch_size"},
                                                                               {"bsz", "batch_size"},
                                                                               {"rank", "rank"},
                                                                               {"gpus", "gpus"},
                                                                               {"tp", "tp"},
                                                                               {"pp", "pp"},
                                                                               {"dp", "dp"},
                                                                               {"ep", "ep"}}};
  const std::string lower = lowered(word);
  if (const auto* found = std::ranges::find(own, lower, &std::pair<std::string_view, std::string_view>::first);
      found != own.end()) {
    return std::string{found->second};
  }
  // The list gives another word, or the same in whatever case, for those that it knows.
  std::string upper{word};
  std::ranges::transform(upper, upper.begin(), [](unsigned char c) { return static_cast<char>(std::toupper(c)); });
  const std::string key{logs::keyOf(upper)};
  return key != upper && !logs::namesMeasure(word) ? std::optional{key} : std::nullopt;
}

class NameReader {
 public:
  void take(std::string_view part) {
    const std::size_t equals = part.find('=');
    if (equals != std::string_view::npos && equals > 0 && equals + 1 < part.size()) {
      m_words.emplace_back(part.substr(0, equals));
      std::optional<std::string> key = keyOfLastWords();
      if (!key) {
        key = std::move(m_words.back());
        m_words.pop_back();
      }
      add(*std::move(key), part.substr(equals + 1));
      return;
    }
    const auto digits = static_cast<std::size_t>(std::ranges::find_if(part, isDigit) - part.begin());
    const bool isNumber =
        digits < part.size() && std::all_of(part.begin() + static_cast<std::ptrdiff_t>(digits), part.end(), isDigit);
    // "seq_256" and "seq_len_256" come as a word and then a number.
    if (isNumber && digits == 0 && !m_words.empty()) {
      if (const auto key = keyOfLastWords()) {
        add(*key, part);
        return;
      }
    }
    if (isNumber && digits > 0) {
      if (const auto key = parameterKey(part.substr(0, digits))) {
        add(*key, part.substr(digits));
        return;
      }
    }
    if (!part.empty()) {
      m_words.emplace_back(part);
    }
  }

  [[nodiscard]] RunName finish() {
    for (const std::string& word : m_words) {
      m_name.model += (m_name.model.empty() ? "" : "_") + word;
    }
    return std::move(m_name);
  }

 private:
  std::optional<std::string> keyOfLastWords() {
    for (std::size_t count = std::min<std::size_t>(2, m_words.size()); count > 0; --count) {
      std::string joined;
      for (std::size_t i = m_words.size() - count; i < m_words.size(); ++i) {
        joined += m_words[i];
      }
      if (auto key = parameterKey(joined)) {
        m_words.resize(m_words.size() - count);
        return key;
      }
    }
    return {};
  }

  void add(std::string key, std::string_view value) { m_name.parameters.emplace_back(std::move(key), value); }

  RunName m_name;
  std::vector<std::string> m_words;
};

RunName byRule(std::string_view name) {
  NameReader reader;
  std::size_t begin = 0;
  while (begin <= name.size()) {
    const std::size_t end = std::min(name.find_first_of("_-. ", begin), name.size());
    reader.take(name.substr(begin, end - begin));
    begin = end + 1;
  }
  return reader.finish();
}

void assign(RunName& name, std::string_view key, std::string_view value) {
  if (key == "model") {
    name.model = value;
  } else if (!key.empty()) {
    name.parameters.emplace_back(key, value);
  }
}

/// A place takes as little as lets the text behind it follow; the last one all that is left.
std::optional<RunName> byPattern(std::string_view text, std::string_view pattern) {
  RunName name;
  while (!pattern.empty()) {
    const std::size_t open = pattern.find('{');
    const std::string_view literal = pattern.substr(0, open);
    if (!text.starts_with(literal)) {
      return {};
    }
    text.remove_prefix(literal.size());
    if (open == std::string_view::npos) {
      return text.empty() ? std::optional{name} : std::nullopt;
    }
    const std::size_t close = pattern.find('}', open);
    if (close == std::string_view::npos) {
      return {};
    }
    const std::string_view key = pattern.substr(open + 1, close - open - 1);
    pattern.remove_prefix(close + 1);
    const std::string_view next = pattern.substr(0, pattern.find('{'));
    const std::size_t end = next.empty() ? text.size() : text.find(next, 1);
    if (end == std::string_view::npos || end == 0) {
      return {};
    }
    assign(name, key, text.substr(0, end));
    text.remove_prefix(end);
  }
  return text.empty() ? std::optional{name} : std::nullopt;
}

}  // namespace

std::string briefName(std::string_view path) {
  return withoutEndings(std::filesystem::path{path}.filename().string());
}

RunName runName(std::string_view path, std::string_view pattern) {
  const std::filesystem::path file{path};
  const std::string stem = briefName(path);
  if (!pattern.empty()) {
    if (auto name = byPattern(stem, withoutEndings(std::string{pattern}))) {
      name->model = name->model.empty() ? stem : name->model;
      return *name;
    }
  }
  RunName name = byRule(stem);
  if (name.model.empty()) {
    name.model = file.has_parent_path() ? file.parent_path().filename().string() : stem;
  }
  return name;
}

}  // namespace kernline
