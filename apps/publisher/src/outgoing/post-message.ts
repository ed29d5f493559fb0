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
  /** How long it may take until the head of the answer is there. */
  readonly timeoutMs: number;
}

/**
 * Posts a message, and resolves with the status of the answer, whose body is not read. Redirects are
 * not followed. Rejects if there is no answer, or if the URL must not be called.
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
  request.on("response", ({ statusCode = 0 }) => {
    resolve(statusCode);
    request.destroy();
  });
  request.on("error", reject);
  request.on("close", () => reject(new Error("the connection was closed")));
  request.end(post.body);
  return await promise;
}
