// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/recorder/python/python.h"
#include "app/recorder/torch/torch_library.h"

namespace kernline::recorder {

/// Finds the layout of the PyTorch in this process: calls operators on three small tensors of the host. Within the main
/// thread of the interpreter.
class LayoutSearch {
 public:
  LayoutSearch(const TorchLibrary& torch, const Python& python) : m_torch(torch), m_script(python) {}

  /// Makes the tensors. False while torch is not imported to its end.
  bool begin();
  /// Returns the layout; knowsInputs() is false if this PyTorch has another one.
  TorchLayout find();
  /// Time that an operator takes, in ns: the least of some.
  std::uint64_t timeOfOperator();

 private:
  static std::unique_ptr<ObserverContext> see(Object function);

  const TorchLibrary& m_torch;
  PythonScript m_script;
};

}  // namespace kernline::recorder
