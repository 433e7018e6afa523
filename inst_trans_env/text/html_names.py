"""Names of HTML: elements, which of them stand alone or make blocks, attributes that a reader sees.

Source: the HTML Living Standard, with the obsolete elements that old documents and message catalogues use.
"""

from __future__ import annotations

VOID = frozenset(
    "area base br col embed hr img input link meta param source track wbr frame basefont".split()
)
VOID_BARE = frozenset(("br", "hr", "wbr"))
"""Void elements that make sense without any attribute; the others then are argument names (``<source>``)."""

OPTIONAL_END = frozenset("p li dt dd tr td th thead tbody tfoot rt rp".split())
"""Elements whose end tag may be left out, apart from those whose names are English words."""

BLOCK = frozenset(
    "address article aside blockquote body caption center col colgroup dd details dialog dir div dl "
    "dt fieldset figcaption figure footer form h1 h2 h3 h4 h5 h6 head header hgroup hr html iframe "
    "legend li link main menu meta nav noscript ol optgroup option p pre script section select style "
    "summary table tbody td template textarea tfoot th thead title tr ul video audio canvas frameset "
    "frame base".split()
)

FORMATTING = frozenset(
    "a b i u s q em strong tt sub sup span div h1 h2 h3 h4 h5 h6 ul ol dl nobr big".split()
)
"""Elements that are taken for real even without an end tag."""

HTML = (
    VOID
    | OPTIONAL_END
    | BLOCK
    | FORMATTING
    | frozenset(
        "abbr acronym applet bdi bdo button cite code data datalist del dfn font ins kbd label map mark "
        "marquee meter object output picture progress ruby samp slot small strike svg time var math".split()
    )
)

BOOLEAN_ATTRIBUTES = frozenset(
    "allowfullscreen async autofocus autoplay checked compact controls default defer disabled "
    "formnovalidate hidden inert ismap itemscope loop multiple muted nohref nomodule noshade "
    "novalidate nowrap open playsinline readonly required reversed selected download".split()
)

VISIBLE_ATTRIBUTES = frozenset(
    "alt title placeholder aria-label aria-description aria-placeholder aria-roledescription aria- "
    "valuetext label summary abbr standby".split()
)
"""Attributes that hold text for a reader, whatever the element."""

LANGUAGE_ATTRIBUTES = frozenset(("lang", "xml:lang", "dir"))
"""Attributes that say which language the text is in; a translation may set them to its own."""

CODE = frozenset(("script", "style", "code", "pre"))
"""Elements whose bodies are carried over."""
