import { signUpgrade } from "@specwright/signing";
import type { Party } from "./parties.ts";

/** Is a request as it goes on the wire, every part of it free to be wrong. Texts are Latin-1. */
export interface WireRequest {
  readonly method: string;
  readonly target: string;
  readonly version: string;
  readonly headers: readonly (readonly [name: string, value: string])[];
  /** What comes right behind the headers. */
  readonly rest: Uint8Array;
}

/** The key of the handshakes, and what a server must answer to it (RFC 6455 §1.3). */
export const handshakeKey = "dGhlIHNhbXBsZSBub25jZQ==";
/** Is the answer to `handshakeKey`. */
export const handshakeAccept = "s3pPLMBiTxaQ9kYGzzhZRbK+xOo=";

/** Names the headers of the signature. */
export const signatureHeaders = [
  "PRE-ACCESS-KEY",
  "PRE-ACCESS-TIMESTAMP",
  "PRE-ACCESS-SIGNATURE",
] as const;

/** Makes a well-formed upgrade that a party signs; a target that nobody can sign gets the signature of `/`. */
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

/** Writes a request. */
export function requestBytes({ method, target, version, headers, rest }: WireRequest): Buffer {
  const lines = headers.map(([name, value]) => `${name}: ${value}\r\n`).join("");
  const head = Buffer.from(`${method} ${target} ${version}\r\n${lines}\r\n`, "latin1");
  return Buffer.concat([head, rest]);
}
