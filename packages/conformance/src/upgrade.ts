// Upgrades as a client sends them, right or wrong on purpose.

import type { IncomingHttpHeaders } from "node:http";
import { formatTimestamp, signUpgrade, type UpgradeHeaders } from "@specwright/signing";
import { WebSocket } from "ws";
import { afterPatience } from "./patience.ts";
import type { Account } from "./stimulus.ts";

/** Is an upgrade request to make. */
export interface UpgradeInput {
  readonly account: Account;
  /** What follows the stream address: `/orders?since=1`. */
  readonly path: string;
  /** What is used in the place of the path that the address and `path` give. */
  readonly target?: string;
  readonly timeMs?: number;
  /** Changes the signed headers before they are sent; a list sends a header more than once. */
  readonly headers?: (
    signed: UpgradeHeaders,
    target: string,
  ) => Readonly<Record<string, string | readonly string[]>>;
}

/** Is what became of an upgrade. */
export type UpgradeResult =
  | {
      readonly kind: "open";
      readonly socket: WebSocket;
      /** What the answer carries, by name in lower case. */
      readonly headers: IncomingHttpHeaders;
    }
  | {
      readonly kind: "refused";
      readonly status: number;
      readonly contentType: string;
      readonly body: string;
    }
  | { readonly kind: "broken"; readonly why: string };

/** Gives the request target of a path behind a stream address. */
export function targetOf(url: string, path: string): string {
  const base = new URL(url).pathname.replace(/\/$/, "");
  return base + path;
}

/**
 * Makes an upgrade; resolves when it is answered, one way or the other. `onSocket` is called before
 * anything can come, so that no frame is missed.
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
    // Until the whole answer is there: the body of a refusal may never end.
    const cancel = afterPatience(timeoutMs, () => {
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
