// A client of a server that speaks JSON-RPC over its standard input and output.
// Nothing of an editor is in here, so that tests need none.
"use strict";

const { spawn } = require("node:child_process");

class Client {
  // onNotification(method, params) sees what the server says unasked.
  constructor(command, args, onNotification, onEnd = () => {}) {
    this.next = 1;
    this.pending = new Map();
    this.buffer = Buffer.alloc(0);
    this.onNotification = onNotification;
    this.process = spawn(command, args, { stdio: ["pipe", "pipe", "ignore"] });
    this.process.stdout.on("data", (chunk) => this.read(chunk));
    this.process.stdin.on("error", () => {});
    const end = (why) => {
      // A program that is not there fails, and may be said to have ended, too.
      if (this.ended !== undefined) return;
      this.ended = why;
      for (const { reject } of this.pending.values()) reject(new Error(why));
      this.pending.clear();
      onEnd(why);
    };
    this.process.on("error", (error) => end(`${command}: ${error.message}`));
    this.process.on("exit", (code) => end(`${command} has ended with exit code ${code}`));
  }

  write(message) {
    const body = Buffer.from(JSON.stringify({ jsonrpc: "2.0", ...message }));
    this.process.stdin.write(`Content-Length: ${body.length}\r\n\r\n`);
    this.process.stdin.write(body);
  }

  notify(method, params) {
    if (this.ended === undefined) this.write({ method, params });
  }

  request(method, params) {
    if (this.ended !== undefined) return Promise.reject(new Error(this.ended));
    const id = this.next++;
    return new Promise((resolve, reject) => {
      this.pending.set(id, { resolve, reject });
      this.write({ id, method, params });
    });
  }

  read(chunk) {
    this.buffer = Buffer.concat([this.buffer, chunk]);
    for (;;) {
      const header = this.buffer.indexOf("\r\n\r\n");
      if (header < 0) return;
      const match = /Content-Length: *(\d+)/i.exec(this.buffer.toString("latin1", 0, header));
      const start = header + 4;
      const length = match ? Number(match[1]) : 0;
      if (this.buffer.length < start + length) return;
      const message = JSON.parse(this.buffer.toString("utf8", start, start + length));
      this.buffer = this.buffer.subarray(start + length);
      this.take(message);
    }
  }

  take(message) {
    if (message.method !== undefined) {
      this.onNotification(message.method, message.params);
      return;
    }
    const waiting = this.pending.get(message.id);
    if (!waiting) return;
    this.pending.delete(message.id);
    if (message.error) waiting.reject(new Error(message.error.message));
    else waiting.resolve(message.result);
  }

  async stop() {
    await this.request("shutdown", null).catch(() => {});
    this.notify("exit", {});
  }
}

module.exports = { Client };
