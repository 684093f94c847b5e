// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/compare/runs/verdict.h"

#include "core/compare/tables/student.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace kernline {

namespace {

struct Sample {
  double mean = 0;
  double variance = 0;  ///< of the mean
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

}  // namespace

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
  constexpr double certainty = 0.95;
  constexpr double mostNoise = 0.1;  // of a step: beyond that, no difference beyond the noise would say nothing
  const Sample a = sampleOf(base);
  const Sample b = sampleOf(other);
  const double difference = b.mean - a.mean;
  Verdict verdict;
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
    verdict.noise = studentQuantile(certainty, degrees) * error / a.mean;
  }
  if (*verdict.confidence >= certainty) {
    verdict.faster = difference < 0 ? Faster::Other : Faster::Base;
  } else if (*verdict.noise <= mostNoise) {
    verdict.faster = Faster::Neither;
  }
  return verdict;
}

std::string sentenceOn(const Verdict& verdict) {
  constexpr double small = 0.01;
  const double ratio = verdict.ratio;
  const bool isDecided = verdict.faster == Faster::Other || verdict.faster == Faster::Base;
  if (isDecided && std::abs(ratio - 1) < small) {
    return fmt::format("{} by less than 1 %: a step takes {:.4f} of the base's time.", ratio < 1 ? "Faster" : "Slower",
                       ratio);
  }
  switch (verdict.faster) {
    case Faster::Other:
      return fmt::format("Faster: a step takes {:.3f} of the base's time, {:.3f} times as fast.", ratio, 1 / ratio);
    case Faster::Base:
      return fmt::format("Slower: a step takes {:.3f} times as long as the base's.", ratio);
    case Faster::Neither:
      return "No difference beyond the noise.";
    case Faster::Unknown:
      break;
  }
  return fmt::format(
      "A step takes {:.3f} times as long as the base's, but that may be noise: steps are too few or differ too much.",
      ratio);
}

std::string sentenceOnNoise(const Verdict& verdict) {
  if (!verdict.confidence || !verdict.noise) {
    return {};
  }
  const double percent = *verdict.noise * 100;
  const std::string noise = percent < 100 ? fmt::format("{:.3g}", percent) : fmt::format("{:.0f}", percent);
  if (*verdict.confidence > 0.999) {
    return fmt::format("Over 99.9 % sure that they differ; what is below ±{} % of a step is noise", noise);
  }
  return fmt::format("{:.1f} % sure that they differ; what is below ±{} % of a step is noise",
                     *verdict.confidence * 100, noise);
}

}  // namespace kernline
