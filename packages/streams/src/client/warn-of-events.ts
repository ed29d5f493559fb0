import type { StreamListener } from "@specwright/runtime";

/** Creates the default listener, which warns about events that must not go unnoticed. */
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
