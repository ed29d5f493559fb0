// What package.json names `#platform`, in Node. `browser.ts` has the same names.

export { openWebSocket } from "../open-web-socket.ts";

/** Prints a warning. */
export function warn(message: string): void {
  process.emitWarning(message, "StreamWarning");
}
