// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/runs/verdict.h"

#include "core/compare/student.h"

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
  constexpr std::size_t fewestToSayNo = 3;  // of two steps the interval is so wide that anything lies in it
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
  } else if (difference == 0 || std::min(base.size(), other.size()) >= fewestToSayNo) {
    verdict.faster = Faster::Neither;
  }
  return verdict;
}

std::string sentenceOn(const Verdict& verdict) {
  const double ratio = verdict.ratio;
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
      "A step takes {:.3f} times as long as the base's, but so few steps do not say how much of that is noise.", ratio);
}

std::string sentenceOnNoise(const Verdict& verdict) {
  if (!verdict.confidence || !verdict.noise) {
    return {};
  }
  const double noise = *verdict.noise * 100;
  if (*verdict.confidence > 0.999) {
    return fmt::format("Over 99.9 % sure that they differ; what is below ±{:.3g} % of a step is noise", noise);
  }
  return fmt::format("{:.1f} % sure that they differ; what is below ±{:.3g} % of a step is noise",
                     *verdict.confidence * 100, noise);
}

}  // namespace kernline
