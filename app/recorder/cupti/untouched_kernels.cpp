// SPDX-License-Identifier: Apache-2.0
#include "app/recorder/cupti/untouched_kernels.h"

#include "app/recorder/cupti/cupti_library.h"

namespace kernline::recorder {

UntouchedKernels::UntouchedKernels(Traced traced) : m_traced(traced) {
  cuptiLibrary().disable(CUPTI_ACTIVITY_KIND_CONCURRENT_KERNEL);
  if (m_traced == Traced::OneByOne) {
    cuptiLibrary().enable(CUPTI_ACTIVITY_KIND_KERNEL);
  }
}

UntouchedKernels::~UntouchedKernels() {
  if (m_traced == Traced::OneByOne) {
    cuptiLibrary().disable(CUPTI_ACTIVITY_KIND_KERNEL);
  }
  cuptiLibrary().enable(CUPTI_ACTIVITY_KIND_CONCURRENT_KERNEL);
}

}  // namespace kernline::recorder
