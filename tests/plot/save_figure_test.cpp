// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>

#include "plot/support/example_figures.h"
#include "plot/support/svg_reader.h"
#include "qualm/error.h"
#include "qualm/plot.h"

namespace qualm::plot {
namespace {

namespace fs = std::filesystem;
using ::testing::HasSubstr;

bool can_make_png() {
  return std::system("rsvg-convert --version >/dev/null 2>&1") == 0;
}

class save : public ::testing::Test {
 protected:
  save() { fs::create_directories(folder_); }
  ~save() override { fs::remove_all(folder_); }

  [[nodiscard]] std::string path(const std::string& name) const { return folder_ / name; }
  [[nodiscard]] static std::string bytes_of(const std::string& file) {
    std::ifstream in(file, std::ios::binary);
    return {std::istreambuf_iterator<char>(in), {}};
  }
  [[nodiscard]] bool folder_is_empty() const { return fs::is_empty(folder_); }

 private:
  fs::path folder_ =
      fs::path(::testing::TempDir()) / ("qualm_save_figure_" + std::to_string(::getpid()));
};

class StringSink final : public io::Sink {
 public:
  void write(std::string_view piece) override { bytes.append(piece); }
  void finish() override { finished = true; }
  std::string bytes;
  bool finished = false;
};

std::size_t big_endian(const std::string& bytes, std::size_t at) {
  std::size_t value = 0;
  for (std::size_t i = 0; i < 4; ++i)
    value = value * 256 + static_cast<unsigned char>(bytes[at + i]);
  return value;
}

Error error_of(const std::function<void()>& call) {
  try {
    call();
  } catch (const Error& error) {
    return error;
  }
  return {ErrorKind::internal, "nothing was thrown"};
}

TEST_F(save, writes_svg_by_its_ending) {
  save_figure(examples::roc_curves(), path("roc.svg"));
  EXPECT_EQ(bytes_of(path("roc.svg")), render_svg(examples::roc_curves()));
  save_figure(examples::roc_curves(), path("ROC.SVG"));
  EXPECT_EQ(bytes_of(path("ROC.SVG")), bytes_of(path("roc.svg")));
}

TEST_F(save, writes_png_twice_as_large_by_its_ending) {
  if (!can_make_png()) GTEST_SKIP() << "rsvg-convert is not installed";
  for (const auto& [name, figure] : examples::all()) {
    save_figure(figure, path("figure.png"));
    const std::string png = bytes_of(path("figure.png"));
    ASSERT_EQ(png.substr(0, 8), "\x89PNG\r\n\x1a\n") << name;
    const auto root = testing::read_svg(render_svg(figure)).front();
    EXPECT_EQ(big_endian(png, 16), static_cast<std::size_t>(2 * root.number("width"))) << name;
    EXPECT_EQ(big_endian(png, 20), static_cast<std::size_t>(2 * root.number("height"))) << name;
  }
}

TEST_F(save, writes_pdf_with_text_and_the_size_of_the_svg) {
  if (!can_make_png()) GTEST_SKIP() << "rsvg-convert is not installed";
  const Figure figure = examples::roc_curves();
  save_figure(figure, path("roc.pdf"));
  const std::string pdf = bytes_of(path("roc.pdf"));
  EXPECT_EQ(pdf.substr(0, 5), "%PDF-");
  EXPECT_THAT(pdf, HasSubstr("/Font"));  // letters stay letters: they can be searched
  const auto root = testing::read_svg(render_svg(figure)).front();
  const std::size_t box = pdf.find("/MediaBox [ 0 0 ");
  ASSERT_NE(box, std::string::npos);
  double width = 0, height = 0;
  ASSERT_EQ(std::sscanf(pdf.c_str() + box, "/MediaBox [ 0 0 %lf %lf", &width, &height), 2);
  EXPECT_NEAR(width, .75 * root.number("width"), .01);  // 96 pixels are 72 points
  EXPECT_NEAR(height, .75 * root.number("height"), .01);
}

TEST_F(save, refuses_other_endings) {
  for (const std::string name : {"plot.eps", "plot", "svg", ".sv", "-", ""}) {
    const Error error = error_of([&] { save_figure(examples::roc_curves(), name); });
    EXPECT_EQ(error.kind(), ErrorKind::usage) << name;
    EXPECT_THAT(error.what(), HasSubstr(".svg, .png or .pdf"));
    EXPECT_EQ(error_of([&] { check_plot_path(name); }).kind(), ErrorKind::usage);
  }
}

TEST_F(save, says_how_to_get_the_renderer_and_leaves_nothing_behind) {
  const std::string before = std::getenv("PATH");
  setenv("PATH", "/nonexistent", 1);
  const Error error = error_of([&] { save_figure(examples::roc_curves(), path("roc.png")); });
  const Error early = error_of([&] { check_plot_path("roc.png"); });
  const Error of_pdf = error_of([&] { check_plot_path("roc.pdf"); });
  setenv("PATH", before.c_str(), 1);
  EXPECT_EQ(error.kind(), ErrorKind::system);
  EXPECT_THAT(error.what(), HasSubstr("apt install librsvg2-bin"));
  EXPECT_THAT(error.what(), HasSubstr(".svg"));
  EXPECT_STREQ(early.what(), error.what());
  EXPECT_STREQ(of_pdf.what(), error.what());
  EXPECT_TRUE(folder_is_empty());
}

TEST_F(save, says_why_the_renderer_failed) {
  std::ofstream(path("rsvg-convert")) << "#!/bin/sh\necho broken inside >&2\nexit 3\n";
  fs::permissions(path("rsvg-convert"), fs::perms::owner_all);
  const std::string before = std::getenv("PATH");
  setenv("PATH", fs::path(path("x")).parent_path().c_str(), 1);
  StringSink sink;
  const Error error = error_of([&] { write_png(examples::roc_curves(), sink); });
  setenv("PATH", before.c_str(), 1);
  EXPECT_EQ(error.kind(), ErrorKind::system);
  EXPECT_THAT(error.what(), HasSubstr("broken inside"));
  EXPECT_EQ(sink.bytes, "");
}

TEST_F(save, an_unwritable_place_is_a_system_error) {
  const Error error =
      error_of([&] { save_figure(examples::roc_curves(), path("no/such/folder/roc.svg")); });
  EXPECT_EQ(error.kind(), ErrorKind::system);
}

TEST(write_png, scales_and_leaves_finishing_to_the_caller) {
  if (!can_make_png()) GTEST_SKIP() << "rsvg-convert is not installed";
  const Figure figure = examples::reliability_diagram();
  StringSink sink;
  write_png(figure, sink, 0.5);
  const auto root = testing::read_svg(render_svg(figure)).front();
  EXPECT_NEAR(static_cast<double>(big_endian(sink.bytes, 16)), root.number("width") / 2, 1.0);
  EXPECT_FALSE(sink.finished);
  for (const double scale : {0.0, -1.0, 1e9, std::nan("")}) {
    EXPECT_EQ(error_of([&] { write_png(figure, sink, scale); }).kind(), ErrorKind::usage);
  }
}

TEST(check_plot_path, knows_what_can_be_written) {
  EXPECT_NO_THROW(check_plot_path("a.svg"));
  if (can_make_png()) {
    EXPECT_NO_THROW(check_plot_path("a.PNG"));
  }
}

}  // namespace
}  // namespace qualm::plot
