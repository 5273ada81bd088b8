// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <cmath>

#include "plot/rsvg_convert.h"
#include "qualm/error.h"
#include "qualm/plot.h"

namespace qualm::plot {
namespace {

enum class FileKind { svg, png, pdf };

FileKind kind_of(const std::string& path) {
  std::string ending = path.substr(path.size() - std::min<std::size_t>(path.size(), 4));
  std::transform(ending.begin(), ending.end(), ending.begin(),
                 [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  if (ending == ".svg") return FileKind::svg;
  if (ending == ".png") return FileKind::png;
  if (ending == ".pdf") return FileKind::pdf;
  throw_usage(
      fmt::format("the ending of \"{}\" is not a plot format: end it in .svg, .png or .pdf", path));
}

}  // namespace

void write_png(const Figure& figure, io::Sink& sink, double scale) {
  if (!(scale >= 0.1 && scale <= 20.0)) {
    throw_usage(fmt::format("plot: scale {}: give 0.1 to 20", scale));
  }
  sink.write(run_rsvg_convert({"--unlimited", "--format=png", fmt::format("--zoom={}", scale)},
                              render_svg(figure)));
}

void write_pdf(const Figure& figure, io::Sink& sink) {
  sink.write(run_rsvg_convert({"--unlimited", "--format=pdf"}, render_svg(figure)));
}

void check_plot_path(const std::string& path) {
  if (kind_of(path) != FileKind::svg) {
    static_cast<void>(run_rsvg_convert({"--version"}, ""));
  }
}

void save_figure(const Figure& figure, const std::string& path) {
  const FileKind kind = kind_of(path);
  const auto sink = io::open_atomic_file(path);
  switch (kind) {
    case FileKind::svg:
      sink->write(render_svg(figure));
      break;
    case FileKind::png:
      write_png(figure, *sink);
      break;
    case FileKind::pdf:
      write_pdf(figure, *sink);
      break;
  }
  sink->finish();
}

}  // namespace qualm::plot
