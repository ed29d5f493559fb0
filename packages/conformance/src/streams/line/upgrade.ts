// Upgrades as a client sends them, correct or deliberately wrong.

import type { IncomingHttpHeaders } from "node:http";
import { formatTimestamp, signUpgrade, type UpgradeHeaders } from "@specwright/streams/signing";
import { WebSocket } from "ws";
import { setActiveTimeout } from "../stimulus/active-timeout.ts";
import type { Account } from "../stimulus/stimulus.ts";

/** An upgrade request. */
export interface UpgradeInput {
  readonly account: Account;
  /** The part after the stream address: `/orders?since=1`. */
  readonly path: string;
  /** A request target that replaces the one made from the address and `path`. */
  readonly target?: string;
  readonly timeMs?: number;
  /** Changes the signed headers before they are sent; an array sends a header more than once. */
  readonly headers?: (
    signed: UpgradeHeaders,
    target: string,
  ) => Readonly<Record<string, string | readonly string[]>>;
}

/** The result of an upgrade. */
export type UpgradeResult =
  | {
      readonly kind: "open";
      readonly socket: WebSocket;
      /** The headers of the answer, with lowercase names. */
      readonly headers: IncomingHttpHeaders;
    }
  | {
      readonly kind: "refused";
      readonly status: number;
      readonly contentType: string;
      readonly body: string;
    }
  | { readonly kind: "broken"; readonly why: string };

/** Returns the request target for a path behind a stream address. */
export function targetOf(url: string, path: string): string {
  const base = new URL(url).pathname.replace(/\/$/, "");
  return base + path;
}

/**
 * Sends an upgrade and resolves when it is answered in any way. `onSocket` is called before any
 * frame can arrive, so that none is missed.
 */
export function upgrade(
  url: string,
  input: UpgradeInput,
  timeoutMs: number,
  onSocket: (socket: WebSocket) => void,
): Promise<UpgradeResult> {
  const target = input.target ?? targetOf(url, input.path);
  const timestamp = formatTimestamp(input.timeMs ?? Date.now());
  const signed = signUpgrade({ ...input.account, path: target, timestamp });
  const given = input.headers?.(signed, target) ?? { ...signed };
  const headers = Object.fromEntries(
    Object.entries(given).map(([name, value]) => [
      name,
      typeof value === "string" ? value : [...value],
    ]),
  );
  return new Promise((resolve) => {
    const socket = new WebSocket(new URL(target, url), {
      headers: headers as Record<string, string>,
      perMessageDeflate: false,
    });
    onSocket(socket);
    // Covers the whole answer, because the body of a refusal may never end.
    const cancel = setActiveTimeout(timeoutMs, () => {
      resolve({ kind: "broken", why: `no whole answer within ${timeoutMs} ms` });
      socket.terminate();
    });
    const end = (result: UpgradeResult): void => {
      cancel();
      resolve(result);
    };
    socket.on("error", (error) => end({ kind: "broken", why: error.message }));
    let answer: IncomingHttpHeaders = {};
    socket.once("upgrade", (response) => {
      answer = response.headers;
    });
    socket.once("open", () => end({ kind: "open", socket, headers: answer }));
    socket.once("unexpected-response", (request, response) => {
      const chunks: Buffer[] = [];
      response.on("data", (chunk: Buffer) => chunks.push(chunk));
      response.on("error", (error) => end({ kind: "broken", why: error.message }));
      response.on("end", () => {
        const contentType = response.headers["content-type"] ?? "";
        const body = Buffer.concat(chunks).toString();
        end({ kind: "refused", status: response.statusCode ?? 0, contentType, body });
        request.destroy();
      });
    });
  });
}
