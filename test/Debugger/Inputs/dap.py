"""A session over the Debug Adapter Protocol, each step with what comes back."""

import json
import os
import signal
import subprocess
import sys


class Adapter:
    def __init__(self):
        self.process = subprocess.Popen(["ptx-dbg", "--dap"], stdin=subprocess.PIPE,
                                        stdout=subprocess.PIPE, start_new_session=True)
        self.seq = 0
        self.events = []
        self.all_events = []
        self.last_seq = 0

    def receive(self):
        length = 0
        while True:
            line = self.process.stdout.readline()
            if not line:
                raise SystemExit(f"the debugger is gone: {self.process.wait()}")
            if not line.strip():
                break
            length = int(line.split(b":")[1])
        message = json.loads(self.process.stdout.read(length))
        assert message["seq"] > self.last_seq, "numbers go up, also back in time"
        self.last_seq = message["seq"]
        if message["type"] == "event":
            self.all_events.append(message)
        return message

    def send(self, command, **arguments):
        self.seq += 1
        body = json.dumps({"seq": self.seq, "type": "request", "command": command,
                           "arguments": arguments}).encode()
        self.process.stdin.write(b"Content-Length: %d\r\n\r\n" % len(body) + body)
        self.process.stdin.flush()
        return self.seq

    def answer(self, number):
        while True:
            message = self.receive()
            if message["type"] == "response" and message["request_seq"] == number:
                return message
            if message["type"] == "event":
                self.events.append(message)

    def ask(self, command, **arguments):
        message = self.answer(self.send(command, **arguments))
        return message.get("body") if message["success"] else "refused: " + message["message"]

    def wait(self, *names):
        while True:
            while self.events:
                event = self.events.pop(0)
                if event["event"] in names:
                    return event
            message = self.receive()
            if message["type"] == "event":
                self.events.append(message)

    def state(self):
        """All that is seen of the warp that has stopped."""
        frame = self.ask("stackTrace", threadId=self.thread)["stackFrames"][0]
        found = {"line": frame["line"], "name": frame["name"]}
        for scope in self.ask("scopes", frameId=frame["id"])["scopes"]:
            if scope["name"] in ("Registers", "Divergence stack"):
                found[scope["name"]] = self.ask(
                    "variables", variablesReference=scope["variablesReference"])["variables"]
        return found

    def stop(self):
        event = self.wait("stopped", "terminated")
        body = event["body"]
        if event["event"] == "terminated":
            return "terminated"
        self.thread = body["threadId"]
        frames = self.ask("stackTrace", threadId=self.thread)["stackFrames"]
        where = f" line {frames[0]['line']}" if "source" in frames[0] else ""
        return body["reason"] + where + (" " + body["text"].split("\n")[0] if "text" in body else "")

    def go(self, command, **more):
        self.ask(command, threadId=self.thread, **more)
        return self.stop()


def start(program, grid, block, args, lines=(), **more):
    adapter = Adapter()
    print("stepBack:", adapter.ask("initialize", adapterID="ptx")["supportsStepBack"])
    adapter.wait("initialized")
    launch = adapter.send("launch", program=program, grid=grid, block=block, args=args, **more)
    points = adapter.ask("setBreakpoints", source={"path": os.path.abspath(program)},
                         breakpoints=[{"line": line, **condition} for line, condition in lines])
    print("breakpoints:", [point["verified"] for point in points["breakpoints"]])
    adapter.ask("configurationDone")
    answer = adapter.answer(launch)
    print("launched:", answer["success"], answer.get("message", ""))
    return adapter


