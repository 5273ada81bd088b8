// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "io/text.h"
#include "qualm/error.h"
#include "report/text_layout.h"
#include "report/top_rows.h"
#include "report/writers.h"

namespace qualm::report {
namespace {

constexpr std::size_t number_width = 9;                         // "epistemic"
constexpr std::size_t legend_width = 23;                        // "# epistemic # aleatoric"
constexpr std::size_t family_width = 2 + 3 * number_width + 2;  // a gap, three numbers, two blanks

Score first_score(const Measure& measure) {
  return {measure, measure.family().parts.front()};
}

/// Which of the families the table is sorted by.
std::size_t sort_family(const MeasureInfo& info, const TableStyle& style) {
  if (!style.sort_by) return 0;
  if (!style.sort_by->extra.empty()) {
    throw_usage(fmt::format("cannot sort by {}: the table has the parts of a measure only",
                            name(*style.sort_by)));
  }
  const std::vector<Measure>& measured = info.options.measures;
  const auto found = std::find(measured.begin(), measured.end(), style.sort_by->measure);
  if (found == measured.end()) {
    throw_usage(fmt::format("cannot sort by {}: add {} to {}", name(*style.sort_by),
                            style.sort_by->measure.name(), argument("measures")));
  }
  return static_cast<std::size_t>(found - measured.begin());
}

class TableWriter final : public MeasureWriter {
 public:
  TableWriter(io::Sink& sink, MeasureInfo info, const TableStyle& style)
      : sink_(sink),
        info_(std::move(info)),
        style_(style),
        sort_by_(style.sort_by.value_or(first_score(info_.options.measures.at(0)))),
        sort_family_(sort_family(info_, style)),
        rows_(sort_family_, sort_by_.part, style.top) {}

  void begin() override {}

  void block(const MeasuredBlock& block) override { rows_.add(block); }

  void end() override {
    rows_.name_rows(
        [this](std::size_t row) {
          return info_.has_ids() ? io::printable(info_.id(row)) : std::to_string(row);
        },
        [this](std::size_t row) {
          return info_.has_labels() ? class_name(info_.label(row)) : std::string();
        });
    rows_.join(*info_.group);
    if (!info_.group->is_first()) return;
    const std::vector<TopRow> rows = rows_.sorted();
    lay_out(rows);
    heading();
    for (const TopRow& row : rows) {
      line(shortened_name(row.name, row_width_), class_name(row.predicted), row.label, row.families,
           Ink::plain);
      for (const TopRow::Class& shown : row.classes) class_line(shown);
    }
    line("mean", "", "", rows_.means(), Ink::bold);
    footer(rows.size());
    sink_.write(text_);
  }

 private:
  // A name from a file must not be able to move the cursor.
  std::string class_name(std::size_t k) const { return io::printable(info_.class_names[k]); }

  void lay_out(const std::vector<TopRow>& rows) {
    constexpr std::size_t longest_id = 24;
    row_width_ = 4;
    if (!info_.has_ids()) {
      row_width_ = std::max(row_width_, std::to_string(rows_.n_seen()).size());
    } else {
      for (const TopRow& row : rows) {
        row_width_ = std::max(row_width_, std::min(display_width(row.name), longest_id));
      }
    }
    std::size_t longest = std::size("predicted") - 1;
    for (const TopRow& row : rows) {
      longest =
          std::max({longest, display_width(class_name(row.predicted)), display_width(row.label)});
      for (const TopRow::Class& shown : row.classes) {
        longest = std::max(longest, display_width(class_name(shown.index)) + 2);
      }
    }
    n_shown_ = info_.options.measures.size();
    name_width_ = std::min<std::size_t>(longest, 32);
    if (style_.width == 0) return;
    // Names give way first, then whole families, from the last one on.
    constexpr std::size_t shortest_name = 9;
    const std::size_t n_names = info_.has_labels() ? 2 : 1;
    const std::size_t fixed = row_width_ + n_names * 2;
    const std::size_t room = style_.width - std::min(style_.width, fixed + n_names * shortest_name);
    n_shown_ = std::clamp<std::size_t>(room / family_width, 1, n_shown_);
    const std::size_t spare = room - std::min(room, n_shown_ * family_width);
    name_width_ = std::min(name_width_, shortest_name + spare / n_names);
    const std::size_t left = spare - n_names * (name_width_ - shortest_name);
    if (left >= 2 + legend_width && sort_by_.measure.family().relation == Relation::additive &&
        sort_family_ < n_shown_) {
      bar_width_ = std::min<std::size_t>(left - 2, 32);
      for (const TopRow& row : rows) {
        const double total = row.families[sort_family_][0];
        if (std::isfinite(total)) bar_full_ = std::max(bar_full_, total);
      }
    }
  }

