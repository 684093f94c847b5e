// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/compare/source/source_comparison.h"

#include "core/model/base/text.h"
#include "core/model/names/kernel_name.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>

namespace kernline {

namespace {

/// A file and a line in it.
using SourcePlace = std::pair<std::uint32_t, std::uint32_t>;

struct PairedPlace {
  SourcePlace place;
  LineMatch how = LineMatch::Same;
};

/// Pairs the files of one run with those of the other: by path, then by name, if only one on each side is left.
std::map<std::uint32_t, std::uint32_t> pairedFiles(const std::vector<SampledFile>& before,
                                                   const std::vector<SampledFile>& after) {
  std::map<std::uint32_t, std::uint32_t> pairs;
  std::set<std::uint32_t> taken;
  const auto left = [&](const auto& isWanted, const std::vector<SampledFile>& files, const auto& isPaired) {
    std::vector<std::uint32_t> found;
    for (std::uint32_t file = 0; file < files.size(); ++file) {
      if (!isPaired(file) && isWanted(files[file].path)) {
        found.push_back(file);
      }
    }
    return found;
  };
  const auto isBeforePaired = [&](std::uint32_t file) { return pairs.contains(file); };
  const auto isAfterPaired = [&](std::uint32_t file) { return taken.contains(file); };
  const auto pair = [&](const auto& keyOf) {
    for (std::uint32_t file = 0; file < before.size(); ++file) {
      const auto isSo = [&](const std::string& path) { return keyOf(path) == keyOf(before[file].path); };
      const auto ours = left(isSo, before, isBeforePaired);
      const auto theirs = left(isSo, after, isAfterPaired);
      if (!isBeforePaired(file) && ours.size() == 1 && theirs.size() == 1) {
        pairs.emplace(file, theirs.front());
        taken.insert(theirs.front());
      }
    }
  };
  pair([](const std::string& path) { return std::string_view(path); });
  pair([](const std::string& path) { return fileNameOf(path); });
  return pairs;
}

/// Pairs of a line before and a line after: by text if both runs have that of a file, else by number.
class PlacePairs {
 public:
  PlacePairs(const KernelSources& before, const KernelSources& after) {
    for (const auto& [file, other] : pairedFiles(before.files, after.files)) {
      const auto& lines = before.files[file].lines;
      const auto& otherLines = after.files[other].lines;
      if (lines.empty() || otherLines.empty()) {
        m_after.filesByNumber.emplace(file, other);
        m_before.filesByNumber.emplace(other, file);
        continue;
      }
      for (const MatchedLines& match : matchLines(lines, otherLines)) {
        const SourcePlace placeBefore{file, match.before};
        const SourcePlace placeAfter{other, match.after};
        m_after.places.emplace(placeBefore, PairedPlace{.place = placeAfter, .how = match.how});
        m_before.places.emplace(placeAfter, PairedPlace{.place = placeBefore, .how = match.how});
      }
    }
  }

  /// Returns nullopt if it is in one version alone, or no line.
  [[nodiscard]] std::optional<PairedPlace> before(SourcePlace after) const { return m_before.of(after); }
  [[nodiscard]] std::optional<PairedPlace> after(SourcePlace before) const { return m_after.of(before); }

 private:
  struct Direction {
    std::map<SourcePlace, PairedPlace> places;
    std::map<std::uint32_t, std::uint32_t> filesByNumber;

    [[nodiscard]] std::optional<PairedPlace> of(SourcePlace place) const {
      const auto& [file, line] = place;
      if (line == 0) {
        return std::nullopt;
      }
      if (const auto found = filesByNumber.find(file); found != filesByNumber.end()) {
        return PairedPlace{.place = {found->second, line}, .how = LineMatch::Number};
      }
      const auto found = places.find(place);
      return found == places.end() ? std::nullopt : std::optional(found->second);
    }
  };

