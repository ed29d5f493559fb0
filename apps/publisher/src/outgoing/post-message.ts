import { request as requestHttp } from "node:http";
import { request as requestHttps } from "node:https";
import { publicLookup } from "./public-address.ts";
import { readTarget, type WebhookTargets } from "./webhook-target.ts";

/** A message to a webhook. */
export interface WebhookPost {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array;
  readonly targets: WebhookTargets;
  /** How long the exchange may take. */
  readonly timeoutMs: number;
}

/** How much of an answer is received before the connection is closed, in bytes. */
const MAX_ANSWER = 65_536;

/**
 * Posts a message, and resolves with the status of the answer. Its body is received and ignored, so
 * that the server can finish it; a long or slow one is cut off. Redirects are not followed. Rejects
 * if there is no answer, or if the URL must not be called.
 */
export async function postMessage(post: WebhookPost): Promise<number> {
  const target = readTarget(post.url, post.targets);
  if ("fault" in target) throw new Error(`the URL cannot be used: ${target.fault}`);
  const { url } = target;
  const { promise, resolve, reject } = Promise.withResolvers<number>();
  const send = url.protocol === "https:" ? requestHttps : requestHttp;
  const request = send(url, {
    method: "POST",
    headers: { ...post.headers, "content-length": post.body.byteLength },
    // A connection of its own: one that is kept may be to an address of former times.
    agent: false,
    signal: AbortSignal.timeout(post.timeoutMs),
    ...(post.targets === "public" && { lookup: publicLookup }),
  });
  let status: number | undefined;
  request.on("response", (response) => {
    status = response.statusCode;
    let left = MAX_ANSWER;
    response.on("data", (chunk: Buffer) => {
      left -= chunk.length;
      if (left < 0) request.destroy();
    });
    response.on("error", () => {});
  });
  // Once the status is known, it does not matter how the body ends.
  request.on("error", (error) => {
    if (status === undefined) reject(error);
  });
  request.on("close", () => {
    if (status === undefined) reject(new Error("the connection was closed"));
    else resolve(status);
  });
  request.end(post.body);
  return await promise;
}
