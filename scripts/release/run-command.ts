import { spawnSync } from "node:child_process";

/** How a command ended. */
export interface CommandResult {
  readonly ok: boolean;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs a command to its end and returns its output. */
export function runCommand(
  cwd: string,
  command: string,
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): CommandResult {
  const { status, stdout, stderr, error } = spawnSync(command, args, {
    cwd,
    encoding: "utf8",
    env: { ...process.env, ...env },
    maxBuffer: 1 << 28,
    stdio: ["ignore", "pipe", "pipe"],
  });
  return { ok: status === 0, stdout: stdout ?? "", stderr: stderr || String(error ?? "") };
}

/** Returns the last lines of a failed command, which usually have the reason. */
export function lastLines({ stdout, stderr }: CommandResult, count = 30): string {
  return `${stdout.trimEnd()}\n${stderr.trimEnd()}`.trim().split("\n").slice(-count).join("\n");
}
