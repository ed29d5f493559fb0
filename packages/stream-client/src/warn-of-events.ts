import type { StreamListener } from "@specwright/runtime/codegen";

/** Makes the listener of those who gave none: it warns of what nobody may miss. */
export function warnOfEvents(warn: (message: string) => void): StreamListener {
  return (event) => {
    switch (event.type) {
      case "unreachable":
        warn(
          `${event.channel}: no connection in ${event.attempts} attempts, and trying on: ${event.reason}`,
        );
        break;
      case "resync":
        warn(
          `${event.channel}: the server has not what was read (${event.reason}); going on at the live tail`,
        );
        break;
      default:
        break;
    }
  };
}
