// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/source/mapping_guard.h"

#include <sys/mman.h>
#include <unistd.h>
#include <algorithm>
#include <array>
#include <atomic>
#include <csignal>
#include <cstdint>
#include <mutex>

namespace kernline {

namespace {

// A signal handler may take no lock, so mappings sit in slots of atomics.
struct Slot {
  std::atomic<std::uintptr_t> begin{0};
  std::atomic<std::uintptr_t> end{0};
};

std::array<Slot, 64> slots;                   // NOLINT(cppcoreguidelines-avoid-non-const-global-variables)
struct sigaction previousAction;              // NOLINT(cppcoreguidelines-avoid-non-const-global-variables)
std::atomic<std::uintptr_t> pageBytes{4096};  // NOLINT(cppcoreguidelines-avoid-non-const-global-variables)

bool isGuarded(std::uintptr_t address) {
  return std::ranges::any_of(slots,
                             [address](const Slot& slot) { return slot.begin <= address && address < slot.end; });
}

void onBusError(int number, siginfo_t* details, void* context) {
  const auto address = reinterpret_cast<std::uintptr_t>(details->si_addr);
  const std::uintptr_t page = address & ~(pageBytes - 1);
  if (isGuarded(address) && mmap(reinterpret_cast<void*>(page), pageBytes, PROT_READ,
                                 MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1, 0) != MAP_FAILED) {
    return;
  }
  if ((previousAction.sa_flags & SA_SIGINFO) != 0) {
    previousAction.sa_sigaction(number, details, context);
  } else if (previousAction.sa_handler != SIG_DFL && previousAction.sa_handler != SIG_IGN) {
    previousAction.sa_handler(number);
  } else {
    sigaction(SIGBUS, &previousAction, nullptr);  // the access runs again and ends as it would have
  }
}

void installOnce() {
  static std::once_flag installed;
  std::call_once(installed, [] {
    pageBytes = static_cast<std::uintptr_t>(sysconf(_SC_PAGESIZE));
    struct sigaction action{};
    action.sa_sigaction = onBusError;
    action.sa_flags = SA_SIGINFO;
    sigaction(SIGBUS, &action, &previousAction);
  });
}

}  // namespace

void guardMapping(std::string_view mapping) {
  installOnce();
  const auto begin = reinterpret_cast<std::uintptr_t>(mapping.data());
  for (Slot& slot : slots) {
    std::uintptr_t free = 0;
    if (slot.begin.compare_exchange_strong(free, begin)) {
      slot.end = begin + mapping.size();
      return;
    }
  }
}

void releaseGuard(std::string_view mapping) {
  const auto begin = reinterpret_cast<std::uintptr_t>(mapping.data());
  for (Slot& slot : slots) {
    if (slot.begin == begin) {
      slot.end = 0;
      slot.begin = 0;
      return;
    }
  }
}

}  // namespace kernline