def sums(program):
    a = start(program, 2, [64], ["buf=u32:fill:64:0", "u32=5"], [(21, {}), (999, {})],
              stopOnEntry=True)
    print("at:", a.stop())
    print("continue:", a.go("continue"))
    print("threads:", [thread["name"] for thread in a.ask("threads")["threads"]])
    print("evaluate:", a.ask("evaluate", expression="%r3", frameId=a.thread * 2)["result"])
    print("evaluate:", a.ask("evaluate", expression="%none", frameId=a.thread * 2))
    # Forward through the branch and back: the same states. Other warps are not
    # to stop meanwhile.
    a.ask("setBreakpoints", source={"path": os.path.abspath(program)}, breakpoints=[])
    states = [a.state()]
    for _ in range(6):
        a.go("next")
        states.append(a.state())
    print("lines:", [state["line"] for state in states])
    print("deepest stack:", max(len(state["Divergence stack"]) for state in states))
    same = []
    for state in reversed(states[:-1]):
        a.go("stepBack")
        same.append(a.state() == state)
    print("same states backwards:", same)
    print("instruction:", a.go("stepIn", granularity="instruction"))
    print("back:", a.go("stepBack", granularity="instruction"))
    a.ask("setBreakpoints", source={"path": os.path.abspath(program)},
          breakpoints=[{"line": 33, "condition": "%r3 > 1009"}])
    print("continue:", a.go("continue"))
    print("condition:", a.ask("evaluate", expression="%r3", frameId=a.thread * 2)["result"].split()[-1])
    # Who wrote this value?
    info = a.ask("dataBreakpointInfo", name="out[3]")
    a.ask("setBreakpoints", source={"path": os.path.abspath(program)}, breakpoints=[])
    print("watch:", a.ask("setDataBreakpoints", breakpoints=[{"dataId": info["dataId"]}])["breakpoints"][0]["verified"])
    print("written:", a.go("continue"))
    print("written:", a.go("continue"))
    print("end:", a.go("continue"))
    print("memory:", a.ask("evaluate", expression="out[0..3]:u32")["result"])
    print("back:", a.go("reverseContinue"))
    print("back:", a.go("reverseContinue"))
    print("back:", a.go("reverseContinue"))
    print("refused:", a.ask("nosuch"))
    a.ask("disconnect")
    print("exit code:", a.process.wait())


def fault(program):
    a = start(program, 1, 32, ["buf=u32:fill:64:0"], stopOnEntry=True)
    print("at:", a.stop())
    print("fault:", a.go("continue"))
    print("lanes:", a.ask("evaluate", expression="%r1", frameId=a.thread * 2)["result"][:10])
    print("back:", a.go("stepBack"))
    print("again:", a.go("continue"))
    print("over:", a.go("continue"))
    print("exit code:", a.process.wait())


def findings(program):
    """Mistakes that checkers find, with and without the client's own choice."""
    args = ["buf=u32:fill:66:0"]
    a = Adapter()
    known = a.ask("initialize", adapterID="ptx")["exceptionBreakpointFilters"]
    print("filters:", [(one["filter"], one["default"]) for one in known])
    answers = a.ask("setExceptionBreakpoints", filters=["race", "luck"],
                    filterOptions=[{"filterId": "init"}])["breakpoints"]
    print("set:", [one["verified"] for one in answers], answers[1]["message"])
    launch = a.send("launch", program=program, grid=1, block=64, args=args)
    a.ask("configurationDone")
    print("launched:", a.answer(launch)["success"])
    print("found:", a.stop())
    print("info:", {name: text.split("\n")[0] for name, text in a.ask("exceptionInfo", threadId=1).items()})
    print("back:", a.go("stepBack"))
    print("info:", a.ask("exceptionInfo", threadId=1))
    answers = a.ask("setExceptionBreakpoints", filters=["race", "sync"])["breakpoints"]
    print("set:", [one["verified"] for one in answers], answers[1]["message"])
    print("found:", a.go("continue"))
    print("back:", a.go("reverseContinue"))
    a.ask("disconnect")
    print("exit code:", a.process.wait())
    # By the launch alone, in either form; an empty list of filters takes nothing away.
    for check in "race", ["race"]:
        a = Adapter()
        a.ask("initialize", adapterID="ptx")
        launch = a.send("launch", program=program, grid=1, block=64, args=args, check=check)
        a.ask("setExceptionBreakpoints", filters=[])
        a.ask("configurationDone")
        print("launched:", a.answer(launch)["success"])
        print("found:", a.stop())
        a.ask("disconnect")
        a.process.wait()
    a = Adapter()
    print("launch:", a.ask("launch", program=program, grid=1, block=64, check="luck"))
    a.ask("disconnect")


