"""The engine's small functions are inlined into every game."""

from pathlib import Path

import pytest

import native_build
from bugbox.interpreted import is_compiled
from native_inline import with_inlines
from tests.conftest import ROOT

pytestmark = pytest.mark.once

ENGINE_H = """
struct export_table_bugbox_engine {
    VecI64 *CPyStatic_bits___TABLE;
    int64_t (*CPyDef_bits___lowest)(int64_t cpy_r_bits);
    int64_t (*CPyDef_bits___nth)(int64_t cpy_r_bits, int64_t cpy_r_n);
    int64_t (*CPyDef_bits___named)(int64_t cpy_r_bits);
    int64_t (*CPyDef_bits___long)(int64_t cpy_r_bits);
};
"""

ENGINE_C = """#include "__native_bugbox_engine.h"
int64_t CPyDef_bits___lowest(int64_t cpy_r_bits) {
    return CPyStatic_bits___TABLE.items[cpy_r_bits];
}
int64_t CPyDef_bits___nth(int64_t cpy_r_bits, int64_t cpy_r_n) {
    return CPyDef_bits___lowest(cpy_r_bits) + CPyDef_bits___long(cpy_r_n);
}
int64_t CPyDef_bits___named(int64_t cpy_r_bits) {
    return CPyStatics[3];
}
int64_t CPyDef_bits___hidden(int64_t cpy_r_bits) {
    return 5;
}
"""

GAME_C = """#include "__native_bugbox_engine.h"
#include "__native_bugbox_race.h"
int64_t CPyDef_rules___first(int64_t cpy_r_bits) {
    return exports_bugbox_engine.CPyDef_bits___nth(cpy_r_bits, 1) + exports_bugbox_engine.CPyDef_bits___named(2);
}
"""

SMALL = ("bits___lowest", "bits___count", "position___Position___tell", "position___Position___ask", "rng___Rng___word")
OF_PILES = ("pile___Pile___add", "pile___Pile___draw", "pile___Hand___remove", "pile___Hand___sort_in")


@pytest.fixture
def build(tmp_path: Path) -> Path:
    long = "int64_t CPyDef_bits___long(int64_t cpy_r_bits) {\n" + "    cpy_r_bits++;\n" * 300 + "}\n"
    (tmp_path / "__native_bugbox_engine.h").write_text(ENGINE_H, encoding="utf-8")
    (tmp_path / "__native_bugbox_engine.c").write_text(ENGINE_C + long, encoding="utf-8")
    (tmp_path / "__native_bugbox_race.c").write_text(GAME_C, encoding="utf-8")
    return tmp_path


def test_a_game_gets_copies_of_the_small_functions_it_calls_and_of_what_those_call(build: Path) -> None:
    written = with_inlines(build / "__native_bugbox_race.c", build / "__native_bugbox_engine.c")
    text = written.read_text(encoding="utf-8")
    includes, _, rest = text.partition("static inline ")
    assert includes == GAME_C[: GAME_C.index("int64_t")]
    assert "static inline int64_t inlined_CPyDef_bits___nth(int64_t cpy_r_bits, int64_t cpy_r_n);\n" in text
    assert "return (*exports_bugbox_engine.CPyStatic_bits___TABLE).items[cpy_r_bits];" in rest
    assert "inlined_CPyDef_bits___lowest(cpy_r_bits) + exports_bugbox_engine.CPyDef_bits___long(cpy_r_n)" in rest
    assert "inlined_CPyDef_bits___nth(cpy_r_bits, 1) + exports_bugbox_engine.CPyDef_bits___named(2)" in rest
    assert text.count("static inline") == 4  # two functions, and a prototype for each


def test_what_has_not_changed_is_not_written_again(build: Path) -> None:
    paths = build / "__native_bugbox_race.c", build / "__native_bugbox_engine.c"
    before = with_inlines(*paths).stat().st_mtime_ns
    assert with_inlines(*paths).stat().st_mtime_ns == before


@pytest.mark.skipif(not is_compiled(), reason="nothing is compiled here")
def test_no_game_calls_small_functions_of_the_engine_through_its_table() -> None:
    groups = {native_build.group_of(module) for module in native_build.compiled_modules(ROOT)} - {native_build.ENGINE}
    for group in groups:
        text = (ROOT / f"build/inlined/__native_bugbox_{group}.c").read_text(encoding="utf-8")
        assert "inlined_CPyDef_bugbox___core___position___Position___tell(" in text
        for name in (*SMALL, *OF_PILES):
            assert f"exports_bugbox_engine.CPyDef_bugbox___core___{name}(" not in text
