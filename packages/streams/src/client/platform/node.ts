// The platform code for Node: `#platform` in package.json. `browser.ts` has the same exports.

export { openCompressedWebSocket, openWebSocket } from "../open-web-socket.ts";

/** Prints a warning. */
export function warn(message: string): void {
  process.emitWarning(message, "StreamWarning");
}
