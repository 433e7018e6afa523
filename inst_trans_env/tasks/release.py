"""What is known of the released data file, to tell whether a local copy is the real one."""

from __future__ import annotations

HUB_ID = "IndexTeam/InstTrans-Bench"
SPLIT = "test"
ROWS = 3000
BYTES = 28_217_329
SHA256 = "fa47b65120a3c00e8c7e66bfdfe0dd75274de8d100dbd1ce0540d754bd5a4b63"


def checksum_warning(rows: int, size: int, sha256: str) -> str | None:
    """Return a warning when a file that has the release's row count is not the released file.

    Args:
        rows: number of tasks in the file.
        size: its length in bytes.
        sha256: hexadecimal digest of its bytes.
    """
    if rows != ROWS or sha256 == SHA256:
        return None
    return (
        f"this file has {ROWS:,} rows like the release of {HUB_ID} but is not it: {size:,} bytes, "
        f"SHA-256 {sha256[:12]}… instead of {BYTES:,} bytes, {SHA256[:12]}…; "
        "scores are not comparable with published ones"
    )
