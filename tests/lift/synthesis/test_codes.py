from __future__ import annotations

import pytest

from inst_trans_env.errors import UserError
from inst_trans_env.lift.load import CONFIGS
from inst_trans_env.lift.synthesis.codes import Parameters
from inst_trans_env.lift.synthesis.rows import config_name


@pytest.mark.parametrize(("name", "code"), CONFIGS.items())
def test_names_and_codes_are_one(name: str, code: str) -> None:
    assert Parameters.parse(name) == Parameters.parse(code)
    assert Parameters.parse(name).code == code
    assert config_name(Parameters.parse(code)) == name


def test_parts_of_a_code() -> None:
    assert Parameters.parse("l4_d3_sh6_sv2_snv1") == Parameters(4, 3, 6, 2, 1)
    assert Parameters.parse("flat_sv3_snv2") == Parameters(0, 0, 1, 3, 2)
    assert Parameters.parse("l4_d3_sh6_sv2_snv1").run == "l4_d3"
    assert Parameters.parse("flat_sv3_snv2").run == "flat"
    assert config_name(Parameters.parse("flat_sv4_snv2")) == "flat_sv4_snv2"


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("short_doc", "unknown config"),
        ("l3_d2", "unknown config"),
        ("l3_d2_sh3_sv2_snv2 ", "unknown config"),
        ("l0_d2_sh3_sv2_snv2", "unknown config"),
        ("l7_d2_sh3_sv2_snv2", "children must be from 1 to 6"),
        ("l3_d6_sh3_sv2_snv2", "depth must be from 1 to 5"),
        ("l3_d2_sh0_sv2_snv2", "at least one section"),
        ("flat_sv0_snv2", "verifiable must be from 1"),
        ("flat_sv3_snv9", "judged must be from 1 to 8"),
    ],
)
def test_what_cannot_be_made_is_told(name: str, message: str) -> None:
    with pytest.raises(UserError, match=message):
        Parameters.parse(name)


def test_limits_under_which_two_configs_fit() -> None:
    few, many = Parameters.parse("l3_d2_sh3_sv4_snv1"), Parameters.parse("l3_d2_sh7_sv2_snv2")
    assert few.widened(many) == Parameters.parse("l3_d2_sh7_sv4_snv2")
