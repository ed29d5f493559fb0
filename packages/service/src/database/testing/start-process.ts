// Starts a service as a process, from its sources.

import { type ChildProcess, spawn } from "node:child_process";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { onTestFinished } from "vitest";

/** A running service. */
export interface Process {
  readonly child: ChildProcess;
  /** The exit code, or the signal that ended the process. */
  readonly exit: Promise<number | NodeJS.Signals | null>;
  /** Returns the text that the process has written to standard error. */
  readonly errors: () => string;
  /** Resolves with the line of JSON on standard output, or with undefined if the process ends first. */
  readonly ready: Promise<Readonly<Record<string, string>> | undefined>;
  /** Resolves with the URL, or with undefined if the process ends first. */
  readonly url: Promise<string | undefined>;
}

/** Starts a program with the given variables. The process is killed when the test ends. */
export function startProcess(main: URL, environment: Readonly<Record<string, string>>): Process {
  const args = ["--conditions", "@specwright/source", fileURLToPath(main)];
  const child = spawn(process.execPath, args, {
    env: { PATH: process.env["PATH"], ...environment },
    stdio: ["ignore", "pipe", "pipe"],
  });
  onTestFinished(() => {
    child.kill("SIGKILL");
  });
  let errors = "";
  child.stderr?.on("data", (chunk) => {
    errors += chunk;
  });
  const exit = new Promise<number | NodeJS.Signals | null>((resolve) => {
    child.once("exit", (code, signal) => resolve(signal ?? code));
  });
  const line = new Promise<Readonly<Record<string, string>>>((resolve) => {
    if (child.stdout === null) return;
    createInterface(child.stdout).once("line", (text) => resolve(JSON.parse(text)));
  });
  const ready = Promise.race([line, exit.then(() => undefined)]);
  return { child, exit, errors: () => errors, ready, url: ready.then((found) => found?.["url"]) };
}
