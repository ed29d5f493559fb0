import {
  createMarketplaceClient,
  type MarketplaceClient,
} from "@specwright/marketplace-api/client";
import { restTransport } from "@specwright/rest/client";
import { expect } from "vitest";
import type { ProxiedService } from "../prism/proxy-service.ts";

const password = "correct horse battery";

/** The initial data of the marketplace: a published listing, which only a moderator can create. */
export const marketplaceSeed = {
  users: [{ username: "eve", email: "eve@marketplace.example", password }],
  listings: [{ owner: "eve", title: "A chess clock" }],
} as const;

type Call = Pick<ProxiedService, "strictUrl" | "tellingUrl" | "fetch">;

/** Calls every operation of a marketplace through Prism, mostly with the generated client. */
export async function checkMarketplace(service: Call): Promise<void> {
  const { strictUrl: baseUrl, fetch } = service;
  const visitor = createMarketplaceClient(restTransport({ baseUrl, fetch }));
  const ada = await join(service, visitor, "ada");
  const bob = await join(service, visitor, "bob");
  await checkUsers(ada.client, ada.id);
  const listingId = await checkListings(ada.client, ada.id);
  await checkReport(bob.client);
  await checkAttachments(ada.client, listingId);
  await checkMoves(ada.client, listingId);
  await checkSessions(ada.client, visitor);
  await checkRefusals(service, ada.client);
  expect(await bob.client.deleteUser({ path: { user_id: bob.id } })).toMatchObject({ status: 204 });
  expect(await bob.client.getCurrentUser()).toMatchObject({ status: 401 });
  expect(await ada.client.logoutUser()).toMatchObject({ status: 204 });
  expect(await ada.client.getCurrentUser()).toMatchObject({ status: 401 });
}

async function join(
  { strictUrl: baseUrl, fetch }: Call,
  visitor: MarketplaceClient,
  username: string,
) {
  const email = `${username}@marketplace.example`;
  const registered = await visitor.registerUser({ body: { username, email, password } });
  expect(registered).toMatchObject({ status: 201, body: { data: { username, email } } });
  const login = await visitor.loginUser({ body: { username_or_email: username, password } });
  if (registered.status !== 201 || login.status !== 200) throw new Error("cannot log in");
  const { token } = login.body.data;
  const client = createMarketplaceClient(
    restTransport({ baseUrl, fetch, credentials: { session: token } }),
  );
  return { client, id: registered.body.data.id };
}

async function checkUsers(client: MarketplaceClient, id: number): Promise<void> {
  const path = { user_id: id };
  expect(await client.getCurrentUser()).toMatchObject({ status: 200, body: { data: { id } } });
  expect(await client.getUser({ path })).toMatchObject({ status: 200, body: { data: { id } } });
  expect(await client.updateUser({ path, body: { first_name: "Ada" } })).toMatchObject({
    status: 200,
  });
  expect(await client.getCurrentUser()).toMatchObject({ body: { data: { first_name: "Ada" } } });
}

async function checkListings(client: MarketplaceClient, userId: number): Promise<number> {
  const made = await client.createListing({ body: { title: "A sextant" } });
  if (made.status !== 201) throw new Error(`createListing answered ${made.status}`);
  const { id } = made.body.data;
  const path = { listing_id: id };
  const body = { description: "Brass" };
  expect(await client.updateListing({ path, body })).toMatchObject({ status: 200 });
  expect(await client.getListing({ path })).toMatchObject({
    status: 200,
    body: { data: { id, title: "A sextant", description: "Brass" } },
  });
  expect(await client.listListings({ query: { user_id: userId, limit: 5 } })).toMatchObject({
    status: 200,
    body: { data: [{ id }] },
  });
  return id;
}

async function checkReport(client: MarketplaceClient): Promise<void> {
  const { title } = marketplaceSeed.listings[0];
  const list = await client.listListings();
  expect(list).toMatchObject({ status: 200, body: { data: [{ title }] } });
  const id = list.status === 200 ? list.body.data[0]?.id : undefined;
  if (id === undefined) throw new Error("nothing to report");
  const path = { listing_id: id };
  expect(await client.reportListing({ path, body: { details: "it is late" } })).toMatchObject({
    status: 200,
  });
}

