// SPDX-License-Identifier: Apache-2.0
#include "qualm/datasets/registry.h"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "datasets/known_files.h"
#include "error/choose.h"
#include "qualm/error.h"

namespace qualm {
namespace {

constexpr std::string_view digits[] = {"0", "1", "2", "3", "4", "5", "6", "7", "8", "9"};
constexpr std::string_view clothes[] = {"T-shirt/top", "Trouser",   "Pullover", "Dress",
                                        "Coat",        "Sandal",    "Shirt",    "Sneaker",
                                        "Bag",         "Ankle boot"};
constexpr std::string_view kuzushiji[] = {"o",  "ki", "su", "tsu", "na",
                                          "ha", "ma", "ya", "re",  "wo"};
constexpr std::string_view letters[] = {"A", "B", "C", "D", "E", "F", "G", "H", "I",
                                        "J", "K", "L", "M", "N", "O", "P", "Q", "R",
                                        "S", "T", "U", "V", "W", "X", "Y", "Z"};
constexpr std::string_view things[] = {"airplane", "automobile", "bird",  "cat",  "deer",
                                       "dog",      "frog",       "horse", "ship", "truck"};

constexpr std::string_view mnist_addresses[] = {
    "https://ossci-datasets.s3.amazonaws.com/mnist",
    "https://storage.googleapis.com/cvdf-datasets/mnist", "http://yann.lecun.com/exdb/mnist"};
constexpr std::string_view fashion_addresses[] = {
    "http://fashion-mnist.s3-website.eu-central-1.amazonaws.com"};
constexpr std::string_view kmnist_addresses[] = {"http://codh.rois.ac.jp/kmnist/dataset/kmnist"};
constexpr std::string_view emnist_addresses[] = {"https://biometrics.nist.gov/cs_links/EMNIST"};
constexpr std::string_view cifar_addresses[] = {"https://www.cs.toronto.edu/~kriz"};
constexpr std::string_view svhn_addresses[] = {"http://ufldl.stanford.edu/housenumbers"};
constexpr std::string_view cifar_10_2_addresses[] = {
    "https://github.com/modestyachts/cifar-10.2/raw/master"};

using Layout = DatasetLayout;
constexpr std::array<std::size_t, 3> grey = {28, 28, 1}, colour = {32, 32, 3};
const DatasetInfo rows[] = {
    {"mnist",
     "MNIST",
     Layout::idx,
     grey,
     digits,
     0,
     false,
     {{{"train", 60'000, known::mnist_train}, {"test", 10'000, known::mnist_test}}},
     mnist_addresses,
     {},
     "CC BY-SA 3.0, Yann LeCun and Corinna Cortes",
     ""},
    {"fashion-mnist",
     "FashionMNIST",
     Layout::idx,
     grey,
     clothes,
     0,
     false,
     {{{"train", 60'000, known::fashion_train}, {"test", 10'000, known::fashion_test}}},
     fashion_addresses,
     {},
     "MIT, Zalando SE",
     "dataset-fashion-mnist"},
    {"kmnist",
     "KMNIST",
     Layout::idx,
     grey,
     kuzushiji,
     0,
     false,
     {{{"train", 60'000, known::kmnist_train}, {"test", 10'000, known::kmnist_test}}},
     kmnist_addresses,
     {},
     "CC BY-SA 4.0, KMNIST Dataset (created by CODH), adapted from Kuzushiji Dataset (created by "
     "NIJL and others), doi:10.20676/00000341",
     ""},
    {"emnist-letters",
     "EMNIST letters",
     Layout::idx,
     grey,
     letters,
     1,
     true,
     {{{"train", 124'800, known::emnist_train}, {"test", 20'800, known::emnist_test}}},
     emnist_addresses,
     {"gzip.zip", 561'753'746, "58c8d27c78d21e728a6bc7b3cc06412e",
      "fb9bb67e33772a9cc0b895e4ecf36d2cf35be8b709693c3564cea2a019fcda8e"},
     "made by NIST, a work of the United States government",
     ""},
    {"cifar-10",
     "CIFAR-10",
     Layout::cifar_binary,
     colour,
     things,
     0,
     false,
     {{{"train", 50'000, known::cifar_train}, {"test", 10'000, known::cifar_test}}},
     cifar_addresses,
     {"cifar-10-binary.tar.gz", 170'052'171, "c32a1d4ab5d03f1284b67883e8d87530",
      "c4a38c50a1bc5f3a1c5537f2155ab9d68f9f25eb1ed8d9ddda3db29a59bca1dd"},
     "no licence stated; cite Krizhevsky, 2009",
     ""},
    {"svhn",
     "SVHN",
     Layout::matlab,
     colour,
     digits,
     0,
     false,
     {{{"train", 73'257, known::svhn_train}, {"test", 26'032, known::svhn_test}}},
     svhn_addresses,
     {},
     "for non-commercial use only",
     ""},
    {"cifar-10.2",
     "CIFAR-10.2",
     Layout::npz,
     colour,
     things,
     0,
     false,
     {{{"train", 10'000, known::cifar_10_2_train}, {"test", 2'000, known::cifar_10_2_test}}},
     cifar_10_2_addresses,
     {},
     "no licence stated; cite Lu et al., 2020",
     ""},
};

}  // namespace

std::span<const DatasetInfo> datasets() noexcept {
  return rows;
}

const DatasetInfo& dataset_info(std::string_view name) {
  return rows[choose("data set", name, rows)];
}

const DatasetSplit& split_of(const DatasetInfo& info, std::string_view split) {
  return info.splits[choose("split", split, info.splits)];
}

}  // namespace qualm
