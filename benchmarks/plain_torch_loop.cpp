// SPDX-License-Identifier: Apache-2.0
// The paper's CNN trained as LibTorch's tutorial does it, on noise: images per second, to compare
// with. usage: plain_torch_loop THREADS BATCH_SIZE STEPS
#include <torch/torch.h>

#include <chrono>
#include <cstdio>
#include <cstdlib>

int main(int count, char** values) {
  if (count != 4) return 2;
  const int threads = std::atoi(values[1]), batch_size = std::atoi(values[2]);
  const int steps = std::atoi(values[3]);
  torch::set_num_threads(threads);
  torch::manual_seed(0);
  namespace nn = torch::nn;
  nn::Sequential network(nn::Conv2d(1, 32, 5), nn::ReLU(), nn::MaxPool2d(2), nn::Conv2d(32, 64, 5),
                         nn::ReLU(), nn::MaxPool2d(2), nn::Flatten(), nn::Linear(1024, 512),
                         nn::ReLU(), nn::Linear(512, 10));
  torch::optim::Adam optimizer(network->parameters());
  const torch::Tensor pictures = torch::rand({60 * batch_size, 1, 28, 28});
  const torch::Tensor labels = torch::randint(10, {60 * batch_size}, torch::kInt64);
  std::chrono::steady_clock::time_point start;
  for (int step = -3; step < steps; ++step) {
    if (step == 0) start = std::chrono::steady_clock::now();  // the first ones prepare things
    const torch::Tensor rows = torch::randint(60 * batch_size, {batch_size}, torch::kInt64);
    optimizer.zero_grad();
    const torch::Tensor outputs = network->forward(pictures.index_select(0, rows));
    torch::nn::functional::cross_entropy(outputs, labels.index_select(0, rows)).backward();
    optimizer.step();
  }
  const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - start;
  std::printf("%.1f\n", batch_size * steps / seconds.count());
  return 0;
}
