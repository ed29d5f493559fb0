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

/** The maximum size of a received response body, in bytes. */
const MAX_ANSWER = 65_536;

/**
 * Posts a message and resolves with the response status. Reads and ignores the response body, and
 * cuts off a long or slow
 * body. Does not follow redirects. Rejects without a response, or if the URL is not allowed.
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
    // Keep-alive is off: a kept connection would use an address that was not checked for this
    // message.
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
  // An error after the status is ignored, because the status is the result.
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
