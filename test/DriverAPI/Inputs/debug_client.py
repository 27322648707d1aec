"""A client of the Debug Adapter Protocol for a program: debug_client.py HEDDLE-RUN PROGRAM."""

import json
import re
import socket
import subprocess
import sys


class Client:
    def __init__(self, command):
        self.program = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                                        stderr=subprocess.PIPE)
        said = self.program.stderr.readline().decode()
        port = int(re.search(r"127\.0\.0\.1:(\d+)", said).group(1))
        self.socket = socket.create_connection(("127.0.0.1", port))
        self.input = self.socket.makefile("rb")
        self.number = 0
        self.events = []
        self.seen = []

    def receive(self):
        length = 0
        while True:
            line = self.input.readline()
            if not line:
                return None
            if not line.strip():
                message = json.loads(self.input.read(length))
                self.seen.append(message)
                return message
            length = int(line.split(b":")[1])

    def send(self, command, **arguments):
        self.number += 1
        body = json.dumps({"seq": self.number, "type": "request", "command": command,
                           "arguments": arguments}).encode()
        self.socket.sendall(b"Content-Length: %d\r\n\r\n" % len(body) + body)
        return self.number

    def answer(self, number):
        while True:
            message = self.receive()
            if message["type"] == "response" and message["request_seq"] == number:
                return message
            if message["type"] == "event":
                self.events.append(message)

    def ask(self, command, **arguments):
        return self.answer(self.send(command, **arguments)).get("body")

    def stop(self):
        while not any(event["event"] == "stopped" for event in self.events):
            message = self.receive()
            if message is None:
                return "gone"
            if message["type"] == "event":
                self.events.append(message)
        body = [event for event in self.events if event["event"] == "stopped"][0]["body"]
        self.events = []
        self.thread = body["threadId"]
        frame = self.ask("stackTrace", threadId=self.thread)["stackFrames"][0]
        return f"{body['reason']} {frame['source']['name']}:{frame['line']} {frame['name']}"

    def go(self, command):
        self.ask(command, threadId=self.thread)
        return self.stop()


def main():
    client = Client([sys.argv[1], "--debug=dap:0", sys.argv[2]])
    try:
        talk(client)
    finally:
        # It would wait for requests that do not come.
        client.program.kill()


def talk(client):
    client.ask("initialize", adapterID="ptx")
    attach = client.send("attach")
    client.ask("setBreakpoints", source={"path": "/somewhere/two.cu"},
               breakpoints=[{"line": 8}, {"line": 16}])
    client.ask("configurationDone")
    print("attached:", client.answer(attach)["success"])
    print("stopped:", client.stop())
    again = client.ask("setBreakpoints", source={"path": "/somewhere/two.cu"},
                       breakpoints=[{"line": 8}, {"line": 16}])["breakpoints"]
    print("set:", [one["verified"] for one in again])
    print("evaluate:", client.ask("evaluate", expression="%f2", frameId=client.thread * 2)["result"])
    print("back:", client.go("stepBack"))
    # What the console has set is there in the next launch, and functions are kernels.
    print("console:", client.ask("evaluate", expression="break add", context="repl")["result"])
    print("functions:", [one["verified"] for one in client.ask(
        "setFunctionBreakpoints", breakpoints=[{"name": "scale"}, {"name": "none"}])["breakpoints"]])
    # To the line again, and on.
    client.go("continue")
    print("stopped:", client.go("continue"))
    print("verified:", [one["body"]["breakpoint"]["verified"] for one in client.seen
                        if one.get("event") == "breakpoint"][-1])
    frame = client.ask("stackTrace", threadId=client.thread)["stackFrames"][-1]
    text = client.ask("source", source=frame["source"], sourceReference=frame["source"]["sourceReference"])
    print("text:", text["content"].split("\n")[0])
    print("stopped:", client.go("continue"))
    print("stopped:", client.go("continue"))
    print("stopped:", client.go("continue"))
    client.send("continue", threadId=client.thread)
    print("program:", client.program.stdout.read().decode().replace("\n", " ") + str(client.program.wait()))
    while client.receive():
        pass
    print("said:", [(one["event"], one["body"].get("exitCode")) for one in client.seen[-2:]])
    numbers = [one["seq"] for one in client.seen]
    print("numbers go up:", numbers == sorted(set(numbers)))


main()
