import { type ChildProcess, spawn } from "node:child_process";
import { createInterface } from "node:readline";
import { inheritedVariables } from "../e2e/inherited-variables.ts";
import { type FaultKey, waitUntil } from "../faults/service-process.ts";

/** A running client. */
export interface Client {
  /** The lines printed so far. */
  readonly lines: readonly string[];
  /** Waits for a line. */
  line(pattern: RegExp): Promise<void>;
  /** Returns its standard error output so far. */
  errors(): string;
  /** Waits for its end, and returns its exit code. */
  ended(): Promise<number | null>;
  end(signal: "SIGKILL" | "SIGTERM"): Promise<number | null>;
}

/** Starts a client with the address and keys of a service. */
export function startClient(
  [program = "", ...first]: readonly string[],
  args: readonly string[],
  url: string,
  { accessKey, secretKey, brokerId }: FaultKey,
): Client {
  const child: ChildProcess = spawn(program, [...first, ...args], {
    env: {
      ...inheritedVariables(),
      STREAMS_URL: url,
      STREAMS_ACCESS_KEY: accessKey,
      STREAMS_SECRET_KEY: secretKey,
      STREAMS_BROKER_ID: brokerId,
      // Tests leave no files beside the sources.
      PYTHONDONTWRITEBYTECODE: "1",
    },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const lines: string[] = [];
  let errors = "";
  // Unlike "exit", "close" comes after the last output.
  const ended = new Promise<number | null>((resolve) => child.once("close", resolve));
  if (child.stdout !== null) createInterface(child.stdout).on("line", (line) => lines.push(line));
  child.stderr?.setEncoding("utf8").on("data", (text: string) => {
    errors += text;
  });
  return {
    lines,
    line: (pattern) =>
      waitUntil(
        () => lines.some((line) => pattern.test(line)),
        `a line is like ${pattern}`,
        60_000,
      ),
    errors: () => errors,
    ended: () => ended,
    end(signal) {
      child.kill(signal);
      return ended;
    },
  };
}