  Direction m_before;  // place before of each place after
  Direction m_after;
};

/// Adds states under their words, for numbers differ from run to run.
class StatePairs {
 public:
  void add(const KernelSources& sources, std::span<const StateSamples> states, std::uint64_t SamplePair::* side) {
    for (const StateSamples& each : states) {
      m_pairs[sources.states[each.state]].*side += each.samples;
    }
  }
  [[nodiscard]] std::vector<ComparedState> states() const {
    std::vector<ComparedState> made;
    for (const auto& [state, samples] : m_pairs) {
      made.push_back({.state = state, .samples = samples});
    }
    return made;
  }

 private:
  std::map<std::string, SamplePair> m_pairs;
};

template <typename Row>
void sortByChange(std::vector<Row>& rows, const ComparedKernel& kernel) {
  std::ranges::stable_sort(rows, std::ranges::greater{},
                           [&](const Row& row) { return std::abs(kernel.change(row.samples)); });
}

/// The lines of a kernel while samples of both sides are added to them.
class LinePairs {
 public:
  explicit LinePairs(const PlacePairs& places) : m_places(&places) {}

  void addBefore(const KernelSources& sources, const HotLine& hot) {
    const SourcePlace place = placeOf(hot);
    const auto after = m_places->after(place);
    add(place, after ? after->place : SourcePlace{}, after, sources, hot, &SamplePair::before);
  }
  void addAfter(const KernelSources& sources, const HotLine& hot) {
    const SourcePlace place = placeOf(hot);
    const auto before = m_places->before(place);
    add(before ? before->place : SourcePlace{}, place, before, sources, hot, &SamplePair::after);
  }
  [[nodiscard]] std::vector<ComparedLine> lines() const {
    std::vector<ComparedLine> made;
    for (const auto& [places, pair] : m_lines) {
      made.push_back(pair.line);
      made.back().states = pair.states.states();
    }
    return made;
  }

 private:
  struct LinePair {
    ComparedLine line;
    StatePairs states;
  };

  static SourcePlace placeOf(const HotLine& hot) {
    return hot.line == 0 ? SourcePlace{} : SourcePlace{hot.file, hot.line};
  }
  void add(SourcePlace before, SourcePlace after, const std::optional<PairedPlace>& paired,
           const KernelSources& sources, const HotLine& hot, std::uint64_t SamplePair::* side) {
    LinePair& pair = m_lines[{before, after}];
    std::tie(pair.line.fileBefore, pair.line.lineBefore) = before;
    std::tie(pair.line.fileAfter, pair.line.lineAfter) = after;
    pair.line.how = paired ? std::optional(paired->how) : std::nullopt;
    pair.line.samples.*side += hot.samples;
    pair.states.add(sources, hot.states, side);
  }

  const PlacePairs* m_places;
  std::map<std::pair<SourcePlace, SourcePlace>, LinePair> m_lines;  // keyed by their places before and after
};

std::vector<ComparedLine> comparedLines(const ComparedKernel& kernel, const KernelSources& before,
                                        const KernelSources& after, const PlacePairs& places) {
  LinePairs lines(places);
  for (const HotLine& hot : hotLines(before, std::array{kernel.before})) {
    lines.addBefore(before, hot);
  }
  for (const HotLine& hot : hotLines(after, std::array{kernel.after})) {
    lines.addAfter(after, hot);
  }
  return lines.lines();
}

void setScale(ComparedKernel& kernel, const SampledRun& before, const SampledRun& after) {
  const std::uint64_t launchesBefore = before.facts[kernel.before].launches;
  const std::uint64_t launchesAfter = after.facts[kernel.after].launches;
  const std::uint64_t periodBefore = before.sources.kernels[kernel.before].periodCycles;
  const std::uint64_t periodAfter = after.sources.kernels[kernel.after].periodCycles;
  kernel.isPerLaunch = launchesBefore > 0 && launchesAfter > 0 && (periodBefore > 0) == (periodAfter > 0);
  const auto inverse = [](std::uint64_t count) { return count == 0 ? 0 : 1 / static_cast<double>(count); };
  if (kernel.isPerLaunch) {
    const double period = periodBefore == 0 ? 1 : static_cast<double>(periodAfter) / static_cast<double>(periodBefore);
    kernel.scaleBefore = inverse(launchesBefore);
    kernel.scaleAfter = period * inverse(launchesAfter);
  } else {
    kernel.scaleBefore = inverse(kernel.samples.before);
    kernel.scaleAfter = inverse(kernel.samples.after);
  }
}

ComparedKernel comparedKernel(std::pair<std::size_t, std::size_t> same, const SampledRun& before,
                              const SampledRun& after, const PlacePairs& places) {
  ComparedKernel kernel{.before = same.first, .after = same.second};
  kernel.samples = {.before = before.sources.kernels[same.first].samples,
                    .after = after.sources.kernels[same.second].samples};
  setScale(kernel, before, after);
  kernel.lines = comparedLines(kernel, before.sources, after.sources, places);
  StatePairs states;
  states.add(before.sources, statesOf(before.sources, std::array{same.first}), &SamplePair::before);
  states.add(after.sources, statesOf(after.sources, std::array{same.second}), &SamplePair::after);
  kernel.states = states.states();
  sortByChange(kernel.lines, kernel);
  sortByChange(kernel.states, kernel);
  for (ComparedLine& line : kernel.lines) {
    sortByChange(line.states, kernel);
  }
  return kernel;
}

/// Pairs kernels with the same key that no other kernel of their side has and that are in no pair yet.
class KernelPairs {
 public:
  KernelPairs(const KernelSources& before, const KernelSources& after)
      : m_kernels{&before.kernels, &after.kernels},
        m_isPaired{std::vector<bool>(before.kernels.size()), std::vector<bool>(after.kernels.size())} {}

