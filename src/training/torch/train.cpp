// SPDX-License-Identifier: Apache-2.0
#include "training/torch/train.h"

#include <fmt/format.h>
#include <torch/version.h>

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <map>
#include <thread>

#include "datasets/digest.h"
#include "qualm/error.h"
#include "qualm/training/registry.h"
#include "training/ensemble_folder.h"
#include "training/json.h"
#include "training/load_examples.h"
#include "training/sealed_archive.h"
#include "training/torch/device.h"
#include "training/torch/member_trainer.h"
#include "training/torch/training_state.h"
#include "training/torch/workers.h"

namespace qualm::training {
namespace {

namespace fs = std::filesystem;

/// One training: a member, or with snapshots all members of a run.
struct Trainee {
  std::size_t run = 0, member = 0;
  CheckpointPlace place;
  bool finished = false, diverged = false;
};

class EnsembleTrainer {
 public:
  EnsembleTrainer(const TrainJob& job, const TrainEvents& events)
      : job_(job), events_(events), folder_(job.out) {
    if (!shares_members()) lock_ = folder_.lock();
    std::vector<std::string> notes;
    train_ =
        load_examples({job.dataset, job.data_dir, job.labels, "train", job.limit, job.rows}, notes);
    for (const std::string& note : notes) tell_once(note);
    plan_ = make_plan(job, train_);
    plan_.device = resolve_device(job.resources.device);
    if (!job.start_from.empty()) plan_.start_sha256 = check_start();
    const EnsembleRecord record{plan_,
                                job.members,
                                job.runs,
                                {{"qualm", QUALM_VERSION}, {"libtorch", TORCH_VERSION}},
                                train_.feature_names};
    if (prepares()) {
      folder_.adopt(record);
    } else {
      folder_.check(record);
    }
    if (!job.resources.only_prepare) load_test();
    find_trainees();
  }

  TrainResult train() {
    if (job_.resources.only_prepare) return {};
    start_ = std::chrono::steady_clock::now();
    std::size_t next = 0;
    while (workers_.n_running() > 0 || next < trainees_.size()) {
      if (events_.cancelled()) workers_.stop();
      const bool may_start = !workers_.is_stopped() && next < trainees_.size();
      if (may_start && workers_.n_running() < n_jobs()) {
        const Trainee& trainee = trainees_[next];
        if (!trainee.finished && !trainee.diverged) start(next);
        ++next;
        continue;
      }
      if (workers_.n_running() == 0) break;
      workers_.wait(100, {[&](const std::string& line) { take_report(line); },
                          [&](std::size_t id, int result) { take_result(id, result); }});
      events_.progress(progress());
    }
    if (workers_.is_stopped()) {
      throw Error(
          ErrorKind::interrupted,
          fmt::format("interrupted: checkpoints are in {}; run the same command again to resume",
                      folder_.path()));
    }
    return result();
  }

 private:
  // Members that another process trains; it was started by the same command.
  [[nodiscard]] bool shares_members() const { return job_.resources.parts > 1; }
  [[nodiscard]] bool prepares() const { return !shares_members() || job_.resources.only_prepare; }
  [[nodiscard]] bool is_ours(std::size_t index) const {
    return job_.resources.only_prepare || index % job_.resources.parts == job_.resources.part;
  }

  // What every process would say.
  void tell_once(const std::string& note) const {
    if (job_.resources.part == 0 && !job_.resources.only_prepare) events_.note(note);
  }

  /// That there is a member to start from for each of ours; the sum of the plan that made them.
  [[nodiscard]] std::string check_start() const {
    const EnsembleFolder start(job_.start_from);
    const EnsembleRecord record = start.read_record();
    for (std::size_t run = 0; run < job_.runs; ++run) {
      for (std::size_t member = 0; member < job_.members; ++member) {
        if (fs::exists(start.member_path(run, member))) continue;
        throw_usage(fmt::format("{}: there is no {} to start from",
                                argument("start_from", job_.start_from),
                                start.member_path(run, member)));
      }
    }
    const std::string text = nlohmann::json(record.plan).dump();
    Digest digest(DigestKind::sha256);
    digest.update(text);
    return digest.finish();
  }

  void load_test() {
    try {
      std::vector<std::string> notes;
      test_ = load_examples({job_.dataset, job_.data_dir, {}, "test", 0, {}, false}, notes);
      align_features(test_, train_.feature_names);
      static_cast<void>(align_labels(test_, train_.class_names));
      // Most files of somebody's own have no other split: we would see what was learnt again.
      has_test_ = test_.split == "test" && test_.shape == train_.shape && test_.has_labels &&
                  test_.class_names == train_.class_names;
    } catch (const Error& error) {
      tell_once(fmt::format("no accuracy on the test split: {}", error.message()));
    }
  }

