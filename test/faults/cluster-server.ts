import { execFileSync } from "node:child_process";

/** Reports whether a `nats-server` is new enough for a cluster, which needs 2.12. */
export function isClusterServer(program: string): boolean {
  const version = execFileSync(program, ["--version"], { encoding: "utf8" });
  const [, major = 0, minor = 0] = (/v(\d+)\.(\d+)/.exec(version) ?? []).map(Number);
  return major > 2 || (major === 2 && minor >= 12);
}
