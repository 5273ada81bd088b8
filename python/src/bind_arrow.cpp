// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>
#include <pybind11/numpy.h>
#include <pybind11/stl.h>

#include <algorithm>
#include <array>

#include "arrow.h"
#include "bind.h"

namespace qualm::python {

namespace py = pybind11;

namespace {

template <class Struct>
Released<Struct> take_capsule(const py::handle& capsule, const char* kind) {
  void* const held = PyCapsule_GetPointer(capsule.ptr(), kind);
  if (held == nullptr) throw py::error_already_set();
  return Released<Struct>::taken_from(*static_cast<Struct*>(held));
}

/// All of an object that has the Arrow C data interface, held until this goes.
class ArrowTable {
 public:
  ArrowTable(const py::object& object, std::string name) : name_(std::move(name)) {
    if (py::hasattr(object, "__arrow_c_stream__")) {
      take_stream(object.attr("__arrow_c_stream__")());
    } else {
      const py::tuple both = object.attr("__arrow_c_array__")();
      schema_ = take_capsule<ArrowSchema>(both[0], "arrow_schema");
      chunks_.push_back(take_capsule<ArrowArray>(both[1], "arrow_array"));
    }
    for (const auto& chunk : chunks_) n_rows_ += chunk->length;
    is_table_ = std::string_view(schema_->format) == "+s";
    for (std::size_t i = 0; i < n_columns(); ++i) check_chunks(i);
  }

  [[nodiscard]] std::vector<std::string> names() const {
    std::vector<std::string> out;
    for (std::size_t i = 0; i < n_columns(); ++i) {
      out.emplace_back(is_table_ && column(i).name != nullptr ? column(i).name : "");
    }
    return out;
  }

  [[nodiscard]] std::vector<std::string> kinds() const {
    constexpr std::array names = {"number", "text", "list", "other"};
    std::vector<std::string> out;
    for (std::size_t i = 0; i < n_columns(); ++i) {
      out.emplace_back(names[static_cast<std::size_t>(arrow_kind(column(i)))]);
    }
    return out;
  }

  /// Columns of numbers side by side, or one column of lists: with an axis per level of lists.
  [[nodiscard]] py::array numbers(const std::vector<std::size_t>& chosen) const {
    std::vector<std::int64_t> lengths;  // of the lists; -1: not known
    const ArrowSchema* leaf = &column(chosen.at(0));
    for (; arrow_kind(*leaf) == ArrowKind::list; leaf = leaf->children[0]) lengths.push_back(-1);
    const DType dtype = common_type(chosen, *leaf);
    const bool is_plain = lengths.empty();
    std::size_t per_row = chosen.size();
    std::optional<py::array> out;
    std::size_t row = 0;
    std::vector<std::uint8_t> unpacked;
    for (const auto& chunk : chunks_) {
      if (chunk->length == 0) continue;
      for (std::size_t j = 0; j < chosen.size(); ++j) {
        ArrowRun run = checked_run(*chunk, chosen[j], row);
        for (std::int64_t& length : lengths) {
          run = elements_of(run, length, place(chosen[j]));
          check_no_null(run, chosen[j], row, static_cast<std::size_t>(chunk->length));
        }
        if (!is_plain) {
          per_row = static_cast<std::size_t>(run.count / chunk->length);
        }
        if (!out) out = make(dtype, is_plain ? chosen.size() : 0, lengths);
        copy(numbers_in(run, unpacked), dtype, *out, row * per_row + (is_plain ? j : 0),
             is_plain ? chosen.size() : 1);
      }
      row += static_cast<std::size_t>(chunk->length);
    }
    if (!out) {
      throw py::value_error(name_ + ": has no rows: give at least one");
    }
    return *out;
  }

