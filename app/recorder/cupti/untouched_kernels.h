// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace kernline::recorder {

/// Makes kernels run as they were compiled while it lives. To trace kernels that may overlap CUPTI adds instructions to
/// each (eight a warp on an H100), which would be counted with the kernel's own. Make and destroy it while the GPU is
/// idle.
class UntouchedKernels {
 public:
  enum class Traced {
    No,
    OneByOne,  ///< kernels that do not overlap, which needs no instructions
  };

  explicit UntouchedKernels(Traced traced);
  UntouchedKernels(const UntouchedKernels&) = delete;
  UntouchedKernels& operator=(const UntouchedKernels&) = delete;
  ~UntouchedKernels();

 private:
  Traced m_traced;
};

}  // namespace kernline::recorder
