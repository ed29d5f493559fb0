// What package.json names `#platform`, in browsers: the same names as `node.ts`, and nothing of Node.

// Browsers always offer compression.
export {
  openBrowserSocket as openCompressedWebSocket,
  openBrowserSocket as openWebSocket,
} from "../open-browser-socket.ts";

/** Prints a warning. */
export function warn(message: string): void {
  console.warn(message);
}
