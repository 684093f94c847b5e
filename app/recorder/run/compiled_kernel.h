// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cuda.h>

#include <string>
#include <vector>

#include "app/recorder/cuda/device_facts.h"
#include "app/recorder/parameters/compile_log.h"
#include "app/recorder/parameters/failure.h"

namespace kernline::recorder {

/// Errors of NVRTC in a source.
class CompileFailure : public Failure {
 public:
  explicit CompileFailure(std::vector<CompileError> errors)
      : Failure(ExitCode::kernelFailed, "the kernel does not compile"), m_errors(std::move(errors)) {}

  const std::vector<CompileError>& errors() const { return m_errors; }

 private:
  std::vector<CompileError> m_errors;
};

/// A kernel compiled from source for one device, loaded while this lives.
class CompiledKernel {
 public:
  /// `options` are the compiler's beyond those for the device. Throws CompileFailure.
  CompiledKernel(const std::string& path, const std::string& source, const std::string& kernel,
                 const std::vector<std::string>& options, const DeviceFacts& facts);
  CompiledKernel(const CompiledKernel&) = delete;
  CompiledKernel& operator=(const CompiledKernel&) = delete;
  ~CompiledKernel();

  CUfunction function() const { return m_function; }
  /// The address of a variable of the source on the device, by its name without mangling; null if it has none.
  void* variable(const char* name) const;

 private:
  CUmodule m_module = nullptr;
  CUfunction m_function = nullptr;
};

}  // namespace kernline::recorder
