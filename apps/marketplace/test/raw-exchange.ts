import { connect } from "node:net";

/**
 * Writes bytes to the service unchanged and reads until it closes; resolves with the received text.
 */
export async function exchangeBytes(url: string, ...parts: readonly string[]): Promise<string> {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  const chunks: Buffer[] = [];
  try {
    for (const part of parts) socket.write(part);
    for await (const chunk of socket) chunks.push(chunk);
  } catch {
    // A server that refuses a connection may reset it after its answer.
  }
  return Buffer.concat(chunks).toString();
}

/** Writes a request without a body, to be followed by a close. */
export function requestBytes(
  url: string,
  target: string,
  headers: readonly string[] = [],
  method = "GET",
): string {
  const { host, pathname } = new URL(url);
  const lines = [`${method} ${pathname}${target} HTTP/1.1`, `Host: ${host}`, ...headers];
  return `${[...lines, "Connection: close"].join("\r\n")}\r\n\r\n`;
}
