// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace qualm {

/// Pictures or features with their labels, in memory.
struct Dataset {
  std::string name;                  ///< "mnist", or the name of a user's file
  std::string split;                 ///< "train" or "test"; "" if not known
  std::vector<std::size_t> shape;    ///< pictures: N, height, width, channels; features: N, D
  std::vector<std::uint8_t> pixels;  ///< of images, C order; empty for features and floats
  std::vector<float> features;       ///< of features, and of float images, C order
  std::vector<std::uint32_t>
      labels;  ///< N of them, each below n_classes(); empty if there are none
  std::vector<std::string> class_names;
  bool classes_are_numbered = false;       ///< the labels are numbers, and nothing names them
  std::vector<std::string> feature_names;  ///< D, the columns of a table; or empty
  std::vector<std::string> notes;          ///< notes for the user: partial data, rescaled pixels
  std::vector<std::string> files;          ///< what it was read from

  [[nodiscard]] bool is_pictures() const noexcept { return shape.size() == 4; }
  [[nodiscard]] std::size_t n_instances() const noexcept { return shape.empty() ? 0 : shape[0]; }
  [[nodiscard]] std::size_t n_classes() const noexcept { return class_names.size(); }
};

/// Conversion of a user's images with float pixels that are not whole numbers up to 255.
enum class FloatPixels {
  rounded,  ///< from 0 to 1: scaled to 0 ... 255 and rounded to bytes, with a note
  scaled,   ///< from 0 to 1: scaled to 0 ... 255, as floats
  kept      ///< any finite float unchanged, such as normalised images
};

struct DatasetRequest {
  /// "mnist"; or a path: a file of pictures or features, or a folder of known files; or
  /// "mnist=PATH", the known data set in that path, complete or partial.
  std::string source;
  std::string split = "test";  ///< of a data set found by name or in a folder
  std::string data_dir = {};   ///< folder to search first
  std::string labels = {};  ///< path of a user's labels; "" for those in the same file or beside it
  std::string key =
      {};  ///< of the pictures or features in an .npz; "": images, x, ... or the only one
  std::string labels_key = {};  ///< likewise; "": labels, y, ...
  std::size_t limit = 0;        ///< only the first instances; 0: all
  FloatPixels float_pixels = FloatPixels::rounded;
};

/// Reads a data set. Throws usage for an unknown name, system if files are missing (with the
/// folders searched and how to get them), data if they are damaged, swapped or invalid. A known
/// data set found by name must be complete; given by path it may be partial, with a note.
[[nodiscard]] Dataset load_dataset(const DatasetRequest& request);

}  // namespace qualm