def unfiltered(program):
    """A client that does not want to stop at faults."""
    a = Adapter()
    a.ask("initialize", adapterID="ptx")
    a.ask("setExceptionBreakpoints", filters=[])
    launch = a.send("launch", program=program, grid=1, block=32, args=["buf=u32:fill:64:0"],
                    stopOnEntry=True)
    a.ask("configurationDone")
    print("launched:", a.answer(launch)["success"])
    print("at:", a.stop())
    print("end:", a.go("continue"))
    a.ask("disconnect")


def garbage(program):
    """What is no message is said, and the next one is answered."""
    a = Adapter()
    a.ask("initialize", adapterID="ptx")
    for body, length in ((b"{bad json", 9), (b"[1]", 3), (b"[" * 1000, 1000)):
        a.process.stdin.write(b"Content-Length: %d\r\n\r\n" % length + body)
        a.process.stdin.flush()
        print("said:", a.wait("output")["body"]["output"].strip())
    a.process.stdin.write(b"Content-Length: many\r\n\r\n")
    print("continue:", a.ask("continue", threadId=1))
    a.process.stdin.write(b"Content-Length: %d\r\n\r\n" % (2**28 + 1))
    a.process.stdin.close()
    print("said:", a.wait("output")["body"]["output"].strip())
    print("exit code:", a.process.wait(60))


def wrong(program):
    a = start(program, 1, 32, ["u32=1", "u32=2", "u32=3"])
    print("over:", a.stop())
    a = start(program + ".nosuch", 1, 32, [])
    print("over:", a.stop())


def refused(program):
    a = start(program, 2, 64, ["buf=u32:fill:64:0", "u32=5"], [(15, {})], stopOnEntry=True)
    print("changed:", a.wait("breakpoint")["body"]["breakpoint"]["message"])
    print("at:", a.stop())
    conditions = ["%r3 = 5", "%r99 == 1", "%r4 == foo", "foo == 3", "%r3 === 3", "5 == %r3",
                  "%r3 == 5 && %r4 == 1", "%r3 == 5"]
    points = a.ask("setBreakpoints", source={"path": os.path.abspath(program)},
                   breakpoints=[{"line": 15}] +
                   [{"line": 16, "condition": condition} for condition in conditions])
    for point in points["breakpoints"]:
        print("set:", point["verified"], point.get("message", ""))
    a.ask("disconnect")
    print("exit code:", a.process.wait())


def endless(program):
    """What a client may ask while the kernel runs."""
    for last in "disconnect", "terminate", None:
        a = start(program, 1, 32, ["buf=u32:fill:1:0"])
        for command in "continue", "next", "stepBack":
            print(f"{command}:", a.ask(command, threadId=1))
        if last:
            print(f"{last}:", a.ask(last))
        else:
            a.process.stdin.close()
        print("exit code:", a.process.wait(60))
    a = Adapter()
    a.ask("initialize", adapterID="ptx")
    print("launch:", a.ask("launch", program=program, grid=1, block=32, args="u32=1"))
    a.ask("disconnect")


