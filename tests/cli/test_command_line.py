# SPDX-License-Identifier: Apache-2.0
"""Help, versions and wrong command lines."""
import os
import pathlib

import pytest
from conftest import run_qualm


def assert_usage_error(result, message):
    assert result.code == 2
    assert result.out == b""
    assert result.err == message + "\n"


def test_version_is_one_line():
    result = run_qualm("--version")
    assert (result.code, result.out, result.err) == (0, b"qualm 0.2.0\n", "")


def test_no_command_gives_an_overview_and_fails():
    result = run_qualm()
    assert result.code == 2 and result.out == b""
    for word in ("measure", "demo", "completion", "\n  man ", "qualm help COMMAND"):
        assert word in result.err


@pytest.mark.parametrize("arguments", [["--help"], ["-h"], ["help"]])
def test_help_shows_examples_first_and_exit_codes_last(arguments):
    result = run_qualm(*arguments)
    assert result.code == 0 and result.err == ""
    headings = [line for line in result.out.decode().splitlines() if line and line[0] != " "]
    assert headings[0].startswith("qualm: ")
    assert headings[1:] == ["Examples", "Usage", "Commands", "Options", "Exit codes"]


@pytest.mark.parametrize("arguments", [["measure", "--help"], ["help", "measure"]])
def test_help_of_a_command_groups_its_options(arguments):
    result = run_qualm(*arguments)
    assert result.code == 0 and result.err == ""
    text = result.out.decode()
    headings = [line for line in text.splitlines() if line and line[0] != " "]
    assert headings[0].startswith("qualm measure: ")
    assert headings[-10:] == ["Examples", "Usage", "Arguments", "Input", "Measures", "Output",
                              "Computing", "Shards", "Options", "Exit codes"]
    for option in ("--axes", "--input", "--key", "--measure", "--class-weights", "--log-base",
                   "--member-weights", "--class-names", "--classes", "--renormalize",
                   "--normalized", "--corrected", "--per-class", "--format", "--output", "--top",
                   "--sort-by", "--threads", "--seed", "--quiet", "--color", "--help"):
        assert option in text, option
    for line in text.split("\nUsage\n")[1].splitlines():
        assert len(line) <= 80, line


def test_help_of_no_command_names_the_nearest():
    assert_usage_error(run_qualm("help", "mesure"),
                       "qualm help: unknown command 'mesure': did you mean measure? "
                       "See 'qualm help --help'")


def test_a_wrong_command_names_the_nearest():
    assert_usage_error(run_qualm("mesure", "x.npy", "--axes", "nmk"),
                       "qualm: unknown command 'mesure': did you mean measure? "
                       "See 'qualm --help'")
    assert_usage_error(run_qualm("frobnicate"),
                       "qualm: unknown command 'frobnicate'. See 'qualm --help'")
    assert_usage_error(run_qualm("label", "x.npy"),
                       "qualm: unknown command 'label': use qualm explain FILE --label-next N. See 'qualm --help'")
    pathlib.Path("x.npy").touch()
    assert_usage_error(run_qualm("x.npy"),
                       "qualm: unknown command 'x.npy': use qualm measure x.npy. See 'qualm --help'")


@pytest.mark.parametrize("given", ["--axis", "--axis=nmk"])
def test_a_wrong_option_names_the_nearest(given):
    assert_usage_error(run_qualm("measure", given, "x.npy"),
                       "qualm measure: unknown option --axis: did you mean --axes? "
                       "See 'qualm measure --help'")


def test_a_wrong_option_wins_over_a_missing_argument():
    assert_usage_error(run_qualm("measure", "--quite"),
                       "qualm measure: unknown option --quite: did you mean --quiet? "
                       "See 'qualm measure --help'")


def test_an_option_before_the_command_is_explained():
    assert_usage_error(run_qualm("--axes", "nmk", "measure", "x.npy"),
                       "qualm: unknown option --axes: options go after the command: "
                       "qualm measure --axes. See 'qualm --help'")


def test_missing_predictions_are_asked_for():
    result = run_qualm("measure")
    assert result.code == 2
    assert result.err.startswith("qualm measure: missing PREDICTIONS: .npy, .npz, .safetensors")
    assert result.err.endswith(" See 'qualm measure --help'\n")