  void find_trainees() {
    const bool snapshots = find_method(plan_.method).snapshots;
    std::size_t index = 0;
    for (std::size_t run = 0; run < job_.runs; ++run) {
      for (std::size_t member = 0; member < (snapshots ? 1 : job_.members); ++member) {
        if (!is_ours(index++)) continue;
        Trainee trainee{run, member, {}, false, false};
        const std::size_t last = snapshots ? job_.members - 1 : member;
        const std::string checkpoint = folder_.checkpoint_path(run, member);
        trainee.diverged = fs::exists(folder_.diverged_path(run, member));
        trainee.finished = !trainee.diverged && fs::exists(folder_.member_path(run, last));
        if (trainee.finished) {
          trainee.place.epoch = plan_.epochs;
        } else if (fs::exists(checkpoint)) {
          trainee.place = read_checkpoint_place(checkpoint);
          if (lacks_seal(checkpoint)) {
            events_.note(
                fmt::format("{} carries no checksum, because an older version wrote it: damage "
                            "may go unnoticed",
                            checkpoint));
          }
        }
        done_before_ += done_in(trainee);
        trainees_.push_back(trainee);
      }
    }
    if (prepares()) prune();
    for (const Trainee& trainee : trainees_) {
      if (trainee.diverged && !job_.resources.only_prepare) tell_diverged(trainee);
    }
    if (done_before_ > 0 && prepares()) {
      events_.note(fmt::format("resuming from {}: {} of {} images are done", folder_.path(),
                               done_before_, total()));
    }
  }

  // Leaves out of the log what is to be trained again.
  void prune() const {
    prune_log(folder_.log_path(), [&](const EpochLine& line) {
      if (line.run >= job_.runs) return true;  // fewer runs than there are were asked for
      return std::any_of(trainees_.begin(), trainees_.end(), [&](const Trainee& trainee) {
        return trainee.run == line.run && trainee.member == line.member &&
               (trainee.diverged || line.epoch < trainee.place.epoch);
      });
    });
  }

  [[nodiscard]] std::uint64_t done_in(const Trainee& trainee) const {
    if (trainee.diverged) return std::uint64_t{plan_.epochs} * plan_.n_rows;
    return std::uint64_t{trainee.place.epoch} * plan_.n_rows +
           std::uint64_t{trainee.place.step} * plan_.batch_size;
  }

  [[nodiscard]] std::uint64_t total() const {
    return std::uint64_t{trainees_.size()} * plan_.epochs * plan_.n_rows;
  }

  [[nodiscard]] std::size_t n_jobs() const {
    if (job_.resources.jobs > 0) return job_.resources.jobs;
    if (plan_.device != "cpu") return 1;  // one device, and a member fills it
    const std::size_t cores = std::max(1U, std::thread::hardware_concurrency());
    return std::max<std::size_t>(1, cores / plan_.threads);
  }

  void start(std::size_t id) {
    workers_.start(id, [this, id] {
      torch::set_num_threads(static_cast<int>(plan_.threads));
      torch::set_num_interop_threads(1);
      const TrainingContext context{plan_,
                                    job_.members,
                                    train_,
                                    has_test_ ? &test_ : nullptr,
                                    folder_,
                                    job_.start_from,
                                    job_.evaluate_every,
                                    [this] { return workers_.is_stopped(); },
                                    [this](std::size_t rows) { workers_.count(rows); },
                                    [this](const std::string& line) { workers_.report(line); }};
      return static_cast<int>(train_member(context, trainees_[id].run, trainees_[id].member));
    });
  }

  void take_report(const std::string& line) {
    if (const auto parsed = epoch_line_from_json(line)) {
      events_.epoch(*parsed, plan_.epochs, progress());
    }
  }

  void take_result(std::size_t id, int result) {
    Trainee& trainee = trainees_[id];
    const auto outcome = static_cast<Outcome>(result);
    trainee.finished = outcome == Outcome::finished;
    trainee.diverged = outcome == Outcome::diverged;
    if (trainee.diverged) tell_diverged(trainee);
  }

  void tell_diverged(const Trainee& trainee) const {
    events_.note(
        fmt::format("run {} member {} diverged: its loss is not finite; the others are "
                    "kept (a lower {} may help)",
                    trainee.run, trainee.member, argument("rate")));
  }

  [[nodiscard]] TrainProgress progress() const {
    const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - start_;
    const auto counted = static_cast<double>(workers_.counted());
    return {done_before_ + workers_.counted(), total(),
            seconds.count() > 0 ? counted / seconds.count() : 0};
  }

  [[nodiscard]] TrainResult result() const {
    const std::size_t members_each = find_method(plan_.method).snapshots ? job_.members : 1;
    TrainResult result;
    for (const Trainee& trainee : trainees_) {
      (trainee.diverged ? result.n_diverged : result.n_trained) += members_each;
    }
    return result;
  }

  const TrainJob& job_;
  const TrainEvents& events_;
  EnsembleFolder folder_;
  io::FileDescriptor lock_;
  Examples train_, test_;
  bool has_test_ = false;
  TrainingPlan plan_;
  std::vector<Trainee> trainees_;
  std::uint64_t done_before_ = 0;
  Workers workers_;
  std::chrono::steady_clock::time_point start_;
};

}  // namespace

TrainResult train_ensemble(const TrainJob& job, const TrainEvents& events) {
  return EnsembleTrainer(job, events).train();
}

}  // namespace qualm::training