def job(program):
    """A launch of a job, whose PTX is the module's."""
    a = Adapter()
    a.ask("initialize", adapterID="ptx")
    launch = a.send("launch", program=program, launch="again", stopOnEntry=False)
    a.ask("setBreakpoints", source={"path": os.path.abspath("kernels.ptx")},
          breakpoints=[{"line": 13}])
    a.ask("configurationDone")
    print("launched:", a.answer(launch)["success"])
    print("at:", a.stop())
    frame = a.ask("stackTrace", threadId=a.thread)["stackFrames"][0]
    print("file:", os.path.relpath(frame["source"]["path"]))
    print("evaluate:", a.ask("evaluate", expression="data[0..3]:u32")["result"])
    a.ask("continue", threadId=a.thread)
    said = a.wait("output")["body"]["output"].strip()
    print("end:", a.stop())
    print("output:", said)
    a.ask("disconnect")
    for more in ({"grid": 1}, {"tex": [1]}, {"launch": 7}):
        a = Adapter()
        a.ask("initialize", adapterID="ptx")
        number = a.send("launch", program=program, **more)
        if "launch" in more:
            a.ask("configurationDone")
        answer = a.answer(number)
        print("launch: refused:", answer["message"].split(" '7'")[0])
        a.process.stdin.close()
        a.process.wait(60)


def editor(program):
    """What Visual Studio Code asks, in its order, with all kinds of breakpoints."""
    a = Adapter()
    known = a.ask("initialize", clientID="vscode", adapterID="ptx", linesStartAt1=True, pathFormat="path")
    print("knows:", sorted(name for name, value in known.items() if value is True))
    launch = a.send("launch", type="ptx", request="launch", name="x", program=program, grid=2, block=64,
                    args=["buf=u32:fill:64:0", "u32=5"])
    a.wait("initialized")
    source = {"name": "sums.ptx", "path": os.path.abspath(program)}
    points = [{"line": 16, "hitCondition": "3"}, {"line": 21, "condition": "thread 40 block 1"},
              {"line": 22, "logMessage": "r3 is {%r3}, out {out[0]}, none {%r77}"},
              {"line": 21, "hitCondition": "often"}, {"line": 33, "condition": "%tid.x == 3 && %ctaid.x == 1"}]
    print("set:", len(a.ask("setBreakpoints", source=source, lines=[16], breakpoints=points, sourceModified=False)
                      ["breakpoints"]))
    print("functions:", [one["verified"] for one in a.ask("setFunctionBreakpoints", breakpoints=[
        {"name": "sums"}, {"name": "other"}])["breakpoints"]])
    a.ask("setExceptionBreakpoints", filters=["fault"])
    a.ask("configurationDone")
    print("launched:", a.answer(launch)["success"])
    print("at:", a.stop())
    for one in [one for one in a.all_events if one["event"] == "breakpoint"]:
        print("changed:", one["body"]["breakpoint"]["message"])
    print("third time:", a.go("continue"))
    print("r4:", a.ask("evaluate", expression="%r4", frameId=a.thread * 2, context="hover")["result"])
    print("back:", a.go("stepBack"), "/", a.go("reverseContinue"))
    print("again:", a.go("continue"))
    print("thread 40:", a.go("continue"))
    print("said:", [one["body"]["output"].strip() for one in a.all_events if one["event"] == "output"][-1])
    page = a.ask("stackTrace", threadId=a.thread, startFrame=1, levels=1)
    print("frames:", len(page["stackFrames"]), page["totalFrames"])
    frame = a.ask("stackTrace", threadId=a.thread, startFrame=0, levels=20)["stackFrames"][0]
    scopes = a.ask("scopes", frameId=frame["id"])["scopes"]
    print("scopes:", [scope["name"] for scope in scopes], max(s["variablesReference"] for s in scopes))
    print("console:", a.ask("evaluate", expression="break 30", frameId=frame["id"], context="repl")["result"])
    print("console:", a.ask("evaluate", expression="info blocks", frameId=frame["id"], context="repl")["result"])
    print("console:", a.ask("evaluate", expression="set x = 1", frameId=frame["id"], context="repl"))
    print("completed:", [one["label"] for one in a.ask("completions", text="reverse-n", column=10)["targets"]])
    print("hover:", a.ask("evaluate", expression="mov", frameId=frame["id"], context="hover"))
    print("data:", a.ask("dataBreakpointInfo", name="%r3")["dataId"], a.ask("dataBreakpointInfo", name="out")["dataId"])
    # Its own are changed; that of the console stays.
    a.ask("setFunctionBreakpoints", breakpoints=[])
    a.ask("setBreakpoints", source=source, breakpoints=[])
    print("of the console:", a.go("continue"))
    print("out:", a.ask("evaluate", expression="finish", frameId=frame["id"], context="repl"))
    print("end:", a.go("stepOut"))
    print("threads:", a.ask("threads")["threads"][0]["name"])
    print("back from it:", a.go("stepBack"))
    number = a.send("evaluate", expression="continue", context="repl")
    a.answer(number)
    print("end:", a.stop())
    a.ask("disconnect", restart=False, terminateDebuggee=True)
    print("exit code:", a.process.wait(60))
    for _ in range(2):
        a.receive()
    print("said:", [one["event"] for one in a.all_events[-2:]])


