# SPDX-License-Identifier: Apache-2.0
"""Completions for shells, made from the same definitions as --help."""
import shutil
import subprocess

import pytest
from conftest import run_qualm

OPTIONS = ["--axes", "--measure", "--per-class", "--format", "--output", "--sort-by", "--help"]


def script(shell):
    result = run_qualm("completion", shell)
    assert result.code == 0 and result.err == ""
    with open(f"qualm.{shell}", "wb") as file:
        file.write(result.out)
    return result.out.decode()


def bash_completes(line):
    """What bash offers behind the line; words are split as bash splits them."""
    words = ["qualm", *line]
    code = f"""
      source qualm.bash
      COMP_WORDS=({" ".join("'" + word + "'" for word in words)})
      COMP_CWORD={len(words) - 1}
      _qualm
      printf '%s\\n' "${{COMPREPLY[@]}}"
    """
    done = subprocess.run(["bash", "--norc", "-c", code], capture_output=True, text=True)
    assert done.returncode == 0
    return sorted(done.stdout.split())


@pytest.fixture
def bash():
    script("bash")
    return bash_completes


def test_bash_completes_commands_and_options(bash):
    assert {"demo", "help", "measure", "ood", "reject"} <= set(bash([""]))
    assert bash(["me"]) == ["measure", "merge"]
    assert bash(["--v"]) == ["--version"]
    assert bash(["measure", "--ax"]) == ["--axes"]
    assert set(OPTIONS) <= set(bash(["measure", "--"]))
    assert bash(["help", "de"]) == ["demo"]


def test_bash_completes_values(bash):
    assert bash(["measure", "--format", "j"]) == ["json", "jsonl"]
    assert bash(["measure", "--format", "=", "np"]) == ["npz"]
    assert bash(["measure", "--log-base", ""]) == ["2", "K", "e"]
    assert bash(["measure", "--measure", "s"]) == ["spherical"]
    assert bash(["measure", "--measure", "variance,lab"]) == ["variance,label-entropy"]
    assert bash(["measure", "--sort-by", "zero-one.e"]) == ["zero-one.epistemic"]
    assert bash(["measure", "--axes", ""]) == []


def test_bash_completes_arguments_of_several_kinds(bash):
    assert bash(["data", "ch"]) == ["check"]
    assert bash(["data", "get", "mn"]) == ["mnist"]
    assert bash(["data", "get", "mnist", "--split", "te"]) == ["test"]


def test_bash_completes_files(bash):
    open("preds.npy", "w").close()
    assert bash(["measure", "pre"]) == ["preds.npy"]
    assert bash(["measure", "-o", "pre"]) == ["preds.npy"]
    assert bash(["measure", "preds.npy", "--class-names", "pre"]) == ["preds.npy"]


@pytest.mark.skipif(shutil.which("zsh") is None, reason="no zsh here")
def test_zsh_accepts_its_script():
    text = script("zsh")
    assert text.startswith("#compdef qualm\n")
    for option in OPTIONS:
        assert option in text
    # What _values calls a list must not look like an option.
    assert ":_values -s , measure variance entropy" in text
    done = subprocess.run(["zsh", "-f", "-n", "qualm.zsh"], capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (0, "")
    code = "autoload -Uz compinit; compinit -u -D; source ./qualm.zsh; print $_comps[qualm]"
    done = subprocess.run(["zsh", "-f", "-c", code], capture_output=True, text=True)
    assert (done.stdout, done.stderr) == ("_qualm\n", "")


@pytest.mark.skipif(shutil.which("fish") is None, reason="no fish here")
def test_fish_completes():
    script("fish")

    def completes(line):
        code = f"source qualm.fish; complete -C '{line}'"
        done = subprocess.run(["fish", "--no-config", "-c", code], capture_output=True, text=True)
        assert (done.returncode, done.stderr) == (0, "")
        return sorted(answer.split("\t")[0] for answer in done.stdout.splitlines())

    assert {"demo", "help", "measure", "ood", "reject"} <= set(completes("qualm "))
    assert completes("qualm measure --ax") == ["--axes"]
    assert completes("qualm measure --format js") == ["json", "jsonl"]
    assert completes("qualm measure --format=js") == ["--format=json", "--format=jsonl"]
    assert completes("qualm measure --measure variance,lab") == ["variance,label-entropy"]
    open("preds.npy", "w").close()
    assert completes("qualm measure pre") == ["preds.npy"]
    assert completes("qualm measure -o pre") == ["preds.npy"]


def test_an_unknown_shell_names_the_nearest():
    result = run_qualm("completion", "zhs")
    assert result.code == 2
    assert result.err == ("qualm completion: unknown shell 'zhs': did you mean zsh? "
                          "See 'qualm completion --help'\n")
