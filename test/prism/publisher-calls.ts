// Requests to every operation of the publisher, and changes that make them fail.

import { BODY_BYTES, type ProxiedPublisher, type PublisherWorld, shop } from "./publisher-world.ts";
import { SLOW } from "./start-relay.ts";

/** A request, and the publisher that receives it. */
export interface PublisherCall {
  readonly to: ProxiedPublisher;
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
  /** Whether Prism should find a violation in the request. */
  readonly isWrong?: boolean;
}

/** Changes a valid call. */
type Change = (
  call: PublisherCall,
  world: PublisherWorld,
) => PublisherCall | Promise<PublisherCall>;

const JSON_TYPE = { "Content-Type": "application/json" };
const NOBODY = "c0a8f2b6-51d4-4e7e-9a3f-7d1b2c3e4f50";

/** Returns a valid call of each operation, by its id. */
export function publisherCalls(world: PublisherWorld): Readonly<Record<string, PublisherCall>> {
  const { open } = world;
  const { ids, tokens } = open;
  const as = (token: string) => ({ Authorization: `Token ${token}` });
  const get = (path: string): PublisherCall => ({ to: open, method: "GET", path, headers: {} });
  const read = (path: string): PublisherCall => ({ ...get(path), headers: as(tokens.read) });
  const send = (method: string, path: string, body: object): PublisherCall => ({
    ...{ to: open, method, path, body: JSON.stringify(body) },
    headers: { ...as(tokens.admin), ...JSON_TYPE },
  });
  const sendNothing = (method: string, path: string): PublisherCall => ({
    ...{ to: open, method, path, headers: as(tokens.admin) },
  });
  const document = shop(`2.${world.next()}`, `orders-${world.next()}`);
  return {
    listVersions: read("/versions?interface=shop&limit=1"),
    publishVersion: send("POST", "/versions", { interface: "shop", document }),
    getVersion: read(`/versions/${ids.first}`),
    getDocument: read(`/versions/${ids.first}/document`),
    diffVersions: read(`/versions/${ids.second}/diff`),
    createDiff: send("POST", "/diffs", { interface: "shop", document }),
    getDiff: read(`/diffs/${ids.diff}`),
    listInterfaces: get("/interfaces"),
    getInterface: get("/interfaces/shop"),
    putInterface: send("PUT", "/interfaces/shop", { title: "Shop" }),
    getLatestVersion: read("/interfaces/shop/latest"),
    getChangelog: get("/interfaces/shop/changelog"),
    getChangelogRss: get("/interfaces/shop/changelog.rss"),
    getChangelogAtom: get("/interfaces/shop/changelog.atom"),
    getChangelogJsonFeed: get("/interfaces/shop/changelog.json"),
    withdraw: send("POST", "/interfaces/shop/withdrawals", { scope: "version", number: 999 }),
    listWebhooks: sendNothing("GET", "/interfaces/shop/webhooks"),
    createWebhook: send("POST", "/interfaces/shop/webhooks", { url: "https://example.com/hook" }),
    deleteWebhook: sendNothing("DELETE", `/interfaces/shop/webhooks/${NOBODY}`),
    replaceFeedKey: sendNothing("POST", "/interfaces/shop/feed-key"),
    revokeFeedKey: sendNothing("DELETE", "/interfaces/shop/feed-key"),
  };
}

const withHeader =
  (name: string, value: string): Change =>
  (call) => ({ ...call, headers: { ...call.headers, [name]: value } });

const waiting = withHeader("Prefer", "wait=30");

