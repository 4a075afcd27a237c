"""Check the size of the script that browsers download: python -m bench.speed.weight"""

import gzip
import sys
from pathlib import Path

SCRIPT = Path("bugbox/table/static/bugbox.js")
BAR = 15  # KB


def main() -> int:
    if not SCRIPT.is_file():
        print(f"{SCRIPT.name} is not there: run make first.")
        return 1
    size = len(gzip.compress(SCRIPT.read_bytes())) / 1000
    print(f"{SCRIPT.name} {size:.1f} KB gzipped (bar {BAR})")
    return int(size > BAR)


if __name__ == "__main__":
    sys.exit(main())
