// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "qualm/io.h"

/// A declarative description of a figure: panels with axes and marks. Four writers turn it into
/// SVG, PNG, PDF or text for a terminal. See docs/plot.md.
namespace qualm::plot {

/// Colour-blind safe colours (Okabe and Ito). `automatic`: by label; a label has the same colour
/// and dash in all panels of a figure.
enum class Color { automatic, blue, vermillion, green, purple, orange, sky, black, grey };
enum class Dash { automatic, solid, dashed, dotted, dash_dot, long_dash };

/// A curve. A point that is not finite (or not positive on a log axis) interrupts it. More than
/// 2000 points are thinned to 2000.
struct Line {
  std::string label{};  ///< for the legend; empty: not in the legend
  std::vector<double> x{};
  std::vector<double> y{};
  std::vector<double> lower{};  ///< with `upper` a band around the line; both empty: none
  std::vector<double> upper{};
  bool step = false;  ///< y[i] holds from x[i] to x[i + 1]
  Color color = Color::automatic;
  Dash dash = Dash::automatic;
};

/// Heights over bins, from zero. Several in one panel are overlaid, half transparent.
struct Histogram {
  std::string label{};
  std::vector<double> edges{};    ///< ascending, one more than heights
  std::vector<double> heights{};  ///< not negative; values that are not finite are left out
  Color color = Color::automatic;
};

/// One value for each category of the panel's x axis.
struct BarSeries {
  std::string label{};
  std::vector<double> values{};
  Color color = Color::automatic;
};
/// Bars side by side, or stacked: the first series at the bottom.
struct Bars {
  std::vector<BarSeries> series{};
  bool stacked = false;
};

struct Points {
  std::string label{};
  std::vector<double> x{};
  std::vector<double> y{};
  Color color = Color::automatic;
};

/// A reference line. It does not extend the axes.
struct Reference {
  enum class Kind { diagonal, horizontal, vertical };  ///< diagonal: y = x
  std::string label{};
  Kind kind = Kind::diagonal;
  double value = 0.0;  ///< where, unless diagonal
  Color color = Color::grey;
  Dash dash = Dash::dashed;
};

/// A short text at a point of the panel, placed inside the panel without overlapping other notes;
/// omitted if there is no space.
struct Note {
  double x = 0.0;
  double y = 0.0;
  std::string text{};
};

/// An image of 8-bit pixels, row-major, not smoothed. Alone, it fills the panel without axes; with
/// other marks, it is left of the axes. At most one per panel.
struct Image {
  std::size_t width = 0;
  std::size_t height = 0;
  std::size_t channels = 1;  ///< 1: grey, 3: RGB
  std::vector<std::uint8_t> pixels{};
};

using Mark = std::variant<Line, Histogram, Bars, Points, Reference, Note, Image>;

enum class AxisScale { linear, log };
enum class TickFormat { number, percent };  ///< percent: 0.85 is written 85%

struct Axis {
  std::string label{};
  AxisScale scale = AxisScale::linear;
  TickFormat format = TickFormat::number;
  std::optional<double> min{};            ///< left out: from the data
  std::optional<double> max{};            ///< left out: from the data
  std::vector<std::string> categories{};  ///< x axis only: names at 0, 1, ... instead of numbers
};

struct Panel {
  std::string title{};
  Axis x{};
  Axis y{};
  std::vector<Mark> marks{};
  std::vector<std::string> notes{};  ///< lines below the panel
};

/// Position of the legend, always outside the axes. `automatic`: right of a single panel, below
/// several; `each_panel`: below each panel, with its own marks only.
enum class LegendPlace { automatic, right, below, each_panel, none };

struct Figure {
  std::string title{};
  std::string description{};  ///< alternative text; empty: made from titles and labels
  std::vector<Panel> panels{};
  std::size_t columns = 1;  ///< panels fill a grid row by row
  LegendPlace legend = LegendPlace::automatic;
  bool shared_axes =
      false;  ///< all panels have the same range; labels only at the outer edge of the grid
  double panel_width = 0.0;   ///< width of the axes in pixels; 0: by the number of columns
  double panel_height = 0.0;  ///< height of the axes; the canvas adds the space that labels need
};

/// Returns an SVG document (root element <svg>, no ids, no style sheet, so it can be embedded in
/// HTML). The same figure gives the same bytes. All text is escaped; control characters are
/// dropped. Throws usage for an inconsistent figure, such as x and y of different length.
[[nodiscard]] std::string render_svg(const Figure& figure);

/// Writes a PNG of render_svg, `scale` times as large, by running rsvg-convert; does not finish()
/// the sink. Throws system if rsvg-convert is not installed or fails, and what render_svg throws.
void write_png(const Figure& figure, io::Sink& sink, double scale = 2.0);

/// Writes a PDF of one page, vectors and text of render_svg; otherwise like write_png.
void write_pdf(const Figure& figure, io::Sink& sink);

/// Writes a .svg, .png or .pdf file atomically. Throws like check_plot_path
/// and write_png, and system if the file cannot be written.
void save_figure(const Figure& figure, const std::string& path);

/// Checks a path before a long computation. Throws usage
/// unless the path ends in .svg, .png or .pdf, system if .png or .pdf needs rsvg-convert and it is
/// missing.
void check_plot_path(const std::string& path);

struct TextOptions {
  std::size_t width = 80;   ///< columns of the terminal; at least 20
  std::size_t height = 16;  ///< rows of the axes of each panel; at least 3
  bool color = false;       ///< ANSI colours; lines also have letters
};

/// Returns the figure in UTF-8 block and braille characters, one panel below another, with lines of
/// at most options.width columns. Throws usage as render_svg does.
[[nodiscard]] std::string render_text(const Figure& figure, const TextOptions& options = {});

}  // namespace qualm::plot
