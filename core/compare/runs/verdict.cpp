// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/compare/runs/verdict.h"

#include "core/model/format/quantity.h"

#include "core/compare/tables/student.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace kernline {

namespace {

struct Sample {
  double mean = 0;
  double variance = 0;  ///< variance of the mean
  double degrees = 0;
};

Sample sampleOf(std::span<const Duration> lengths) {
  const auto count = static_cast<double>(lengths.size());
  Sample sample{.degrees = count - 1};
  for (const Duration length : lengths) {
    sample.mean += static_cast<double>(length.ns) / count;
  }
  if (lengths.size() > 1) {
    for (const Duration length : lengths) {
      const double off = static_cast<double>(length.ns) - sample.mean;
      sample.variance += off * off / (count - 1) / count;
    }
  }
  return sample;
}

/// Degrees of freedom after Welch and Satterthwaite, rounded down, which is the careful side.
std::size_t welchDegrees(const Sample& a, const Sample& b) {
  const double sum = a.variance + b.variance;
  const double below = a.variance * a.variance / a.degrees + b.variance * b.variance / b.degrees;
  return static_cast<std::size_t>(std::clamp(std::floor(sum * sum / below), 1.0, 1e4));
}

constexpr double verdictCertainty = 0.95;

Message recordedSentence(const Verdict& verdict) {
  constexpr double small = 0.01;
  constexpr double percent = 100;
  const double ratio = verdict.ratio;
  const auto step = [](double ns) { return formatDuration({std::llround(ns)}); };
  const std::string base = step(verdict.baseStep);
  const std::string other = step(verdict.otherStep);
  const bool isDecided = verdict.faster == Faster::Other || verdict.faster == Faster::Base;
  if (isDecided && std::abs(ratio - 1) < small) {
    const Phrase phrase =
        ratio < 1 ? Phrase::tr("%1 % faster: %2 → %3 per step.") : Phrase::tr("%1 % slower: %2 → %3 per step.");
    return phrase.with(fmt::format("{:.2f}", std::abs(ratio - 1) * percent), base, other);
  }
  switch (verdict.faster) {
    case Faster::Other:
      return Phrase::tr("%1× faster: %2 → %3 per step.").with(fmt::format("{:.2f}", 1 / ratio), base, other);
    case Faster::Base:
      return Phrase::tr("%1× slower: %2 → %3 per step.").with(fmt::format("{:.2f}", ratio), base, other);
    case Faster::Neither:
      return Phrase::tr("No significant difference: %1 → %2 per step.").with(base, other);
    case Faster::Unknown:
      break;
  }
  if (!std::isfinite(ratio) || ratio <= 0 || std::abs(ratio - 1) < small) {
    return Phrase::tr("%1 → %2 per step, but this may be noise: too few steps, or too much variation.")
        .with(base, other);
  }
  const Phrase phrase =
      ratio < 1
          ? Phrase::tr("%1× faster: %2 → %3 per step, but this may be noise: too few steps, or too much variation.")
          : Phrase::tr("%1× slower: %2 → %3 per step, but this may be noise: too few steps, or too much variation.");
  return phrase.with(fmt::format("{:.2f}", ratio < 1 ? 1 / ratio : ratio), base, other);
}

Message sentenceWithout(const Verdict::WithoutProfiler& without) {
  const auto step = [](double ns) { return formatDuration({std::llround(ns)}); };
  const bool isFaster = without.ratio < 1;
  const auto times = [&](double ratio) { return fmt::format("{:.2f}", isFaster ? 1 / ratio : ratio); };
  if (times(without.ratio) == times(1)) {
    return Phrase::tr("No difference without the profiler (%1 to %2 times the step): %3 → %4 per step.")
        .with(fmt::format("{:.2f}", without.low), fmt::format("{:.2f}", without.high), step(without.baseStep),
              step(without.otherStep));
  }
  const Phrase certain = isFaster ? Phrase::tr("About %1× faster without the profiler (%2 to %3×): %4 → %5 per step.")
                                  : Phrase::tr("About %1× slower without the profiler (%2 to %3×): %4 → %5 per step.");
  const Phrase doubtful =
      isFaster
          ? Phrase::tr("About %1× faster without the profiler (%2 to %3×), but this may be noise: %4 → %5 per step.")
          : Phrase::tr("About %1× slower without the profiler (%2 to %3×), but this may be noise: %4 → %5 per step.");
  return (without.isNoise() ? doubtful : certain)
      .with(times(without.ratio), times(isFaster ? without.high : without.low),
            times(isFaster ? without.low : without.high), step(without.baseStep), step(without.otherStep));
}

}  // namespace

