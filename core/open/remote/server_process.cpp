// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/open/remote/server_process.h"

#include "core/open/remote/pipe_ends.h"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <thread>

namespace kernline::remote {

Expected<std::unique_ptr<ServerProcess>> ServerProcess::start(const std::string& program, const std::string& host,
                                                              const std::string& command) {
  // Three of them: a program that makes one of its streams non-blocking, as ssh does, makes no other one so.
  std::array<int, 2> questions{-1, -1};
  std::array<int, 2> answers{-1, -1};
  std::array<int, 2> errors{-1, -1};
  const auto closeAll = [&] {
    for (const int end : {questions[0], questions[1], answers[0], answers[1], errors[0], errors[1]}) {
      ::close(end);
    }
  };
  if (::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, questions.data()) != 0 ||
      ::pipe2(answers.data(), O_CLOEXEC) != 0 || ::pipe2(errors.data(), O_CLOEXEC) != 0) {
    const int why = errno;
    closeAll();
    return std::unexpected(Error{Error::Kind::Unreadable, Message::systemError(why)});
  }
  ::fcntl(errors[0], F_SETFL, O_NONBLOCK);
  posix_spawn_file_actions_t actions;
  ::posix_spawn_file_actions_init(&actions);
  ::posix_spawn_file_actions_adddup2(&actions, questions[1], STDIN_FILENO);
  ::posix_spawn_file_actions_adddup2(&actions, answers[1], STDOUT_FILENO);
  ::posix_spawn_file_actions_adddup2(&actions, errors[1], STDERR_FILENO);
  posix_spawnattr_t attributes;
  ::posix_spawnattr_init(&attributes);
  sigset_t usual;
  ::sigemptyset(&usual);
  ::sigaddset(&usual, SIGPIPE);
  ::posix_spawnattr_setsigdefault(&attributes, &usual);
  ::posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGDEF);
  std::array<std::string, 3> words{program, host, command};
  std::array<char*, 4> arguments{words[0].data(), words[1].data(), words[2].data(), nullptr};
  pid_t child = -1;
  const int why = ::posix_spawnp(&child, program.c_str(), &actions, &attributes, arguments.data(), environ);
  ::posix_spawnattr_destroy(&attributes);
  ::posix_spawn_file_actions_destroy(&actions);
  if (why != 0) {
    closeAll();
    return std::unexpected(Error{
        Error::Kind::Unreadable,
        Phrase::tr("cannot run %1; install OpenSSH's client, or name another program in KERNLINE_SSH").with(program)});
  }
  for (const int end : {questions[1], answers[1], errors[1]}) {
    ::close(end);
  }
  return std::unique_ptr<ServerProcess>(new ServerProcess(child, questions[0], answers[0], errors[0]));
}

ServerProcess::~ServerProcess() {
  ::close(m_questions);  // it ends by itself then
  ::close(m_answers);
  constexpr int looks = 100;
  constexpr std::chrono::milliseconds pause{10};
  for (int i = 0; i < looks; ++i) {
    if (::waitpid(m_child, nullptr, WNOHANG) != 0) {
      ::close(m_errors);
      return;
    }
    std::this_thread::sleep_for(pause);
  }
  ::kill(m_child, SIGKILL);
  while (::waitpid(m_child, nullptr, 0) < 0 && errno == EINTR) {
  }
  ::close(m_errors);
}

bool ServerProcess::write(std::string_view bytes) const {
  return writeAll(m_questions, bytes);
}

std::string ServerProcess::read(std::chrono::milliseconds wait) {
  std::array<pollfd, 2> ends{pollfd{m_answers, POLLIN, 0}, pollfd{m_errors, POLLIN, 0}};
  ::poll(ends.data(), ends.size(), static_cast<int>(wait.count()));
  readErrors();
  if (ends[0].revents == 0) {
    if (ends[1].revents != 0) {  // closed, perhaps: no reason to look at once again
      std::this_thread::sleep_for(std::min(wait, std::chrono::milliseconds(5)));
    }
    return {};
  }
  std::string bytes(std::size_t{1} << 18U, '\0');
  const ssize_t count = ::read(m_answers, bytes.data(), bytes.size());
  if (count <= 0) {
    m_isOpen = count < 0 && errno == EINTR;
    return {};
  }
  bytes.resize(static_cast<std::size_t>(count));
  return bytes;
}

void ServerProcess::readErrors() {
  std::array<char, 4096> bytes{};
  for (ssize_t count = 0; (count = ::read(m_errors, bytes.data(), bytes.size())) > 0;) {
    m_said.append(bytes.data(), static_cast<std::size_t>(count));
    if (m_said.size() > bytes.size()) {
      m_said.erase(0, m_said.size() - bytes.size());
    }
  }
}

std::string ServerProcess::lastWords() {
  constexpr std::chrono::milliseconds pause{50};
  std::this_thread::sleep_for(pause);  // they may be on their way
  readErrors();
  while (!m_said.empty() && (m_said.back() == '\n' || m_said.back() == '\r')) {
    m_said.pop_back();
  }
  return m_said.substr(m_said.rfind('\n') + 1);
}

}  // namespace kernline::remote
