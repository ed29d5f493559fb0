import { run } from "@specwright/cli/api";

/** A mock server that the command runs. */
export interface RunningMock {
  readonly url: string;
  /** The output lines so far. */
  readonly lines: readonly string[];
  /** Interrupts the command; resolves with its exit code. */
  stop(): Promise<number>;
}

/** Runs `specwright mock` on a free port until it is stopped. */
export async function startMock(folder: string, args: readonly string[]): Promise<RunningMock> {
  const lines: string[] = [];
  const interrupted = new AbortController();
  let started = (_url: string): void => {};
  const url = new Promise<string>((resolve) => {
    started = resolve;
  });
  const note = (line: string): void => {
    lines.push(line);
    const [found] = /\b(?:http|ws):\/\/\S+$/.exec(line) ?? [];
    if (found !== undefined) started(found);
  };
  const ended = run(
    ["mock", ...args, "--port", "0"],
    { folder, out: note, err: note, status: () => {} },
    { version: "0.0.0", interruption: () => interrupted.signal },
  );
  const first = await Promise.race([url, ended]);
  if (typeof first === "number") throw new Error(lines.join("\n"));
  return {
    url: first,
    lines,
    stop: () => {
      interrupted.abort();
      return ended;
    },
  };
}
