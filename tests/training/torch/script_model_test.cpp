// SPDX-License-Identifier: Apache-2.0
// What a TorchScript model can do to files: nothing, unless it is trusted.
#include <fmt/format.h>
#include <gtest/gtest.h>
#include <torch/script.h>

#include <filesystem>
#include <fstream>

#include "support/expect_error.h"
#include "system/sandbox.h"
#include "training/torch/file_operations.h"
#include "training/torch/predictor.h"
#include "training/torch/workers.h"

namespace qualm::training {
namespace {

namespace fs = std::filesystem;

struct ScriptModel : testing::Test {
  fs::path folder = fs::path(testing::TempDir()) / fmt::format("qualm_script_{}", ::getpid());
  std::string model = folder / "model.pt", stolen = folder / "stolen";

  void SetUp() override { fs::create_directories(folder); }
  void TearDown() override { fs::remove_all(folder); }

  void save_model(const std::string& code) const {
    torch::jit::Module module("made");
    module.register_parameter("weights", torch::arange(2000.0F), false);
    module.define(code);
    module.save(model);
  }
  std::string forward_that_saves() const {
    return fmt::format(
        "def forward(self, x):\n  if bool(x.sum() > -1):\n    torch.save(x, \"{}\")\n  return x\n",
        stolen);
  }
  // In a process of its own, as predict does.
  void run_model(bool is_trusted) const {
    Workers workers;
    workers.start(0, [&] {
      script_model(model, is_trusted).open(torch::kCPU)->forward(torch::ones({2, 3}));
      return 0;
    });
    while (workers.n_running() > 0) {
      workers.wait(50, {[](const std::string&) {}, [](std::size_t, int) {}});
    }
  }
};

TEST_F(ScriptModel, an_honest_one_runs) {
  save_model("def forward(self, x):\n  return torch.softmax(x * self.weights[1], 1)\n");
  EXPECT_NO_THROW(run_model(false));
}

TEST_F(ScriptModel, one_that_saves_is_refused_unless_it_is_trusted) {
  save_model(forward_that_saves());
  expect_error(ErrorKind::data, {"model.pt: the model calls aten::save", "trust_model"},
               [&] { run_model(false); });
  EXPECT_FALSE(fs::exists(stolen));
  run_model(true);
  EXPECT_TRUE(fs::exists(stolen));
}

TEST_F(ScriptModel, one_that_maps_a_file_is_refused) {
  std::ofstream(stolen) << std::string(64, 'x');
  save_model(fmt::format("def forward(self, x):\n  return x + torch.from_file(\"{}\", False, 1)\n",
                         stolen));
  expect_error(ErrorKind::data, {"the model calls aten::from_file"}, [&] { run_model(false); });
}

TEST_F(ScriptModel, what_runs_while_it_is_loaded_has_no_rights_either) {
  if (!sys::can_confine_reading()) GTEST_SKIP() << "this kernel has no Landlock";
  save_model(
      fmt::format("def forward(self, x):\n  return x\n"
                  "def __getstate__(self):\n  return self.weights\n"
                  "def __setstate__(self, state: Tensor):\n  torch.save(state, \"{}\")\n"
                  "  self.weights = state\n",
                  stolen));
  EXPECT_THROW(run_model(false), Error);
  EXPECT_FALSE(fs::exists(stolen));
  run_model(true);
  EXPECT_TRUE(fs::exists(stolen));
}

TEST_F(ScriptModel, a_flipped_bit_in_its_weights_is_seen) {
  save_model("def forward(self, x):\n  return x\n");
  std::fstream file(model, std::ios::in | std::ios::out | std::ios::binary);
  std::string bytes(std::istreambuf_iterator<char>(file), {});
  const float weight = 1234;
  const std::size_t place =
      bytes.find(std::string_view(reinterpret_cast<const char*>(&weight), sizeof weight));
  ASSERT_NE(place, std::string::npos);
  file.seekp(static_cast<std::streamoff>(place) + 3);
  file.put(static_cast<char>(bytes[place + 3] ^ 0x20));
  file.close();
  expect_error(ErrorKind::data, {"model.pt: damaged", "copy or export it again"},
               [&] { run_model(false); });
}

// A list by hand grows old: LibTorch says itself what its operations take.
TEST(FileOperations, every_operation_that_takes_the_name_of_a_file_is_known) {
  std::size_t n_found = 0;
  for (const auto& operation : torch::jit::getAllOperators()) {
    for (const c10::Argument& argument : operation->schema().arguments()) {
      const std::string& name = argument.name();
      if (argument.type()->kind() != c10::TypeKind::StringType) continue;
      if (name.find("file") == std::string::npos && name.find("path") == std::string::npos) {
        continue;
      }
      EXPECT_TRUE(opens_files(operation->schema().name())) << operation->schema();
      ++n_found;
    }
  }
  EXPECT_GT(n_found, 1U);
}

}  // namespace
}  // namespace qualm::training
