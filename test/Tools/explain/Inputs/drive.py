"""drive.py PAGE OUT SCRIPT: the page with a script behind its own, which does what a user does and leaves what it
saw in an element #seen."""
import pathlib
import sys

page = pathlib.Path(sys.argv[1]).read_text()
script = pathlib.Path(sys.argv[3]).read_text()
at = page.rindex("</body>")
driver = f"""<script>
"use strict";
const seen = document.createElement("pre");
seen.id = "seen";
document.body.appendChild(seen);
const say = (text) => {{ seen.textContent += text + "\\n"; }};
window.addEventListener("error", (event) => say(["uncaught", event.message].join("! ")));
{script}
</script>
"""
pathlib.Path(sys.argv[2]).write_text(page[:at] + driver + page[at:])