  /// One entry per row of a column: an array of numbers, or a list of texts.
  [[nodiscard]] py::object entries(std::size_t i) const {
    if (arrow_number(column(i))) return numbers({i}).reshape({n_rows_});
    const ArrowKind kind = arrow_kind(column(i));
    if (kind != ArrowKind::text && kind != ArrowKind::number) {
      throw py::type_error(place(i) + ": holds neither numbers nor texts: give one entry per row");
    }
    py::list out;
    std::size_t row = 0;
    for (const auto& chunk : chunks_) {
      const ArrowRun run = checked_run(*chunk, i, row);
      for (std::int64_t k = 0; k < run.count; ++k) out.append(text_at(run, k, i));
      row += static_cast<std::size_t>(chunk->length);
    }
    return out;
  }

 private:
  void take_stream(const py::object& capsule) {
    Released<ArrowStream> stream = take_capsule<ArrowStream>(capsule, "arrow_array_stream");
    const auto check = [&](int error) {
      if (error == 0) return;
      const char* const why = stream->get_last_error(&*stream);
      throw py::value_error(fmt::format("{}: its Arrow stream failed: {}", name_,
                                        why == nullptr ? "no reason given" : why));
    };
    check(stream->get_schema(&*stream, &*schema_));
    for (;;) {
      Released<ArrowArray> chunk;
      check(stream->get_next(&*stream, &*chunk));
      if (chunk->release == nullptr) return;
      chunks_.push_back(std::move(chunk));
    }
  }

  [[nodiscard]] std::size_t n_columns() const {
    return is_table_ ? static_cast<std::size_t>(schema_->n_children) : 1;
  }
  [[nodiscard]] const ArrowSchema& column(std::size_t i) const {
    return is_table_ ? *schema_->children[i] : *schema_;
  }
  [[nodiscard]] std::string place(std::size_t i) const {
    return is_table_ ? fmt::format("{}: column '{}'", name_, names()[i]) : name_;
  }

  void check_chunks(std::size_t i) const {
    for (const auto& chunk : chunks_) {
      const bool fits = !is_table_ || (chunk->n_children == schema_->n_children &&
                                       chunk->children[i]->length >= chunk->offset + chunk->length);
      if (!fits || chunk->length < 0 || chunk->offset < 0) throw_misfit();
    }
  }
  [[noreturn]] void throw_misfit() const {
    throw py::value_error(name_ +
                          ": its Arrow arrays do not fit their schema: this is a bug of the "
                          "library that exported them");
  }

  void check_no_null(const ArrowRun& run, std::size_t i, std::size_t row, std::size_t n) const {
    const auto missing = first_null(run);
    if (!missing) return;
    const auto per_row = static_cast<std::size_t>(run.count) / n;
    throw py::value_error(fmt::format("{}: row {}{} is missing (null): fill it or drop the row",
                                      name_, row + static_cast<std::size_t>(*missing) / per_row,
                                      is_table_ ? fmt::format(", column '{}'", names()[i]) : ""));
  }

  /// The rows of one column in one chunk, none of them missing.
  [[nodiscard]] ArrowRun checked_run(const ArrowArray& chunk, std::size_t i,
                                     std::size_t row) const {
    ArrowRun run{&*schema_, &chunk, chunk.offset, chunk.length};
    const auto n = static_cast<std::size_t>(chunk.length);
    check_no_null(run, i, row, n);
    if (!is_table_) return run;
    const ArrowArray& child = *chunk.children[i];
    run = {&column(i), &child, child.offset + chunk.offset, chunk.length};
    check_no_null(run, i, row, n);
    return run;
  }

  // Single or half precision if all columns have it: how far rows may be from one goes by that.
  [[nodiscard]] DType common_type(const std::vector<std::size_t>& chosen,
                                  const ArrowSchema& leaf) const {
    DType common = number_type(leaf, chosen[0]);
    for (std::size_t j = 1; j < chosen.size(); ++j) {
      if (number_type(column(chosen[j]), chosen[j]) != common) common = DType::f64;
    }
    return is_floating(common) ? common : DType::f64;
  }

