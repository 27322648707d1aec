"""show.py PAGE: what the data of a page says, and that its parts fit together."""
import json
import re
import sys

page = open(sys.argv[1]).read()
data = json.loads(re.search(r'id="data">(.*?)</script>', page, re.DOTALL)[1])


def lines_of(step):
    """The rows that the runs of a step name, "0-120 7 121"."""
    for run in step["runs"].split():
        first, _, last = run.partition("-")
        for row in range(int(first), int(last or first) + 1):
            yield data["rows"][2 * row : 2 * row + 2]


for kernel in data["kernels"]:
    print(f"kernel {kernel['name']}" + (f", {kernel['registers']} registers" if "registers" in kernel else ""))
    for step in kernel["steps"]:
        assert step["changed"] == ("runs" in step), step
        for text, place in lines_of(step) if step["changed"] else []:
            assert text < len(data["texts"])
            assert not data["source"] or place <= len(data["source"]), place
        print(step["pass"], step["stage"], "changed" if step["changed"] else "same",
              "virtual" if step["virtual"] and step["machine"] else "")
    if "code" not in kernel:
        continue
    print("code", len(kernel["code"]))
    # All code but what sets up the kernel is from a line.
    assert sum(place > 0 for *_, place in kernel["code"]) > len(kernel["code"]) / 2
    counts = [kernel.get("executed", {}).get(str(address)) for address, *_ in kernel["code"]]
    if None not in counts:
        print(f"executed all, the first {counts[0]} times")
    print("live registers in line", *[line for line, _ in kernel["live"]])
    shares = [share for share in kernel["occupancy"] if share is not None]
    assert shares == sorted(shares, reverse=True), shares
    print("occupancy falls with registers")
    for remark in kernel["remarks"]:
        print("remark in line", remark["line"], remark["pass"], remark["text"][:60].replace("\n", " "))
