// SPDX-License-Identifier: Apache-2.0
#include "plot/panel_layout.h"

#include <algorithm>
#include <cmath>

#include "plot/fit_text.h"

namespace qualm::plot {
namespace {

constexpr double gap_to_labels = 6.0;
constexpr double longest_category = 110.0;

std::vector<Tick> make_ticks(const Scale& scale, const Axis& axis, std::size_t max_count) {
  const Range range = scale.range();
  return scale.is_log() ? log_ticks(range.lo, range.hi, max_count, axis.format)
                        : linear_ticks(range.lo, range.hi, max_count, axis.format);
}

enum class Along { x, y };

// The pixels that a label takes in the direction of its axis.
double extent(const Tick& tick, Along along) {
  return along == Along::x ? text_width(tick.label, tick_size) + 8.0 : tick_size + 2.0;
}

bool have_room(const std::vector<Tick>& ticks, const Scale& scale, Along along) {
  for (std::size_t i = 1; i < ticks.size(); ++i) {
    const double distance =
        scale(ticks[i].value).value_or(0.0) - scale(ticks[i - 1].value).value_or(0.0);
    const double needed = (extent(ticks[i - 1], along) + extent(ticks[i], along)) / 2;
    if (std::abs(distance) < needed) return false;
  }
  return true;
}

std::vector<Tick> fitting_ticks(const Scale& scale, const Axis& axis, Along along,
                                double most_count) {
  for (auto count = static_cast<std::size_t>(most_count); count > 1; --count) {
    auto ticks = make_ticks(scale, axis, count);
    if (have_room(ticks, scale, along)) return ticks;
  }
  auto ticks = make_ticks(scale, axis, 1);
  if (ticks.size() > 1) ticks.resize(1);
  return ticks;
}

std::vector<Tick> x_ticks(const Scale& scale, const Axis& axis, double width) {
  return fitting_ticks(scale, axis, Along::x, std::max(2.0, width / 45.0));
}

// Few where they suffice, but a low panel may have them closer.
std::vector<Tick> y_ticks(const Scale& scale, const Axis& axis, double height) {
  return fitting_ticks(scale, axis, Along::y,
                       std::max({2.0, height / 36.0, std::min(6.0, height / 20.0)}));
}

void add_category_labels(PanelLayout& layout, const std::vector<std::string>& names) {
  const double slot = layout.width / static_cast<double>(names.size());
  const double top = layout.height + tick_length + 3.0;
  double widest = 0.0;
  for (const std::string& name : names) widest = std::max(widest, text_width(name, tick_size));
  const bool level = widest <= slot - 6.0;
  const bool slanted = !level && slot >= 1.45 * tick_size;
  const auto every =
      static_cast<std::size_t>(level || slanted ? 1 : std::ceil(1.2 * tick_size / slot));
  for (std::size_t k = 0; k < names.size(); k += every) {
    Text text{.text = shorten(names[k], tick_size, level ? slot : longest_category),
              .x = (static_cast<double>(k) + 0.5) * slot,
              .y = top + ascent * tick_size,
              .anchor = Anchor::middle};
    if (!level) {
      // The end of the word stands under its bar.
      text.anchor = Anchor::end;
      text.angle = slanted ? 45 : 90;
      text.x += slanted ? 0.4 * tick_size : 0.35 * tick_size;
      text.y = top + (slanted ? 0.4 * tick_size : 0.0);
    }
    layout.decoration.add(std::move(text));
  }
}

void add_x_labels(PanelLayout& layout, const Panel& panel) {
  if (!panel.x.categories.empty()) {
    add_category_labels(layout, panel.x.categories);
  } else {
    for (const Tick& tick : layout.x_ticks) {
      layout.decoration.add(Text{.text = tick.label,
                                 .x = layout.x(tick.value).value_or(0.0),
                                 .y = layout.height + tick_length + 3.0 + ascent * tick_size,
                                 .anchor = Anchor::middle});
    }
  }
  layout.decoration.add_lines(wrap(panel.x.label, label_size, layout.width, 3), layout.width / 2,
                              layout.decoration.bounds.bottom + gap_to_labels - 2.0, label_size,
                              Anchor::middle);
}

void add_y_labels(PanelLayout& layout, const Panel& panel) {
  for (const Tick& tick : layout.y_ticks) {
    layout.decoration.add(Text{.text = tick.label,
                               .x = -tick_length - 3.0,
                               .y = layout.y(tick.value).value_or(0.0) + 0.36 * tick_size,
                               .anchor = Anchor::end});
  }
  const auto lines = wrap(panel.y.label, label_size, layout.height, 3);
  double x = layout.decoration.bounds.left - gap_to_labels - descent * label_size -
             line_height * label_size * (static_cast<double>(lines.size()) - 1.0);
  for (const std::string& line : lines) {
    layout.decoration.add(Text{.text = line,
                               .x = x,
                               .y = layout.height / 2,
                               .size = label_size,
                               .anchor = Anchor::middle,
                               .angle = 90});
    x += line_height * label_size;
  }
}

// Above right of its point if that is free and inside, else another corner, else farther off.
void add_note(PanelLayout& layout, const Note& note, std::vector<Box>& taken) {
  const auto x = layout.x(note.x);
  const auto y = layout.y(note.y);
  if (!x || !y) return;
  Text text{.text = shorten(note.text, tick_size, layout.width - 4.0), .halo = true};
  const double width = text_width(text.text, tick_size);
  const double highest = ascent * tick_size + 2.0;
  const double lowest = std::max(highest, layout.height - descent * tick_size - 2.0);
  const double rightmost = std::max(2.0, layout.width - width - 2.0);
  for (double away = 5.0; away < layout.height; away += tick_size) {
    for (const double y_try : {*y - away, *y + away + ascent * tick_size}) {
      for (const double x_try : {*x + 5.0, *x - 5.0 - width}) {
        text.x = std::clamp(x_try, 2.0, rightmost);
        text.y = std::clamp(y_try, highest, lowest);
        const Box box = bounds(text);
        if (std::any_of(taken.begin(), taken.end(),
                        [&box](const Box& other) { return box.overlaps(other); })) {
          continue;
        }
        taken.push_back(box);
        layout.decoration.add(std::move(text));
        return;
      }
    }
  }
}

void add_notes(PanelLayout& layout, const Panel& panel) {
  std::vector<Box> taken;
  for (const Mark& mark : panel.marks) {
    if (const auto* note = std::get_if<Note>(&mark)) add_note(layout, *note, taken);
  }
}

Box fit(const Image& image, double left, double top, double width, double height) {
  const double scale = std::min(width / static_cast<double>(image.width),
                                height / static_cast<double>(image.height));
  const double w = scale * static_cast<double>(image.width);
  const double h = scale * static_cast<double>(image.height);
  const double x = left + (width - w) / 2;
  const double y = top + (height - h) / 2;
  return {x, y, x + w, y + h};
}

void add_picture(PanelLayout& layout, const Image& image) {
  if (!layout.has_axes) {
    layout.picture = fit(image, 0.0, 0.0, layout.width, layout.height);
    return;
  }
  Box box = fit(image, 0.0, 0.0, layout.height, layout.height);
  const double move = layout.decoration.bounds.left - 2 * gap_to_labels - box.right;
  box.left += move;
  box.right += move;
  layout.picture = box;
  layout.decoration.bounds.include(box);
}

void add_title(PanelLayout& layout, const Panel& panel) {
  const double left = layout.picture && layout.has_axes ? layout.picture->left : 0.0;
  const auto lines = wrap(panel.title, title_size, layout.width - left, 3);
  const double height = line_height * title_size * static_cast<double>(lines.size());
  // Room for a tick's label at the axis' end, whether one is there or not: titles of a row align.
  const double above = std::min(layout.decoration.bounds.top, -tick_size);
  layout.decoration.add_lines(lines, left, above - height - 2.0, title_size, Anchor::start);
}

}  // namespace

const Image* find_image(const Panel& panel) {
  for (const Mark& mark : panel.marks) {
    if (const auto* image = std::get_if<Image>(&mark)) return image;
  }
  return nullptr;
}

PanelLayout lay_out(const Panel& panel, const PanelFrame& frame) {
  const Image* image = find_image(panel);
  PanelLayout layout{.width = frame.width,
                     .height = frame.height,
                     .has_axes = image == nullptr || panel.marks.size() > 1,
                     .x = Scale(frame.ranges.x, panel.x.scale, 0.0, frame.width),
                     .y = Scale(frame.ranges.y, panel.y.scale, frame.height, 0.0)};
  layout.decoration.bounds = {0.0, 0.0, frame.width, frame.height};
  if (layout.has_axes) {
    if (panel.x.categories.empty()) layout.x_ticks = x_ticks(layout.x, panel.x, frame.width);
    layout.y_ticks = y_ticks(layout.y, panel.y, frame.height);
    if (frame.labels_y) add_y_labels(layout, panel);
    if (frame.labels_x) add_x_labels(layout, panel);
    add_notes(layout, panel);
    if (!frame.ranges.has_data) {
      layout.decoration.add(Text{.text = "no data",
                                 .x = frame.width / 2,
                                 .y = frame.height / 2,
                                 .anchor = Anchor::middle,
                                 .halo = true});
    }
  }
  if (image != nullptr) add_picture(layout, *image);
  for (const std::string& note : panel.notes) {
    layout.decoration.add_lines(wrap(note, tick_size, frame.width, 3), frame.width / 2,
                                layout.decoration.bounds.bottom + 4.0, tick_size, Anchor::middle);
  }
  if (!frame.legend.empty()) {
    layout.decoration.add(legend_rows(frame.legend, frame.width), 0.0,
                          layout.decoration.bounds.bottom + 8.0);
  }
  add_title(layout, panel);
  return layout;
}

}  // namespace qualm::plot