def order(program):
    """Requests at wrong times, twice, and without what they need."""
    a = Adapter()
    print("early:", a.ask("stackTrace", threadId=1), "/", a.ask("evaluate", expression="%r1"))
    a.ask("setBreakpoints", source={"path": os.path.abspath(program)}, breakpoints=[{"line": 21}])
    a.ask("configurationDone")
    a.ask("initialize", adapterID="ptx")
    print("attach:", a.ask("attach", port=1).split(";")[0])
    more = {"program": program, "grid": 1, "block": 32, "args": ["buf=u32:fill:64:0", "u32=5"]}
    print("bad size:", a.ask("launch", **{**more, "grid": -1}))
    launch = a.send("launch", **more)
    print("launched:", a.answer(launch)["success"])
    print("at:", a.stop())
    print("twice:", a.ask("launch", **more), "/", a.ask("initialize"))
    times = ["> 2", ">=2", "< 3", "<= 3", "== 4", "=4", "%2", " ", "%0", "!2", "2 3", "-1"]
    print("times:", [one["verified"] for one in a.ask(
        "setBreakpoints", source={"path": os.path.abspath(program)},
        breakpoints=[{"line": 22, "hitCondition": text} for text in times])["breakpoints"]])
    for text, line in ("%2", 16), (">= 9", 16), ("< 2", 30):
        a.ask("setBreakpoints", source={"path": os.path.abspath(program)},
              breakpoints=[{"line": line, "hitCondition": text}])
        a.ask("evaluate", expression="run", context="repl")
        stops = [a.stop()]
        while not stops[-1].startswith("pause") and len(stops) < 9:
            stops.append(a.go("continue"))
        print("stops of", text + ":", len([stop for stop in stops if stop.startswith("breakpoint")]))
        a.ask("reverseContinue", threadId=a.thread)
        print("back:", a.stop())
    for command in "configurationDone", "pause", "cancel":
        print(f"{command}:", a.ask(command))
    for command, arguments in (("stackTrace", {"threadId": 10**15}), ("stackTrace", {"threadId": -5}),
                               ("scopes", {"frameId": 10**15}), ("variables", {"variablesReference": 10**9}),
                               ("variables", {"variablesReference": -1}), ("evaluate", {}), ("source", {}),
                               ("completions", {"text": "p", "column": 99}), ("setBreakpoints", {}),
                               ("setBreakpoints", {"breakpoints": [1, None, {}]}), ("setDataBreakpoints", {}),
                               ("setDataBreakpoints", {"breakpoints": [3, {"dataId": "out", "condition": "1"}]}),
                               ("setFunctionBreakpoints", {"breakpoints": [{}]}), ("dataBreakpointInfo", {}),
                               ("exceptionInfo", {}), ("stepIn", {"threadId": 10**15})):
        answer = a.ask(command, **arguments)
        print(command, "refused" if isinstance(answer, str) else "answered")
    print("at:", a.stop())
    # Answers are no requests, and a message may come in pieces.
    a.process.stdin.write(b'Content-Length: 43\r\n\r\n{"type": "response", "seq": 1, "body": null}'[:-1])
    body = json.dumps({"seq": 900, "type": "request", "command": "threads"}).encode()
    for piece in (b"Content-Length: %d\r" % len(body), b"\n\r\n", body[:5], body[5:]):
        a.process.stdin.write(piece)
        a.process.stdin.flush()
    print("in pieces:", a.answer(900)["success"])
    a.process.stdin.close()
    print("exit code:", a.process.wait(60))


