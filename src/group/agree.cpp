// SPDX-License-Identifier: Apache-2.0
#include <exception>
#include <new>

#include "qualm/group.h"

namespace qualm {
namespace {

std::optional<Error> error_of(const std::function<void()>& work) {
  try {
    work();
    return std::nullopt;
  } catch (const AgreedError&) {
    throw;
  } catch (const Error& error) {
    return error;
  } catch (const std::bad_alloc&) {
    return Error(ErrorKind::system, "out of memory");
  } catch (const std::exception& error) {
    return Error(ErrorKind::internal, error.what());
  }
}

}  // namespace

void agree(Group& group, const std::function<void()>& work) {
  if (group.is_alone()) return work();
  const std::optional<Error> error = error_of(work);
  if (error) {
    for (std::size_t higher = group.rank() + 1; higher < group.size(); ++higher) {
      group.post(higher, Group::Note::stop, 0);
    }
  }
  const auto states = group.all({error ? 1 + static_cast<std::uint64_t>(error->kind()) : 0});
  for (std::size_t rank = 0; rank < states.size(); ++rank) {
    if (states[rank][0] == 0) continue;
    const std::string message = group.broadcast(error ? error->message() : "", rank);
    throw AgreedError(static_cast<ErrorKind>(states[rank][0] - 1), message);
  }
}

bool is_told_to_stop(Group& group) {
  return group.poll(Group::Note::stop).has_value();
}

}  // namespace qualm