bool Verdict::WithoutProfiler::isNoise() const {
  return std::abs(ratio - 1) <= noise.value_or(0);
}

Faster Verdict::WithoutProfiler::faster() const {
  if (isNoise() || (low <= 1 && high >= 1)) {
    return Faster::Unknown;
  }
  return low > 1 ? Faster::Base : Faster::Other;
}

std::string_view toText(Faster faster) {
  switch (faster) {
    case Faster::Base:
      return "base";
    case Faster::Other:
      return "other";
    case Faster::Neither:
      return "neither";
    case Faster::Unknown:
      break;
  }
  return "unknown";
}

Verdict verdictOn(std::span<const Duration> base, std::span<const Duration> other) {
  // Share of a step: with more noise, "no difference beyond the noise" would be meaningless.
  constexpr double maxNoise = 0.1;
  const Sample a = sampleOf(base);
  const Sample b = sampleOf(other);
  const double difference = b.mean - a.mean;
  Verdict verdict;
  verdict.baseStep = a.mean;
  verdict.otherStep = b.mean;
  verdict.ratio = a.mean > 0 ? b.mean / a.mean : 1;
  if (std::ranges::equal(base, other)) {
    verdict.faster = Faster::Neither;
    verdict.confidence = 0;
    return verdict;
  }
  if (base.size() < 2 || other.size() < 2) {
    verdict.faster = difference == 0 ? Faster::Neither : Faster::Unknown;
    return verdict;
  }
  const double error = std::sqrt(a.variance + b.variance);
  if (error == 0) {
    verdict.confidence = difference == 0 ? 0 : 1;
    verdict.noise = 0;
  } else {
    const std::size_t degrees = welchDegrees(a, b);
    verdict.confidence = studentProbability(std::abs(difference) / error, degrees);
    verdict.noise = studentQuantile(verdictCertainty, degrees) * error / a.mean;
  }
  if (*verdict.confidence >= verdictCertainty) {
    verdict.faster = difference < 0 ? Faster::Other : Faster::Base;
  } else if (*verdict.noise <= maxNoise) {
    verdict.faster = Faster::Neither;
  }
  return verdict;
}

Message sentenceOn(const Verdict& verdict) {
  return verdict.withoutProfiler ? sentenceWithout(*verdict.withoutProfiler) : recordedSentence(verdict);
}

Message sentenceOnRecorded(const Verdict& verdict) {
  return verdict.withoutProfiler
             ? Phrase::tr("Recording slows the host. As recorded: %1").with(recordedSentence(verdict))
             : Message();
}

Slowdown slowdownOf(const Verdict& verdict) {
  if (verdict.withoutProfiler) {
    return {.ratio = verdict.withoutProfiler->ratio, .isCertain = verdict.withoutProfiler->faster() == Faster::Base};
  }
  return {.ratio = verdict.ratio,
          .isNoise = verdict.faster == Faster::Neither,
          .isCertain = verdict.faster == Faster::Base};
}

Message sentenceOnNoise(const Verdict& verdict) {
  if (!verdict.confidence || !verdict.noise) {
    return {};
  }
  const double percent = *verdict.noise * 100;
  const std::string noise = percent < 100 ? fmt::format("{:.3g}", percent) : fmt::format("{:.0f}", percent);
  const std::string confidence =
      *verdict.confidence > 0.999 ? "> 99.9" : fmt::format("{:.1f}", *verdict.confidence * 100);
  const bool isSignificant = *verdict.confidence >= verdictCertainty;
  if (verdict.withoutProfiler) {  // the verdict is about other steps
    const Phrase phrase =
        isSignificant
            ? Phrase::tr("As recorded, the difference is significant (%1 %). Noise floor: ±%2 % of a step.")
            : Phrase::tr("As recorded, the difference is not significant (%1 %). Noise floor: ±%2 % of a step.");
    return phrase.with(confidence, noise);
  }
  const Phrase phrase = isSignificant
                            ? Phrase::tr("Difference is significant (%1 %). Noise floor: ±%2 % of a step.")
                            : Phrase::tr("Difference is not significant (%1 %). Noise floor: ±%2 % of a step.");
  return phrase.with(confidence, noise);
}

}  // namespace kernline
