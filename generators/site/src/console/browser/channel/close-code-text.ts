import type { CloseDescriptor, EndingReaction } from "@specwright/runtime/transport";

const ACTIONS = {
  stop: "clients stop",
  reconnect: "clients reconnect",
  resync: "clients start again from new messages",
  resubscribe: "clients subscribe again",
  renew: "clients renew their credentials",
  wait: "clients wait before they reconnect",
  "slow-down": "clients send fewer requests",
} as const satisfies Record<EndingReaction, string>;

/** Explains a close code with the text from the contract. */
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
