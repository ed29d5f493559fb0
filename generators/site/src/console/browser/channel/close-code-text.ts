import type { CloseDescriptor, EndingReaction } from "@specwright/runtime/transport";

const ACTIONS = {
  stop: "a client stops",
  reconnect: "a client connects again",
  resync: "a client starts over from the live tail",
  resubscribe: "a client subscribes again",
  renew: "a client renews its credentials",
  wait: "a client waits before it connects again",
  "slow-down": "a client asks for less",
} as const satisfies Record<EndingReaction, string>;

/** Explains a close code with what the contract says about it. */
export function closeCodeText(code: number, closes: readonly CloseDescriptor[]): string {
  const known = closes.filter(({ codes }) =>
    typeof codes === "number" ? codes === code : code >= codes[0] && code <= codes[1],
  );
  if (known.length === 0) return `${code}, which the contract does not describe`;
  const texts = known.map(({ name, client }) =>
    name === undefined ? ACTIONS[client] : `${name.replaceAll("_", " ")}: ${ACTIONS[client]}`,
  );
  return `${code} (${texts.join("; or ")})`;
}
