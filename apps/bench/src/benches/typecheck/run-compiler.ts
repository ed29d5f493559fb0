// Compiles a project, and reads the statistics of the compiler.

import { execFile } from "node:child_process";
import { join } from "node:path";

/** The compilers that are measured, with the path of their script in the repository. */
export const compilers: Readonly<Record<string, string>> = {
  "TypeScript 5.9": "node_modules/typescript/bin/tsc",
  "TypeScript 7": "node_modules/@typescript/native/bin/tsc",
};

/** The cost of one compilation. */
export interface CompilerUsage {
  readonly cpuSeconds: number;
  readonly checkSeconds: number;
  readonly megabytes: number;
  readonly instantiations: number;
}

/** Compiles a project. If the compiler reports errors, resolves with the first one as text. */
export function runCompiler(
  root: string,
  compiler: string,
  project: string,
): Promise<CompilerUsage | string> {
  const script = join(root, compilers[compiler] ?? "");
  const args = [
    process.execPath,
    script,
    "-p",
    project,
    "--extendedDiagnostics",
    "--pretty",
    "false",
  ];
  // One of the compilers runs as a child of its script. The shell measures the time of all
  // children.
  return new Promise((resolve) => {
    execFile(
      "sh",
      ["-c", '"$@"; code=$?; times; exit $code', "sh", ...args],
      { cwd: project, maxBuffer: 2 ** 26, timeout: 600_000 },
      (error, stdout, stderr) => {
        const failed = error === null ? undefined : /^.*error TS.*$/m.exec(stdout)?.[0];
        resolve(error === null ? readUsage(stdout) : (failed ?? `${error.message} ${stderr}`));
      },
    );
  });
}

function readUsage(text: string): CompilerUsage {
  const value = (label: string): number =>
    Number(new RegExp(`^${label}:\\s+([\\d.]+)`, "m").exec(text)?.[1] ?? Number.NaN);
  return {
    cpuSeconds: readTimes(text),
    checkSeconds: value("Check time"),
    megabytes: value("Memory used") / 1024,
    instantiations: value("Instantiations"),
  };
}

/**
 * Reads the last line of the output of `times`: the CPU time of the children, such as `0m1.25s
 * 0m0.50s`.
 */
function readTimes(text: string): number {
  const [line = ""] = text.trimEnd().split("\n").slice(-1);
  const times = [...line.matchAll(/(\d+)m([\d.]+)s/g)];
  return times.reduce(
    (sum, [, minutes, seconds]) => sum + Number(minutes) * 60 + Number(seconds),
    0,
  );
}
