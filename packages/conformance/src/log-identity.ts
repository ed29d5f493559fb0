// The identity of a log, where a server tells it (S21).

import type { Frame } from "./frame.ts";
import { textAt } from "./json-values.ts";
import type { Line } from "./line.ts";

/** Returns the identity that the answer to an upgrade carries. */
export function headerOf({ headers }: Line): string | undefined {
  const value = headers["log-id"];
  return typeof value === "string" ? value : undefined;
}

/** Returns the identity that a heartbeat or an end of backlog carries. */
export function logIdOf({ value }: Frame): string | undefined {
  return textAt(value, "payload", "log_id");
}