def changed(program):
    """The console's commands change the client's own breakpoints, and the change lasts."""
    a = Adapter()
    a.ask("initialize", adapterID="ptx")
    source = {"path": os.path.abspath(program)}
    points = [{"line": 16, "condition": "warp 1"}, {"line": 21, "condition": "warp 0"},
              {"line": 22, "condition": "warp 0"}, {"line": 33, "condition": "warp 1 if %r3 == 1"}]
    known = a.ask("setBreakpoints", source=source, breakpoints=points)["breakpoints"]
    off, gone, often, other = (one["id"] for one in known)
    kernel = a.ask("setFunctionBreakpoints", breakpoints=[{"name": "sums"}])["breakpoints"][0]["id"]
    launch = a.send("launch", program=program, grid=1, block=64, args=["buf=u32:fill:64:0", "u32=5"])
    a.ask("configurationDone")
    a.answer(launch)
    print("at:", a.stop())

    def say(text):
        answer = a.ask("evaluate", expression=text, context="repl")
        return answer if isinstance(answer, str) else answer["result"]

    say(f"disable {off}")
    say(f"delete {gone}")
    say(f"ignore {often} 9")
    say(f"condition {other} %r3 == 1010")
    print("kernel:", say(f"condition {kernel} %r3 == 1"))
    for one in [one["body"] for one in a.all_events if one["event"] == "breakpoint"]:
        print(one["reason"], one["breakpoint"]["id"] == gone)
    before = say("info breakpoints")
    # All are set again as the client knows them.
    again = a.ask("setBreakpoints", source=source, breakpoints=[points[0]] + points[2:])["breakpoints"]
    print("same:", [one["id"] for one in again] == [off, often, other],
          sorted(before.split("\n")) == sorted(say("info breakpoints").split("\n")))
    print("condition:", a.go("continue"), "/", a.ask("evaluate", expression="%r3")["result"])
    print("until:", len(say("until 34")), a.stop().split()[0])
    a.ask("setBreakpoints", source=source, breakpoints=[{"line": 16, "condition": "warp 0"}])
    a.ask("disconnect")
    print("exit code:", a.process.wait(60))


def interrupted(program):
    """An interrupt stops what runs, and ends what stands still."""
    a = start(program, 1, 32, ["buf=u32:fill:1:0"])
    os.killpg(a.process.pid, signal.SIGINT)
    print("stopped:", a.stop().split()[0])
    a.ask("continue", threadId=a.thread)
    a.ask("pause", threadId=a.thread)
    print("stopped:", a.stop().split()[0])
    os.killpg(a.process.pid, signal.SIGINT)
    print("over:", a.wait("exited")["body"]["exitCode"], a.wait("terminated")["event"])
    print("exit code:", a.process.wait(60))


{"job": job, "sums": sums, "fault": fault, "wrong": wrong, "refused": refused,
 "endless": endless, "findings": findings, "garbage": garbage, "unfiltered": unfiltered,
 "editor": editor, "changed": changed, "order": order, "interrupted": interrupted}[sys.argv[1]](sys.argv[2])
