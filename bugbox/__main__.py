"""`python -m bugbox` is the same as `bugbox`."""

from bugbox.cli import main

if __name__ == "__main__":
    main(prog_name="bugbox")