  void heading() {
    text_ += fmt::format("{}, {}, {}", counted(info_.n_instances, "instance"),
                         info_.n_members == 0 ? "Dirichlet" : counted(info_.n_members, "member"),
                         counted(info_.n_classes, "class", "es"));
    if (info_.n_runs > 1) text_ += fmt::format(", means over {} runs", info_.n_runs);
    std::string titles(row_width_ + names_width(), ' ');
    std::string parts =
        pad_left(info_.has_ids() ? "id" : "row", row_width_) + names("predicted", "label");
    for (std::size_t f = 0; f < n_shown_; ++f) {
      const Measure& shown = info_.options.measures[f];
      const std::string unit = unit_of(shown, info_.options);
      const std::string title =
          unit == shown.name() ? unit : fmt::format("{} [{}]", shown.name(), unit);
      titles += fmt::format("  {:─<{}}", title + " ", family_width - 2);
      parts += ' ';
      for (const Part part : all_parts) parts += ' ' + pad_left(qualm::name(part), number_width);
    }
    if (bar_width_ > 0) {
      parts += fmt::format("  {} epistemic {} aleatoric", inked("█", Ink::blue, style_.color),
                           inked(style_.color ? "█" : "░", Ink::red, style_.color));
    }
    text_ += "\n\n" + inked(titles, Ink::dim, style_.color) + '\n' + parts + '\n';
  }

  std::string numbers(const ThreeParts& parts) const {
    std::string text = " ";
    for (const double value : parts) {
      text += ' ' + pad_left(std::isnan(value) ? "–" : short_number(value), number_width);
    }
    return text;
  }

  std::size_t names_width() const { return (info_.has_labels() ? 2 : 1) * (2 + name_width_); }

  std::string names(const std::string& predicted, const std::string& label) const {
    const auto padded = [this](const std::string& name) {
      return "  " + pad_right(shortened_name(name, name_width_), name_width_);
    };
    return padded(predicted) + (info_.has_labels() ? padded(label) : "");
  }

  void line(const std::string& row, const std::string& predicted, const std::string& label,
            const std::vector<ThreeParts>& values, Ink ink) {
    std::string text = pad_left(row, row_width_) + names(predicted, label);
    for (std::size_t f = 0; f < n_shown_ && f < values.size(); ++f) text += numbers(values[f]);
    text = inked(text, ink, style_.color);
    if (bar_width_ > 0 && !values.empty()) {
      const ThreeParts& parts = values[sort_family_];
      text += "  " + stacked_bar(parts[2], parts[1], bar_full_, bar_width_, style_.color);
      text.erase(text.find_last_not_of(' ') + 1);
    }
    text_ += text + '\n';
  }

  void class_line(const TopRow::Class& shown) {
    std::string text(row_width_ + 4, ' ');
    text += pad_right(shortened_name(class_name(shown.index), name_width_ - 2), names_width() - 4);
    for (std::size_t f = 0; f < n_shown_; ++f) {
      const std::vector<double>& parts = shown.families[f];
      text +=
          parts.empty() ? std::string(family_width, ' ') : numbers({parts[0], parts[1], parts[2]});
    }
    text.erase(text.find_last_not_of(' ') + 1);
    text_ += inked(text, Ink::dim, style_.color) + '\n';
  }

  void footer(std::size_t n_rows) {
    const std::string_view all_rows = style_.in_python ? "to_pandas()" : "--format csv";
    if (n_rows == 0) {
      text_ += fmt::format("\nNo rows are shown; all rows: {}\n", all_rows);
    } else if (n_rows < rows_.n_seen()) {
      text_ += fmt::format("\nThe {} with the highest {}; all rows: {}\n", counted(n_rows, "row"),
                           name(sort_by_), all_rows);
    } else {
      text_ += fmt::format("\nAll rows, sorted by {}\n", name(sort_by_));
    }
    const std::size_t n_families = info_.options.measures.size();
    if (n_shown_ == n_families) return;
    std::vector<std::string_view> left_out;
    for (std::size_t f = n_shown_; f < n_families; ++f) {
      left_out.push_back(info_.options.measures[f].name());
    }
    const std::string what = fmt::format("No space for {}:", fmt::join(left_out, ", "));
    const std::string remedy = fmt::format("widen the terminal or use {}", all_rows);
    const bool fits = what.size() + 1 + remedy.size() <= style_.width;
    text_ += fmt::format("{}{}{}\n", what, fits ? ' ' : '\n', remedy);
  }

  io::Sink& sink_;
  MeasureInfo info_;
  TableStyle style_;
  Score sort_by_;
  std::size_t sort_family_;
  TopRows rows_;
  std::string text_;
  std::size_t row_width_ = 0, name_width_ = 0, n_shown_ = 0, bar_width_ = 0;
  double bar_full_ = 0;
};

}  // namespace

std::unique_ptr<MeasureWriter> make_table_writer(io::Sink& sink, MeasureInfo info,
                                                 const TableStyle& style) {
  return std::make_unique<TableWriter>(sink, std::move(info), style);
}

}  // namespace qualm::report
