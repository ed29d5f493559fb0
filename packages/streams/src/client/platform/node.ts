// `#platform` of package.json for Node. `browser.ts` has the same names.

export { openCompressedWebSocket, openWebSocket } from "../open-web-socket.ts";

/** Prints a warning. */
export function warn(message: string): void {
  process.emitWarning(message, "StreamWarning");
}
