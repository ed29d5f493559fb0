import type { CloseCodeDescriptor } from "@specwright/runtime/transport";

const ACTIONS = {
  stop: "a client stops",
  reconnect: "a client connects again",
  resync: "a client starts over from the live tail",
} as const satisfies Record<CloseCodeDescriptor["client"], string>;

/** Explains a close code with what the contract says about it. */
export function closeCodeText(code: number, codes: readonly CloseCodeDescriptor[]): string {
  const known = codes.filter((each) => each.code === code);
  if (known.length === 0) return `${code}, which the contract does not describe`;
  const texts = known.map(({ name, client }) => `${name.replaceAll("_", " ")}: ${ACTIONS[client]}`);
  return `${code} (${texts.join("; or ")})`;
}
