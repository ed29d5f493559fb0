// The identity of a log, if the server sends it (S21).

import { textAt } from "../stimulus/json-values.ts";
import type { Frame } from "./frame.ts";
import type { Line } from "./line.ts";

/** Returns the identity in the headers of an accepted upgrade. */
export function headerOf({ headers }: Line): string | undefined {
  const value = headers["log-id"];
  return typeof value === "string" ? value : undefined;
}

/** Returns the identity in a heartbeat or an end-of-backlog frame. */
export function logIdOf({ value }: Frame): string | undefined {
  return textAt(value, "payload", "log_id");
}
