import { randomBytes } from "node:crypto";

/** Creates the identity of a log: 128 random bits as 32 lowercase hex digits. */
export function makeLogId(): string {
  return randomBytes(16).toString("hex");
}
