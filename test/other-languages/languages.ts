// The clients in examples/ in other languages, and how to start them.

import { spawnSync } from "node:child_process";
import { join } from "node:path";

const root = new URL("../..", import.meta.url).pathname;
const pythonFolder = join(root, "examples/python-client");
const goFolder = join(root, "examples/go-client");
/** Python with the client's packages, at the place where the test script installs it. */
export const python: string = join(root, ".tmp/python-client/bin/python");
const isReady =
  spawnSync(python, ["-c", "import sys, websockets; assert sys.version_info >= (3, 11)"]).status ===
  0;
/** Tests download nothing. */
const offline = { ...process.env, GOPROXY: "off", GOTOOLCHAIN: "local" };

/** A client in another language. */
export interface Language {
  readonly name: string;
  readonly folder: string;
  /** The program with its first arguments; undefined if it cannot run here. */
  readonly command: readonly string[] | undefined;
  /** The command that runs its own tests. */
  readonly tests: readonly string[];
  /** The advice if the language is missing. */
  readonly advice: string;
}

/** The clients, each ready to start or with the reason why not. */
export const languages: readonly Language[] = [
  {
    name: "Python",
    folder: pythonFolder,
    command: isReady ? [python, join(pythonFolder, "follow.py")] : undefined,
    tests: [python, "-B", "-m", "unittest"],
    advice:
      "Python 3.11 with websockets is missing: python3 -m venv .tmp/python-client && .tmp/python-client/bin/pip install -r examples/python-client/requirements.txt",
  },
  {
    name: "Go",
    folder: goFolder,
    command: buildGo(),
    tests: ["go", "test", "."],
    advice:
      "Go 1.25 or the modules of the client are missing: go -C examples/go-client mod download",
  },
];

/**
 * Builds the client.
 * @throws Error if it does not compile.
 */
function buildGo(): readonly string[] | undefined {
  const program = join(root, ".tmp/go-client/follow");
  const { error, status, stderr } = spawnSync("go", ["build", "-o", program, "."], {
    cwd: goFolder,
    encoding: "utf8",
    env: offline,
  });
  if (error !== undefined || /GOPROXY=off|requires go >=/.test(stderr)) return undefined;
  if (status !== 0) throw new Error(stderr);
  return [program];
}

/** Runs a command of a language; returns its output, or why it failed. */
export function runIn(folder: string, [program = "", ...args]: readonly string[]): string {
  const { error, status, stdout, stderr } = spawnSync(program, args, {
    cwd: folder,
    encoding: "utf8",
    env: offline,
  });
  return status === 0 ? stdout : `failed with ${error ?? status}: ${stdout}${stderr}`;
}
