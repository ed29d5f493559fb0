import type { RandomBytes } from "../secrets/session-token.ts";

/** Creates a Message-ID without angle brackets. */
export function createMessageId(random: RandomBytes): string {
  return `${Buffer.from(random(16)).toString("hex")}@marketplace.invalid`;
}