/** Changes that lead to a status of one operation. */
const own: Readonly<Record<string, Change>> = {
  "publishVersion 201": waiting,
  "publishVersion 202": (call) => call,
  "publishVersion 204": async (call, { open }) => {
    const body = JSON.stringify({ interface: "shop", branch: "same", document: shop("1.0") });
    const headers = { ...call.headers, Prefer: "wait=30" };
    await fetch(`${open.serviceUrl}/versions`, { method: "POST", headers, body });
    return { ...call, body };
  },
  "publishVersion 409": (call) => ({
    ...call,
    body: JSON.stringify({ ...JSON.parse(call.body ?? ""), previous_id: NOBODY }),
  }),
  "publishVersion 422": (call, world) =>
    waiting(publish(call, shop("1").replace("200", `20${world.next() % 10}0`)), world),
  "publishVersion 404": otherInterface,
  "createDiff 201": waiting,
  "createDiff 202": (call) => call,
  "createDiff 404": otherInterface,
  "createDiff 422": (call, world) => waiting(publish(call, "openapi: 3.1.1\n"), world),
  "getVersion 202": async (call, { slow }) => ({
    ...on(call, slow, "read"),
    path: `/versions/${await accept(slow, "/versions", "pending")}`,
  }),
  "getVersion 422": (call, { open }) => ({ ...call, path: `/versions/${open.ids.rejected}` }),
  "diffVersions 202": (call, { slow }) => ({
    ...on(call, slow, "read"),
    path: `/versions/${slow.ids.first}/diff?base=${slow.ids.second}`,
  }),
  "getDiff 202": async (call, { slow }) => ({
    ...on(call, slow, "read"),
    path: `/diffs/${await accept(slow, "/diffs", "pending")}`,
  }),
  "getDiff 422": (call, { open }) => ({ ...call, path: `/diffs/${open.ids.rejectedDiff}` }),
  "putInterface 201": (call, world) => ({ ...call, path: `/interfaces/new-${world.next()}` }),
  "withdraw 200": async (call, world) => {
    const { branch } = await publishBranch(world);
    return { ...call, body: JSON.stringify({ scope: "branch", branch }) };
  },
  "getVersion 410": withdrawnVersion,
  "getDocument 410": withdrawnVersion,
  "diffVersions 410": withdrawnVersion,
  "getInterface 410": withdrawnInterface,
  "getChangelog 410": withdrawnInterface,
  "replaceFeedKey 201": (call) => call,
  "createWebhook 201": (call) => call,
  "createWebhook 409": async (call, world) => {
    const path = `/interfaces/full-${world.next()}`;
    await administer(world, ["PUT", path], { title: "Full" });
    for (let count = 0; count < 20; count++) await createWebhook(world, path);
    return { ...call, path: `${path}/webhooks` };
  },
  "deleteWebhook 204": async (call, world) => {
    const { data } = await createWebhook(world);
    return { ...call, path: `/interfaces/shop/webhooks/${data.id}` };
  },
  "revokeFeedKey 204": async (call, { open }) => {
    const { headers, path } = call;
    await fetch(`${open.serviceUrl}${path}`, { method: "POST", headers });
    return call;
  },
  "getChangelog 303": withHeader("Accept", "text/html"),
};

/** Changes that lead to a status of any operation. */
const general: Readonly<Record<string, Change>> = {
  "200": (call) => call,
  "304": withHeader("If-None-Match", "*"),
  "400": (call) => ({ ...call, path: withQuery(call.path, "unknown=1") }),
  "401": withHeader("Authorization", `Token ${"A".repeat(43)}`),
  // A token for reading another interface can neither publish to this one nor compare with it.
  "403": (call) => ({
    ...call,
    headers: { ...call.headers, Authorization: `Token ${call.to.tokens.foreign}` },
  }),
  "404": (call) => ({
    ...call,
    path: call.path
      .replace(/[0-9a-f]{8}-[0-9a-f-]{27}/, NOBODY)
      .replace("/interfaces/shop", "/interfaces/none"),
  }),
  "406": withHeader("Accept", "image/png"),
  "408": (call, { hasty }) => {
    const { headers, ...sent } = on(call, hasty);
    return { ...sent, headers: { ...headers, [SLOW]: "1" } };
  },
  "413": (call) => ({
    ...call,
    isWrong: true,
    body: JSON.stringify({ "": "x".repeat(BODY_BYTES) }),
  }),
  "414": (call) => ({ ...call, path: withQuery(call.path, `unknown=${"x".repeat(9000)}`) }),
  "415": (call) => ({
    ...call,
    isWrong: true,
    headers: { ...call.headers, "Content-Type": "text/plain" },
    body: "x",
  }),
  "429": (call, { limited }) => on(call, limited),
  "431": (call) => ({
    ...call,
    headers: {
      ...call.headers,
      ...Object.fromEntries(Array.from({ length: 110 }, (_, index) => [`x-${index}`, "x"])),
    },
  }),
  "500": (call, { damaged }) => on(call, damaged),
  "503": (call, { away }) => on(call, away),
};

