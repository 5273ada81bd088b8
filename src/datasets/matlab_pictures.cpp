// SPDX-License-Identifier: Apache-2.0
#include "datasets/matlab_pictures.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <memory>

#include "datasets/matio_library.h"
#include "datasets/matlab_elements.h"
#include "io/text.h"
#include "qualm/array.h"
#include "qualm/error.h"

namespace qualm {
namespace {

const MatioLibrary& matio() {
  static const MatioLibrary library;
  return library;
}

struct CloseFile {
  void operator()(mat_t* file) const noexcept { matio().close(file); }
};
struct FreeVariable {
  void operator()(matvar_t* variable) const noexcept { matio().free(variable); }
};
using File = std::unique_ptr<mat_t, CloseFile>;
using Variable = std::unique_ptr<matvar_t, FreeVariable>;

// libmatio reports damage only through its log, which it would print.
thread_local std::string complaint;
void keep_complaint(int level, char* message) {
  if (level & (MATIO_LOG_LEVEL_ERROR | MATIO_LOG_LEVEL_CRITICAL | MATIO_LOG_LEVEL_WARNING)) {
    complaint = message;
  }
}

class MatlabFile {
 public:
  explicit MatlabFile(const std::string& path) : label_(io::printable(path, 4096)) {
    check_matlab_elements(path);
    matio().log_to("qualm", keep_complaint);
    complaint.clear();
    file_.reset(matio().open(path.c_str(), MAT_ACC_RDONLY));
    if (file_ == nullptr) damaged("cannot be opened as a MATLAB file");
  }

  /// What is known of a variable before its numbers are read.
  [[nodiscard]] Variable describe(const char* name) const {
    Variable variable(matio().describe(file_.get(), name));
    if (variable == nullptr) {
      throw_data(fmt::format("{}: has no variable {}; SVHN has X and y", label_, name));
    }
    return variable;
  }

  void read(matvar_t& variable) const {
    // The numbers of a complex variable lie behind two pointers.
    if (variable.isComplex != 0) damaged(fmt::format("variable {} is complex", variable.name));
    if (matio().read(file_.get(), &variable) != 0 || !complaint.empty() ||
        variable.data == nullptr || variable.nbytes < claimed_bytes(variable)) {
      damaged(fmt::format("variable {} cannot be read", variable.name));
    }
  }

  [[nodiscard]] const std::string& label() const noexcept { return label_; }

 private:
  static std::size_t claimed_bytes(const matvar_t& variable) {
    auto bytes = static_cast<std::size_t>(variable.data_size);
    for (int axis = 0; axis < variable.rank; ++axis) bytes *= variable.dims[axis];
    return bytes;
  }

  [[noreturn]] void damaged(const std::string& what) const {
    throw_data(fmt::format("{}: {}{}: it is damaged; copy it again", label_, what,
                           complaint.empty() ? "" : " (" + io::printable(complaint) + ")"));
  }

  std::string label_;
  File file_;
};

std::vector<std::size_t> shape_of(const matvar_t& variable) {
  return {variable.dims, variable.dims + variable.rank};
}

// SVHN stores labels as uint8; savemat of a Python user may have made them something else.
std::uint32_t label_at(const MatlabFile& file, const matvar_t& variable, std::size_t row) {
  double value = -1;
  if (variable.class_type == MAT_C_UINT8) {
    value = static_cast<const std::uint8_t*>(variable.data)[row];
  } else if (variable.class_type == MAT_C_DOUBLE) {
    value = static_cast<const double*>(variable.data)[row];
  } else if (variable.class_type == MAT_C_INT64) {
    value = static_cast<double>(static_cast<const std::int64_t*>(variable.data)[row]);
  }
  if (value >= 1 && value <= 10) return static_cast<std::uint32_t>(value) % 10;
  throw_data(
      fmt::format("{}: y has {} at row {}; the labels of SVHN are uint8 1 ... 10, where 10 is "
                  "the digit 0",
                  file.label(), value, row));
}

}  // namespace

void read_matlab_pictures(const std::string& path, std::size_t limit, Dataset& into) {
  const MatlabFile file(path);
  const Variable pictures = file.describe("X"), labels = file.describe("y");
  const std::vector<std::size_t> shape = shape_of(*pictures), label_shape = shape_of(*labels);
  if (shape.size() != 4 || pictures->class_type != MAT_C_UINT8 || shape[2] != 3) {
    throw_data(
        fmt::format("{}: X is {}; SVHN has uint8 of 32x32x3xN", file.label(), shape_text(shape)));
  }
  const std::size_t height = shape[0], width = shape[1], depth = shape[2];
  if (label_shape.size() != 2 || label_shape[0] * label_shape[1] != shape[3]) {
    throw_data(fmt::format("{}: y is {} for {} images; give one label per image", file.label(),
                           shape_text(label_shape), shape[3]));
  }
  check_matlab_size(path, shape);
  file.read(*labels);
  file.read(*pictures);
  const std::size_t n = limit > 0 ? std::min(limit, shape[3]) : shape[3];
  into.shape = {n, height, width, depth};
  into.pixels.resize(n * height * width * depth);
  // MATLAB's first axis is the fastest.
  const auto* from = static_cast<const std::uint8_t*>(pictures->data);
  std::uint8_t* to = into.pixels.data();
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t y = 0; y < height; ++y) {
      for (std::size_t x = 0; x < width; ++x) {
        for (std::size_t c = 0; c < depth; ++c) *to++ = from[y + height * (x + width * c)];
      }
    }
    from += height * width * depth;
    into.labels.push_back(label_at(file, *labels, i));
  }
}

}  // namespace qualm