  [[nodiscard]] DType number_type(const ArrowSchema& schema, std::size_t i) const {
    if (const auto type = arrow_number(schema)) return *type;
    if (schema.dictionary != nullptr) {
      throw py::type_error(place(i) +
                           ": is dictionary-encoded: decode it, such as by pyarrow's "
                           "dictionary_decode()");
    }
    if (arrow_kind(schema) == ArrowKind::text) {
      throw py::type_error(place(i) + ": holds texts, not numbers: leave it out of columns");
    }
    throw py::type_error(
        fmt::format("{}: has the Arrow format '{}', which is not read: cast it to float64",
                    place(i), schema.format));
  }

  [[nodiscard]] py::array make(DType dtype, std::size_t n_columns,
                               const std::vector<std::int64_t>& lengths) const {
    std::vector<py::ssize_t> shape{static_cast<py::ssize_t>(n_rows_)};
    if (n_columns > 0) shape.push_back(static_cast<py::ssize_t>(n_columns));
    shape.insert(shape.end(), lengths.begin(), lengths.end());
    return py::array(py::dtype(std::string(qualm::name(dtype))), shape);
  }

  // To every `step`-th element from `first` on.
  static void copy(const ArrayView& from, DType dtype, py::array& to, std::size_t first,
                   std::size_t step) {
    const auto put = [&]<class T>(T* out) {
      for (std::size_t i = 0; i < from.shape[0]; ++i) {
        if (from.dtype == dtype) {
          out[first + i * step] = reinterpret_cast<const T*>(from.data)[i];
        } else {
          out[first + i * step] = static_cast<T>(from.at(std::array{i}));
        }
      }
    };
    if (dtype == DType::f16) return put(static_cast<std::uint16_t*>(to.mutable_data()));
    if (dtype == DType::f32) return put(static_cast<float*>(to.mutable_data()));
    put(static_cast<double*>(to.mutable_data()));
  }

  [[nodiscard]] py::object text_at(const ArrowRun& run, std::int64_t k, std::size_t i) const {
    if (run.schema->dictionary == nullptr) return py::str(std::string(text_in(run, k)));
    ArrowSchema index = *run.schema;
    index.dictionary = nullptr;
    if (!arrow_number(index) || run.array->dictionary == nullptr) throw_misfit();
    std::vector<std::uint8_t> unpacked;
    const ArrowArray& values = *run.array->dictionary;
    const double at =
        numbers_in({&index, run.array, run.first + k, 1}, unpacked).at(std::array{std::size_t{0}});
    ArrowRun one{run.schema->dictionary, &values, values.offset, 1};
    const bool is_there = at >= 0 && at < static_cast<double>(values.length);
    if (is_there) one.first += static_cast<std::int64_t>(at);
    if (!is_there || first_null(one)) {
      throw py::value_error(
          fmt::format("{}: row {} is missing: fill it or drop the row", place(i), k));
    }
    if (arrow_kind(*one.schema) == ArrowKind::text) return py::str(std::string(text_in(one, 0)));
    const double number = numbers_in(one, unpacked).at(std::array{std::size_t{0}});
    return py::str(fmt::format("{}", number));
  }

  std::string name_;
  Released<ArrowSchema> schema_;
  std::vector<Released<ArrowArray>> chunks_;
  std::int64_t n_rows_ = 0;
  bool is_table_ = false;
};

}  // namespace

void bind_arrow(py::module_& module) {
  py::class_<ArrowTable>(module, "ArrowTable")
      .def(py::init<const py::object&, std::string>(), py::arg("table"), py::arg("name"))
      .def_property_readonly("names", &ArrowTable::names)
      .def_property_readonly("kinds", &ArrowTable::kinds)
      .def("numbers", &ArrowTable::numbers, py::arg("columns"))
      .def("entries", &ArrowTable::entries, py::arg("column"));
}

}  // namespace qualm::python
