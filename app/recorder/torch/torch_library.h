// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/recorder/torch/torch_layout.h"

#include <array>
#include <cstdint>
#include <memory>
#include <optional>

namespace kernline::recorder {

/// at::ObserverContext: what a callback may hand from the beginning of an operator to its end. None is made here.
class ObserverContext {
 public:
  virtual ~ObserverContext() = default;
};

/// at::RecordFunctionCallback, member by member.
struct RecordFunctionCallback {
  using Start = std::unique_ptr<ObserverContext> (*)(Object function);
  using End = void (*)(Object function, ObserverContext* context);

  /// at::RecordScope
  enum Scope : std::uint8_t { Function = 0, BackwardFunction = 1, User = 7 };
  static constexpr std::size_t scopeCount = 10;

  Start start = nullptr;
  End end = nullptr;
  double probability = 1;
  std::array<bool, scopeCount> scopes{};
  bool needsInputs = false;
  bool needsOutputs = false;
  bool needsIds = false;
};

/// The functions of a PyTorch in this process (ATen/record_function.h).
struct TorchLibrary {
  std::uint64_t (*addCallback)(RecordFunctionCallback callback) = nullptr;
  void (*removeCallback)(std::uint64_t handle) = nullptr;
  const char* (*name)(Object function) = nullptr;
  Object undefinedTensor = nullptr;

  /// Never loads it; nullopt while it is not there.
  static std::optional<TorchLibrary> find();
};

}  // namespace kernline::recorder
