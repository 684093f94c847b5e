// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>

#include "app/recorder/cuda/device_facts.h"
#include "app/recorder/kernels/kernel.h"
#include "app/recorder/parameters/user_declaration.h"

namespace kernline::recorder {

/// A person's own .cu file: its text and what it declares. Throws Failure where it cannot be read.
struct UserFile {
  explicit UserFile(const std::string& path);

  std::string path;
  std::string source;
  UserDeclaration declaration;
};

/// Compiled for the current device and given its buffers. compare() only counts elements that were not written.
std::unique_ptr<PreparedKernel> prepareUserKernel(const UserFile& file, const Values& values, const DeviceFacts& facts);

}  // namespace kernline::recorder
