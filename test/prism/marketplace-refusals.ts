// Changes that make a valid call fail, for each status in the contract.

import { randomUUID } from "node:crypto";
import {
  bytesOf,
  moveTo,
  type Prepared,
  withFields,
  withHeaders,
  withId,
  withListing,
  withQuery,
} from "./change-request.ts";
import { BODY_BYTES, type World } from "./marketplace-world.ts";
import type { PrismOperations } from "./start-prism.ts";

/** A request and its operation. */
export interface Given extends Prepared {
  readonly operation: PrismOperations[number];
  readonly world: World;
}

/** The changes to a request, and whether Prism should then find a violation. */
export interface Changed extends Partial<Prepared> {
  readonly isWrong?: boolean;
}

/** Changes a request so that it is refused. */
export type Refusal = (given: Given) => Changed | Promise<Changed>;

const MISSING = 999_999;
const DEAD = "A".repeat(43);

/** A refusal for each error status. */
export const marketplaceRefusals: ReadonlyMap<string, Refusal> = new Map<string, Refusal>([
  ["304", ({ headers }) => ({ headers: withHeaders(headers, { "if-none-match": "*" }) })],
  ["400", ({ url }) => ({ url: withQuery(url, "unknown=1") })],
  ["401", withoutSession],
  ["403", forbid],
  ["404", missResource],
  ["409", sendBefore],
  ["412", ({ headers }) => ({ headers: withHeaders(headers, { "if-match": '"99"' }) })],
  ["413", enlarge],
  ["414", ({ url }) => ({ url: withQuery(url, `unknown=${"x".repeat(9000)}`) })],
  ["415", mistakeType],
  ["422", reuseKey],
  ["429", ({ url, world }) => ({ url: moveTo(url, world.limited.strictUrl) })],
  ["431", addHeaders],
  ["503", ({ url, world }) => ({ url: moveTo(url, world.away.strictUrl) })],
]);

function withoutSession({ operation, headers, body }: Given): Changed {
  const { security = [] } = operation;
  if (security.length > 0) return as(DEAD, headers);
  const wrong = { password: "something else", password_reset_key: DEAD };
  return { body: withFields(body, { ...wrong, email_verification_key: DEAD }) };
}

function as(token: string, headers: Headers): Changed {
  return { headers: withHeaders(headers, { authorization: `Bearer ${token}` }) };
}

/** Lets Bob access an object of Ada. */
function forbid({ operation, url, headers, world }: Given): Changed {
  if (operation.iid === "registerUser") return { url: moveTo(url, world.closed.strictUrl) };
  const isOfListing = operation.path.startsWith("/listings/");
  return {
    ...as(world.people.bob.token, headers),
    ...(isOfListing ? { url: withId(url, world.published) } : {}),
  };
}

/** Only an administrator can see that the resource is missing. */
function missResource({ operation, url, headers, body, world }: Given): Changed {
  const { security = [] } = operation;
  return {
    url: withId(url, MISSING),
    body: withListing(body, MISSING),
    ...(security.length > 0 ? as(world.people.root.token, headers) : {}),
  };
}

function enlarge({ headers, body }: Given): Changed {
  const more = "x".repeat(BODY_BYTES);
  const isForm = headers.get("content-type")?.startsWith("multipart") === true;
  if (isForm) return { body: new Uint8Array(Buffer.concat([body ?? bytesOf(""), bytesOf(more)])) };
  return {
    isWrong: true,
    headers: withHeaders(headers, { "content-type": "application/json" }),
    // The name of a custom field does not match either.
    body: bytesOf(JSON.stringify({ "": more })),
  };
}

function mistakeType({ headers }: Given): Changed {
  return {
    isWrong: true,
    headers: withHeaders(headers, { "content-type": "text/plain" }),
    body: bytesOf("x"),
  };
}

function addHeaders({ headers }: Given): Changed {
  const lines = Array.from({ length: 110 }, (_, index) => [`x-${index}`, "x"] as const);
  return { headers: withHeaders(headers, Object.fromEntries(lines)) };
}

/** Sends the request once before, without Prism, so that it is still pending. */
async function sendBefore(given: Given): Promise<Changed> {
  const { url, method, headers, body, world, operation } = given;
  if (operation.iid === "deleteUser") {
    const { root } = world.people;
    return { ...as(root.token, headers), url: withId(url, root.id) };
  }
  const keyed = withHeaders(headers, { "idempotency-key": randomUUID() });
  const { serviceUrl } = world.open;
  await fetch(moveTo(url, serviceUrl), { method, headers: keyed, body: body ?? null });
  await world.forgetAnswers();
  return { headers: keyed };
}

/** Sends another request without Prism, with the same key and caller. */
async function reuseKey({ operation, headers, world }: Given): Promise<Changed> {
  const keyed = withHeaders(headers, { "idempotency-key": randomUUID() });
  const { security = [] } = operation;
  const [path, body] =
    security.length > 0
      ? ["/listings", { title: "Another" }]
      : ["/users/request-password", { username_or_email: "nobody" }];
  const other = withHeaders(keyed, { "content-type": "application/json" });
  const { serviceUrl } = world.open;
  await fetch(`${serviceUrl}${path}`, {
    method: "POST",
    headers: other,
    body: JSON.stringify(body),
  });
  return { headers: keyed };
}
