// The platform code for browsers: `#platform` in package.json. It has the exports of `node.ts`, but does
// not import Node.

// Browsers always offer compression, so both functions are the same.
export {
  openBrowserSocket as openCompressedWebSocket,
  openBrowserSocket as openWebSocket,
} from "../open-browser-socket.ts";

/** Prints a warning. */
export function warn(message: string): void {
  console.warn(message);
}