@pytest.mark.parametrize("arguments, message", [
    (["--format", "tabel"], "unknown format 'tabel': did you mean table?"),
    (["--format", "xml"], "unknown format 'xml': choose from table, csv, jsonl, json, npz."),
    (["--input", "logit"], "unknown input 'logit': did you mean logits?"),
    (["--measure", "varience"], "unknown measure 'varience': did you mean variance?"),
    (["--measure", "variance,entopy"], "unknown measure 'entopy': did you mean entropy?"),
    (["--sort-by", "variance.epistmic"],
     "unknown score 'variance.epistmic': did you mean variance.epistemic?"),
    (["--color", "alway"], "unknown colour choice 'alway': did you mean always?"),
    (["--threads", "0"], "--threads 0: give a whole number from 1 to 1024."),
    (["--threads", "two"], "--threads two: give a whole number from 1 to 1024."),
    (["--seed", "-1"], "--seed -1: give a whole number from 0 to 18446744073709551615."),
    (["--top", "1.5"], "--top 1.5: give a whole number from 0 to 1000000."),
    (["--quiet=yes"], "--quiet takes no value."),
    (["--class-weights", "1,x,3"],
     "--class-weights 1,x,3: 'x' is not a number; give a list such as 1,1,5 or a file."),
    (["--class-names", "a,,b"], "--class-names a,,b: a name is empty."),
    (["--class-names", "a\tb,c"],
     "--class-names a\\x09b,c: a name is not UTF-8 or has control characters."),
    (["--class-names", "a\u202e,c"],
     "--class-names a\\xe2\\x80\\xae,c: a name is not UTF-8 or has control characters."),
    (["--output", ""], "-o,--output: the value is empty."),
    (["--format"], "--format needs a value."),
])
def test_a_wrong_value_is_one_line(small, arguments, message):
    assert_usage_error(run_qualm("measure", small, *arguments),
                       f"qualm measure: {message} See 'qualm measure --help'")


def test_the_last_of_two_values_counts(small):
    result = run_qualm("measure", small, "--axes", "nmk", "--format", "json", "--format", "csv")
    assert result.code == 0 and result.out.startswith(b"row,")


def test_options_may_stand_before_or_behind_files_and_hold_an_equals_sign(small):
    wanted = run_qualm("measure", small, "--axes", "nmk", "--format", "csv")
    assert wanted.code == 0
    assert run_qualm("measure", "--axes=nmk", "--format=csv", small) == wanted


def test_behind_two_dashes_everything_is_a_file(small):
    os.rename(small, "--odd.npy")
    for files in (["--odd.npy"], ["./--odd.npy", "--odd.npy"]):
        files.insert(-1, "--")
        result = run_qualm("measure", "--axes", "nmk", "--format", "csv", "--quiet", *files)
        assert result.code == 0 and result.err == ""


def test_a_file_may_be_called_like_a_command(small):
    os.rename(small, "measure")
    result = run_qualm("measure", "--axes", "nmk", "measure")
    assert result.code == 0 and result.err == ""


def test_options_without_effect_are_told(small):
    def err(*arguments):
        result = run_qualm("measure", small, "--axes", "nmk", *arguments)
        assert result.code == 0
        return result.err

    assert err("--measure", "entropy", "--class-weights", "1,2") == (
        "qualm: note: --class-weights have no effect: none of the requested measures is "
        "label-wise\n")
    assert err("--measure", "variance", "--log-base", "e") == (
        "qualm: note: --log-base has no effect: none of the requested measures is an entropy\n")
    assert err("--normalized", "--log-base", "e") == (
        "qualm: note: --log-base has no effect: --normalized divides the entropies by their greatest value\n")
    assert err("--format", "csv", "--top", "3") == (
        "qualm: note: --top and --sort-by change only the table, not csv\n")
    assert err("--classes", "2") == "qualm: note: --classes has no effect: it is for votes\n"
    assert err("--measure", "entropy", "--class-weights", "1,2", "--quiet") == ""


def test_control_characters_of_a_name_stay_out_of_messages():
    result = run_qualm("measure", "no\nsuch\x1b[2Jfile.npy")
    assert result.code == 4
    assert result.err.count("\n") == 1 and "\x1b" not in result.err
