import type { StreamListener } from "@specwright/runtime/codegen";

/** Makes the listener of those who gave none: it warns of what nobody may miss. */
export function warnOfEvents(warn: (message: string) => void): StreamListener {
  return (event) => {
    if (event.type !== "unreachable") return;
    const { channel, attempts, reason } = event;
    warn(`${channel}: no connection in ${attempts} attempts, and trying on: ${reason}`);
  };
}