async function checkMoves(client: MarketplaceClient, listingId: number): Promise<void> {
  const path = { listing_id: listingId };
  const shown = (status: string) => ({ status: 200, body: { data: { status } } });
  expect(await client.submitListing({ path })).toMatchObject(shown("publish"));
  expect(await client.hideListing({ path })).toMatchObject(shown("hidden"));
  const show = { path, body: { hidden: false } };
  expect(await client.hideListing(show)).toMatchObject(shown("publish"));
  expect(await client.approveListing({ path })).toMatchObject({ status: 403 });
  const reject = { path, body: { reason: "No." } };
  expect(await client.rejectListing(reject)).toMatchObject({ status: 403 });
  expect(await client.deleteListing({ path })).toMatchObject({ status: 204 });
  // Its owner still sees it in the trash, and can restore it.
  expect(await client.getListing({ path })).toMatchObject(shown("trash"));
}

async function checkSessions(client: MarketplaceClient, visitor: MarketplaceClient): Promise<void> {
  const list = await client.listSessions();
  expect(list).toMatchObject({ status: 200, body: { data: [{ is_current: true }] } });
  const path = { session_id: 999_999 };
  expect(await client.revokeSession({ path })).toMatchObject({ status: 404 });
  const who = { username_or_email: "ada" };
  expect(await visitor.requestPassword({ body: who })).toMatchObject({ status: 202 });
  const key = { username: "ada", password, password_reset_key: "k".repeat(43) };
  expect(await visitor.resetPassword({ body: key })).toMatchObject({ status: 401 });
  expect(await client.getCurrentUser()).toMatchObject({
    body: { data: { email_verified: false } },
  });
  expect(await client.requestVerification()).toMatchObject({ status: 202 });
  const proof = { email_verification_key: "k".repeat(43) };
  expect(await visitor.verifyEmail({ body: proof })).toMatchObject({ status: 401 });
}

/** A PNG of one white pixel. */
const PIXEL = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAACXBIWXMAAAPoAAAD6AG1e1JrAAAADElEQVQImWP4//8/AAX+Av5Y8msOAAAAAElFTkSuQmCC",
  "base64",
);

async function checkAttachments(client: MarketplaceClient, listingId: number): Promise<void> {
  const file = new Blob([PIXEL], { type: "image/png" });
  const made = await client.createAttachment({ body: { listing_id: listingId, file } });
  if (made.status !== 201) throw new Error(`createAttachment answered ${made.status}`);
  const { id, url } = made.body.data;
  const path = { attachment_id: id };
  expect(await client.getAttachment({ path })).toMatchObject({ status: 200 });
  expect(await client.updateAttachment({ path, body: { sort_order: 1 } })).toMatchObject({
    status: 200,
    body: { data: { sort_order: 0 } },
  });
  const link = new URL(url).searchParams;
  const query = {
    expires: Number(link.get("expires")),
    signature: link.get("signature") ?? "",
  };
  expect(await client.getAttachmentFile({ path, query })).toMatchObject({
    status: 200,
    contentType: "image/png",
  });
  expect(await client.deleteAttachment({ path })).toMatchObject({ status: 204 });
  expect((await fetch(url)).status).toBe(404);
}

async function checkRefusals(
  { tellingUrl, fetch }: Call,
  client: MarketplaceClient,
): Promise<void> {
  const bad = await fetch(`${tellingUrl}/users`, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ username: 7, email: "x@marketplace.example", nickname: "x" }),
  });
  expect(bad.status).toBe(400);
  expect(bad.headers.get("content-type")).toMatch(/^application\/problem\+json/);
  const problem = (await bad.json()) as { readonly errors: readonly { pointer: string }[] };
  const pointers = problem.errors.map(({ pointer }) => pointer);
  expect(pointers).toEqual(expect.arrayContaining(["/username", "/password", "/nickname"]));

  const unknown = await fetch(`${tellingUrl}/nowhere`);
  expect(unknown.status).toBe(404);
  expect(unknown.headers.get("content-type")).toMatch(/^application\/problem\+json/);
  expect(await client.getListing({ path: { listing_id: 999_999 } })).toMatchObject({ status: 404 });
  const anonymous = await fetch(`${tellingUrl}/users/me`);
  expect(anonymous.status).toBe(401);
}
