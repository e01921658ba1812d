"""Sixty texts that a title, a quote or a question may hold, each of which acts somewhere if it is let."""

from __future__ import annotations

RAN = "document.documentElement.dataset.ran=1"
_HTML = (
    f"<script>{RAN}</script>", f"<ScRiPt >{RAN}</sCrIpT>", f"<img src=x onerror={RAN}>",
    f"<svg onload={RAN}>", f"<svg><script>{RAN}</script></svg>", f"<body onload={RAN}>",
    f"<details open ontoggle={RAN}>", f"<input autofocus onfocus={RAN}>", f"<video><source onerror={RAN}>",
    f"<iframe srcdoc='<script>parent.{RAN}</script>'>", f"<iframe src=javascript:parent.{RAN}>",
    f"<object data=javascript:{RAN}>", f"<embed src=javascript:{RAN}>",
    f"<math><mtext><img src=x onerror={RAN}>",
    f"<a href=javascript:{RAN}>x</a>", f"<form action=javascript:{RAN}><button>x</button></form>",
    "<meta http-equiv=refresh content='0;url=http://evil.example/'>", "<base href=http://evil.example/>",
    "<link rel=stylesheet href=http://evil.example/a.css>", "<style>*{display:none}</style>",
)  # fmt: skip
_BREAKOUTS = (
    f'"><script>{RAN}</script>',
    f"'><img src=x onerror={RAN}>", f"</mark></td></table><script>{RAN}</script>",
    f"</title><script>{RAN}</script>", f"</style><script>{RAN}</script>", f"</script><script>{RAN}</script>",
    f"--><script>{RAN}</script><!--", f"]]><script>{RAN}</script>", f"</textarea><script>{RAN}</script>",
    f'" onmouseover={RAN} x="', f"' autofocus onfocus={RAN} '", f"`${{{RAN}}}`", "{{ 7*7 }}",
    "{% include 'style.css' %}", f"&lt;script&gt;{RAN}&lt;/script&gt;",
    f"&#60;script&#62;{RAN}&#60;/script&#62;",
    f"\\x3cscript\\x3e{RAN}", f"＜script＞{RAN}＜/script＞", f"<\u200bscript>{RAN}</script>", "<plaintext>",
)  # fmt: skip
_MARKDOWN = (
    f"[x](javascript:{RAN})", "![x](http://evil.example/x.png)", "<http://evil.example>",
    "[x][y]\n\n[y]: http://evil.example", f"```\n<script>{RAN}</script>", "# A heading",
    "| a | b |\n|---|---|",
    "](http://evil.example)",
)  # fmt: skip
_CELLS = ("=1+1", '=HYPERLINK("http://evil.example")', "@SUM(A1)", "+1|cmd", "-1+2", "\t=1", "＝1", " =1")
_TERMINAL = ("\x1b[2J", "\x1b]0;owned\x07", "\x9b31m", "safe\u202eelttob")
HOSTILE = (*_HTML, *_BREAKOUTS, *_MARKDOWN, *_CELLS, *_TERMINAL)
