import { execFileSync } from "node:child_process";
import { isAtLeast } from "../../packages/streams/src/log/jetstream/check-version.ts";

/** Reports whether a `nats-server` is new enough for a cluster, which needs 2.12.2. */
export function isClusterServer(program: string): boolean {
  const version = execFileSync(program, ["--version"], { encoding: "utf8" });
  const [, number = "0"] = /v(\d\S*)/.exec(version) ?? [];
  return isAtLeast(number, [2, 12, 2]);
}