/** Returns a call that leads to a status. */
export async function callFor(
  world: PublisherWorld,
  id: string,
  status: string,
): Promise<PublisherCall> {
  const call = publisherCalls(world)[id];
  const change = own[`${id} ${status}`] ?? general[status];
  if (call === undefined || change === undefined)
    throw new Error(`nothing answers ${id} ${status}`);
  return await change(isCounted(id, status) ? call : withToken(call, world), world);
}

/**
 * Reports whether a call counts towards the rate limit. Feeds are served from memory, which costs less than
 * counting, unless the caller sends credentials.
 */
function isCounted(id: string, status: string): boolean {
  return !/^getChangelog./.test(id) || !["429", "431"].includes(status);
}

function withToken(call: PublisherCall, { open }: PublisherWorld): PublisherCall {
  return { ...call, headers: { ...call.headers, Authorization: `Token ${open.tokens.read}` } };
}

function publish(call: PublisherCall, document: string): PublisherCall {
  return { ...call, body: JSON.stringify({ interface: "shop", document }) };
}

function otherInterface(call: PublisherCall): PublisherCall {
  return { ...call, body: JSON.stringify({ interface: "none", document: shop("1.0") }) };
}

/** Sends a call to another publisher, which has its own tokens. */
function on(call: PublisherCall, to: ProxiedPublisher, rights?: "read"): PublisherCall {
  if (call.headers["Authorization"] === undefined) return { ...call, to };
  const token = rights === "read" ? to.tokens.read : to.tokens.admin;
  return { ...call, to, headers: { ...call.headers, Authorization: `Token ${token}` } };
}

/** Sends a document that stays unprocessed, without Prism, and returns its id. */
async function accept(to: ProxiedPublisher, path: string, what: string): Promise<string> {
  const answer = await fetch(`${to.serviceUrl}${path}`, {
    method: "POST",
    headers: { ...JSON_TYPE, Authorization: `Token ${to.tokens.admin}` },
    body: JSON.stringify({ interface: "shop", document: shop("9", what) }),
  });
  const { data } = await answer.json();
  return data.id;
}

/** Sends a request of an administrator without Prism. */
async function administer(
  { open }: PublisherWorld,
  [method, path]: readonly [method: string, path: string],
  body: object,
) {
  const headers = { ...JSON_TYPE, Authorization: `Token ${open.tokens.admin}`, Prefer: "wait=30" };
  const sent = { method, headers, body: JSON.stringify(body) };
  return await (await fetch(`${open.serviceUrl}${path}`, sent)).json();
}

/** Publishes a version to a new branch. */
async function publishBranch(world: PublisherWorld) {
  const branch = `branch-${world.next()}`;
  const document = shop(`3.${world.next()}`);
  const wanted = { interface: "shop", branch, document };
  const { data } = await administer(world, ["POST", "/versions"], wanted);
  return { branch, id: data.id };
}

async function createWebhook(world: PublisherWorld, path = "/interfaces/shop") {
  const body = { url: "https://example.com/hook" };
  return await administer(world, ["POST", `${path}/webhooks`], body);
}

async function withdrawnVersion(call: PublisherCall, world: PublisherWorld) {
  const { branch, id } = await publishBranch(world);
  const body = { scope: "branch", branch };
  await administer(world, ["POST", "/interfaces/shop/withdrawals"], body);
  return { ...call, path: call.path.replace(/[0-9a-f]{8}-[0-9a-f-]{27}/, id) };
}

async function withdrawnInterface(call: PublisherCall, world: PublisherWorld) {
  const path = `/interfaces/gone-${world.next()}`;
  await administer(world, ["PUT", path], { title: "Gone" });
  await administer(world, ["POST", `${path}/withdrawals`], { scope: "interface" });
  return { ...call, path: call.path.replace("/interfaces/shop", path) };
}

function withQuery(path: string, more: string): string {
  return `${path}${path.includes("?") ? "&" : "?"}${more}`;
}
