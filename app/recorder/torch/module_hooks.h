// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/recorder/python/python.h"

namespace kernline::recorder {

/// Has PyTorch call the observer before and after each forward of an nn.Module, by its global hooks; once in a process.
/// Code that torch.compile compiles calls nothing. Within the main thread of the interpreter. False if this PyTorch has
/// no such hooks.
bool hookModules(const Python& python);

}  // namespace kernline::recorder
