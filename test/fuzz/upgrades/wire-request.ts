import { signUpgrade } from "@specwright/streams/signing";
import type { Party } from "./parties.ts";

/** A request in which every part can be wrong. Texts are Latin-1. */
export interface WireRequest {
  readonly method: string;
  readonly target: string;
  readonly version: string;
  readonly headers: readonly (readonly [name: string, value: string])[];
  /** The bytes after the headers. */
  readonly rest: Uint8Array;
}

/** The key of the handshakes, with a known response (RFC 6455 §1.3). */
export const handshakeKey = "dGhlIHNhbXBsZSBub25jZQ==";
/** The response to `handshakeKey`. */
export const handshakeAccept = "s3pPLMBiTxaQ9kYGzzhZRbK+xOo=";

export const signatureHeaders = [
  "PRE-ACCESS-KEY",
  "PRE-ACCESS-TIMESTAMP",
  "PRE-ACCESS-SIGNATURE",
] as const;

/**
 * Creates a well-formed upgrade signed by a party. A target that cannot be signed gets the
 * signature of `/`.
 */
export function signedRequest(party: Party, target: string, timeMs: number): WireRequest {
  const path = /^\/[\x21-\x7e]*$/.test(target) ? target : "/";
  const signature = signUpgrade({ ...party, path, timestamp: timeMs });
  return {
    method: "GET",
    target,
    version: "HTTP/1.1",
    headers: [
      ["Host", "127.0.0.1"],
      ["Upgrade", "websocket"],
      ["Connection", "Upgrade"],
      ["Sec-WebSocket-Version", "13"],
      ["Sec-WebSocket-Key", handshakeKey],
      ...signatureHeaders.map((name): [string, string] => [name, signature[name]]),
    ],
    rest: new Uint8Array(),
  };
}

/** Encodes a request. */
export function requestBytes({ method, target, version, headers, rest }: WireRequest): Buffer {
  const lines = headers.map(([name, value]) => `${name}: ${value}\r\n`).join("");
  const head = Buffer.from(`${method} ${target} ${version}\r\n${lines}\r\n`, "latin1");
  return Buffer.concat([head, rest]);
}
