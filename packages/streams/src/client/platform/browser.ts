// `#platform` of package.json for browsers: the exports of `node.ts`, without Node.

// Browsers always offer compression.
export {
  openBrowserSocket as openCompressedWebSocket,
  openBrowserSocket as openWebSocket,
} from "../open-browser-socket.ts";

/** Prints a warning. */
export function warn(message: string): void {
  console.warn(message);
}
