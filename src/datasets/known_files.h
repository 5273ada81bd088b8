// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "qualm/datasets/registry.h"

/// The files of the known data sets. The sums of content were computed from the authors' files, or
/// (CIFAR-10's batches 4 and 5, SVHN) taken from several projects that agree.
namespace qualm::known {

inline constexpr DatasetFile mnist_train[] = {
    {"train-images-idx3-ubyte.gz", 47'040'016,
     "ba891046e6505d7aadcbbe25680a0738ad16aec93bde7f9b65e87a2fc25776db",
     "f68b3c2dcbeaaa9fbdd348bbdeb94873"},
    {"train-labels-idx1-ubyte.gz", 60'008,
     "65a50cbbf4e906d70832878ad85ccda5333a97f0f4c3dd2ef09a8a9eef7101c5",
     "d53e105ee54ea40749a09fcbcd1e9432"},
};
inline constexpr DatasetFile mnist_test[] = {
    {"t10k-images-idx3-ubyte.gz", 7'840'016,
     "0fa7898d509279e482958e8ce81c8e77db3f2f8254e26661ceb7762c4d494ce7",
     "9fb629c4189551a2d022fa330f9573f3"},
    {"t10k-labels-idx1-ubyte.gz", 10'008,
     "ff7bcfd416de33731a308c3f266cc351222c34898ecbeaf847f06e48f7ec33f2",
     "ec29112dd5afa0611ce80d1b7f02629c"},
};
inline constexpr DatasetFile fashion_train[] = {
    {"train-images-idx3-ubyte.gz", 47'040'016,
     "c59f468a2f672dc815687fe0f83887768d799fd8a3f3276145d20f83aa44d888",
     "8d4fb7e6c68d591d4c3dfef9ec88bf0d"},
    {"train-labels-idx1-ubyte.gz", 60'008,
     "bad3541b69d912435c50bb6ba87bec294ff4f6a2e1246121d8633921760443d9",
     "25c81989df183df01b3e8a0aad5dffbe"},
};
inline constexpr DatasetFile fashion_test[] = {
    {"t10k-images-idx3-ubyte.gz", 7'840'016,
     "5b4141f0afbad91edebe8549f8fcffe087ea10ca49f1dbef5c9a5cd8815ce37b",
     "bef4ecab320f06d8554ea6380940ec79"},
    {"t10k-labels-idx1-ubyte.gz", 10'008,
     "0402a96d92fd2663957122ceb108a494c5af83dab82d92729df917d7dec38c34",
     "bb300cfdad3c16e7a12a480ee83cd310"},
};
inline constexpr DatasetFile kmnist_train[] = {
    {"train-images-idx3-ubyte.gz", 47'040'016, "", "bdb82020997e1d708af4cf47b453dcf7"},
    {"train-labels-idx1-ubyte.gz", 60'008,
     "2a16eeae62da984b8bd24fa32e31d47291f01dac3fe84d5594f304f71e7d374b",
     "e144d726b3acfaa3e44228e80efcd344"},
};
inline constexpr DatasetFile kmnist_test[] = {
    {"t10k-images-idx3-ubyte.gz", 7'840'016,
     "76fbd229ce87db80dd281af5e6670de4ad0e42fb30a7bd643972994c47c1f42e",
     "5c965bf0a639b31b8f53240b1b52f4d7"},
    {"t10k-labels-idx1-ubyte.gz", 10'008,
     "a11dc742be8e781a40a92f53d6a4957e7b7d36df2faa097659131ebfd8fd60c6",
     "7320c461ea6c1c855c0b718fb2a4b134"},
};
inline constexpr DatasetFile emnist_train[] = {
    {"emnist-letters-train-images-idx3-ubyte.gz", 97'843'216, "", ""},
    {"emnist-letters-train-labels-idx1-ubyte.gz", 124'808, "", ""},
};
inline constexpr DatasetFile emnist_test[] = {
    {"emnist-letters-test-images-idx3-ubyte.gz", 16'307'216,
     "d5895e82d14765b22a84342337bc5c25f1affd61cc97d3821d4e65504bbf8dbc", ""},
    {"emnist-letters-test-labels-idx1-ubyte.gz", 20'808,
     "22dbcde0a929a7f166bdac863b9195b2994d840a1e082f8f6daaeac5606376a6", ""},
};

inline constexpr DatasetFile cifar_train[] = {
    {"data_batch_1.bin", 30'730'000,
     "cee916563c9f80d84e3cc88e17fdc0941787f1244f00a67874d45b261883ada5"},
    {"data_batch_2.bin", 30'730'000,
     "a591ca11fa1708a91ee40f54b3da4784ccd871ecf2137de63f51ada8b3fa57ed"},
    {"data_batch_3.bin", 30'730'000,
     "bbe8596564c0f86427f876058170b84dac6670ddf06d79402899d93ceea26f67"},
    {"data_batch_4.bin", 30'730'000,
     "014e562d6e23c72197cc727519169a60359f5eccd8945ad5a09d710285ff4e48"},
    {"data_batch_5.bin", 30'730'000,
     "755304fc0b379caeae8c14f0dac912fbc7d6cd469eb67a1029a08a39453a9add"},
};
inline constexpr DatasetFile cifar_test[] = {
    {"test_batch.bin", 30'730'000,
     "8e2eb146ae340b09e24670f29cabc6326dba54da8789dab6768acf480273f65b"},
};

inline constexpr DatasetFile svhn_train[] = {
    {"train_32x32.mat", 182'040'794,
     "435e94d69a87fde4fd4d7f3dd208dfc32cb6ae8af2240d066de1df7508d083b8",
     "e26dedcc434d2e4c54c9b2d4a06d8373"},
};
inline constexpr DatasetFile svhn_test[] = {
    {"test_32x32.mat", 64'275'384,
     "cdce80dfb2a2c4c6160906d0bd7c68ec5a99d7ca4831afa54f09182025b6a75b",
     "eb5a983be6a315427106f1b164d9cef3"},
};

// Neither size nor sum of these could be had.
inline constexpr DatasetFile cifar_10_2_train[] = {{"cifar102_train.npz", 0, ""}};
inline constexpr DatasetFile cifar_10_2_test[] = {{"cifar102_test.npz", 0, ""}};

}  // namespace qualm::known
