"""Debian packages with many translations: messages with placeholders and markup, and translated manuals."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

PACKAGES = (
    # Web applications: HTML and placeholders in messages.
    *("wordpress-l10n", "phpmyadmin", "python3-django"),
    # Desktop applications: GTK, Qt and KDE messages.
    *("gimp-data", "inkscape", "gnome-control-center-data", "nautilus-data", "evolution-common"),
    *("gnucash-common", "kate5-data", "konsole", "okular", "digikam-data", "kdenlive-data", "dolphin"),
    *("plasma-workspace-data", "plasma-desktop-data", "libkf5i18n-data", "krita-l10n", "kmymoney-common"),
    *("audacity-data", "transmission-common", "rhythmbox-data", "totem-common", "epiphany-browser-data"),
    *("gedit-common", "gnome-shell-common", "gnome-software-common", "liferea-data", "darktable"),
    *("vlc-l10n", "pidgin-data", "claws-mail-i18n", "synaptic", "virt-manager", "hugin-data", "scribus"),
    *("libreoffice-l10n-de", "libreoffice-l10n-ru", "libreoffice-l10n-vi", "libreoffice-l10n-th"),
    *("libreoffice-l10n-hi", "libreoffice-l10n-tr", "libreoffice-l10n-zh-cn", "libreoffice-l10n-ko"),
    # Tools and games: printf, usage texts, markup of their own.
    *("git", "weechat-core", "subversion", "aptitude-common", "mc-data", "wesnoth-1.16-data", "freeciv-data"),
    # Manuals: Mallard, DocBook, HTML.
    *("gnome-user-docs", "installation-guide-amd64", "debian-handbook"),
)
_WANTED = (
    "./usr/share/locale/*",
    "./usr/share/doc/*",
    "./usr/share/help/*",
    "./usr/share/*.mo",
    "./usr/lib/*.mo",
)


def fetch(work: Path) -> None:
    """Download the packages into `work` and unpack what holds translations into `work/root`."""
    root = work / "root"
    root.mkdir(parents=True, exist_ok=True)
    for package in PACKAGES:
        if list(work.glob(f"{package}_*.deb")):
            continue
        done = subprocess.run(
            ["apt-get", "download", "-q", package], cwd=work, capture_output=True, text=True, check=False
        )
        if done.returncode:
            print(f"{package}: {done.stderr.strip().splitlines()[-1:]}", file=sys.stderr)
            continue
        for deb in work.glob(f"{package}_*.deb"):
            _unpack(deb, root)


def _unpack(deb: Path, root: Path) -> None:
    """Unpack the translations of a package; patterns that match nothing are no error."""
    with subprocess.Popen(["dpkg-deb", "--fsys-tarfile", deb], stdout=subprocess.PIPE) as stream:
        command = ["tar", "-x", "-C", root, "--wildcards", *_WANTED]
        subprocess.run(command, stdin=stream.stdout, stderr=subprocess.DEVNULL, check=False)