  template <typename Key>
  void pair(const Key& key) {
    std::map<std::string, std::array<std::vector<std::size_t>, 2>> found;
    for (const std::size_t side : {std::size_t{0}, std::size_t{1}}) {
      const std::vector<SourceKernel>& kernels = *m_kernels[side];
      for (std::size_t i = 0; i < kernels.size(); ++i) {
        if (!m_isPaired[side][i]) {
          found[key(kernels[i].name)][side].push_back(i);
        }
      }
    }
    for (const auto& [name, numbers] : found) {
      if (numbers[0].size() == 1 && numbers[1].size() == 1) {
        m_pairs.emplace_back(numbers[0].front(), numbers[1].front());
        m_isPaired[0][numbers[0].front()] = m_isPaired[1][numbers[1].front()] = true;
      }
    }
  }

  [[nodiscard]] const std::vector<std::pair<std::size_t, std::size_t>>& pairs() const { return m_pairs; }
  [[nodiscard]] std::vector<std::size_t> alone(std::size_t side) const {
    std::vector<std::size_t> numbers;
    for (std::size_t i = 0; i < m_isPaired[side].size(); ++i) {
      if (!m_isPaired[side][i]) {
        numbers.push_back(i);
      }
    }
    return numbers;
  }

 private:
  std::array<const std::vector<SourceKernel>*, 2> m_kernels;  // kernels before and after
  std::array<std::vector<bool>, 2> m_isPaired;
  std::vector<std::pair<std::size_t, std::size_t>> m_pairs;
};

}  // namespace

bool ComparedKernel::isClear(const SamplePair& pair) const {
  constexpr double deviations = 3;
  const double variance = static_cast<double>(pair.before) * scaleBefore * scaleBefore +
                          static_cast<double>(pair.after) * scaleAfter * scaleAfter;
  return std::abs(change(pair)) > deviations * std::sqrt(variance);
}

SourceComparison compareSources(const SampledRun& before, const SampledRun& after) {
  KernelPairs same(before.sources, after.sources);
  same.pair([](const std::string& name) { return name; });
  same.pair([](const std::string& name) { return shortKernelName(name); });
  const PlacePairs places(before.sources, after.sources);
  SourceComparison comparison;
  for (const auto& each : same.pairs()) {
    comparison.kernels.push_back(comparedKernel(each, before, after, places));
  }
  std::ranges::stable_sort(comparison.kernels, std::ranges::greater{},
                           [](const ComparedKernel& kernel) { return kernel.samples.before + kernel.samples.after; });
  comparison.onlyBefore = same.alone(0);
  comparison.onlyAfter = same.alone(1);
  return comparison;
}

}  // namespace kernline
