// Sends tsserver the requests that an editor sends: the hint at a call, and the completions after
// the name of the client.

import { spawn } from "node:child_process";
import { readFile } from "node:fs/promises";
import { createInterface } from "node:readline";

/** The time until the first response to each kind of request, in milliseconds. */
export interface EditorTimes {
  readonly hoverMs: number;
  readonly completionMs: number;
  /** The number of names in the completion list. */
  readonly offered: number;
}

/**
 * Starts tsserver, opens a file, and sends requests about the last call in the file.
 * @throws Error if tsserver exits or does not respond.
 */
export async function askEditor(tsserver: string, file: string): Promise<EditorTimes> {
  const server = spawn(process.execPath, [tsserver, "--disableAutomaticTypingAcquisition"], {
    stdio: ["pipe", "pipe", "ignore"],
  });
  const waiting = new Map<number, (body: unknown) => void>();
  createInterface({ input: server.stdout }).on("line", (line) => {
    if (!line.startsWith("{")) return;
    const { type, request_seq, body } = JSON.parse(line) as {
      readonly type: string;
      readonly request_seq?: number;
      readonly body?: unknown;
    };
    if (type === "response") waiting.get(request_seq ?? -1)?.(body);
  });
  const ended = new Promise<never>((_, reject) => {
    server.on("exit", (code) => reject(new Error(`tsserver ended with exit code ${code}`)));
  });
  let seq = 0;
  const sendCommand = (command: string, args: object): number => {
    seq += 1;
    server.stdin.write(`${JSON.stringify({ seq, type: "request", command, arguments: args })}\n`);
    return seq;
  };
  const askServer = async (
    command: string,
    args: object,
  ): Promise<{ ms: number; body: unknown }> => {
    const started = performance.now();
    const answered = new Promise<unknown>((resolve) => {
      waiting.set(sendCommand(command, args), resolve);
    });
    const body = await Promise.race([answered, ended]);
    return { ms: performance.now() - started, body };
  };
  try {
    const { line, offset } = lastCall(await readFile(file, "utf8"));
    sendCommand("open", { file });
    const hover = await askServer("quickinfo", { file, line, offset });
    const completion = await askServer("completionInfo", { file, line, offset });
    const { entries = [] } = (completion.body ?? {}) as { readonly entries?: readonly unknown[] };
    return { hoverMs: hover.ms, completionMs: completion.ms, offered: entries.length };
  } finally {
    ended.catch(() => {});
    server.kill();
  }
}

/**
 * Finds the name in the last call. It follows a point. If the call has no point, it follows
 * `await`.
 */
function lastCall(text: string): { readonly line: number; readonly offset: number } {
  const lines = text.split("\n");
  const line = lines.findLastIndex((each) => each.includes("await "));
  const start = /await (?:\w+\.)?/.exec(lines[line] ?? "");
  return { line: line + 1, offset: (start?.index ?? 0) + (start?.[0].length ?? 0) + 1 };
}
