// Sequences of requests about one listing, some of them concurrent.

import { bodyMember, type Received } from "./exchange.ts";
import type { CallOptions, Player } from "./player.ts";
import type { Story } from "./story.ts";

/** The sequences. */
export const listingStories: readonly Story[] = [
  async function life(player) {
    const { as, path, other } = await published(player);
    await player.call("getListing", { as: other, path, statuses: [200] });
    const details = { details: "not what it says" };
    await player.call("reportListing", { as: other, path, body: details, statuses: [200] });
    await player.call("reportListing", { as: other, path, body: details, statuses: [409] });
    await player.call("updateListing", {
      as: other,
      path,
      body: { title: "mine" },
      statuses: [403],
    });
    await player.call("hideListing", { as, path, body: { hidden: true }, statuses: [200] });
    await player.call("getListing", { as: other, path, statuses: [404] });
    await player.call("reportListing", { as: other, path, body: details, statuses: [404] });
    await player.call("hideListing", { as, path, body: { hidden: true }, statuses: [200] });
    await player.call("hideListing", { as, path, body: { hidden: false }, statuses: [200] });
    const seen = await player.call("getListing", { as: other, path, statuses: [200] });
    const etag = seen.headers.get("etag") ?? "";
    const known = { "if-none-match": `"other", ${etag}` };
    await player.call("getListing", { as: other, path, headers: known, statuses: [304] });
    const stale = { "if-match": '"1"' };
    await player.call("deleteListing", { as, path, headers: stale, statuses: [412] });
    await player.call("deleteListing", {
      as,
      path,
      headers: { "if-match": etag },
      statuses: [204],
    });
    await player.call("getListing", { as, path, statuses: [200] });
    await player.call("submitListing", { as, path, statuses: [409] });
    await player.call("restoreListing", { as: other, path, statuses: [404] });
    await player.call("restoreListing", { as, path, statuses: [200] });
    await player.call("restoreListing", { as, path, statuses: [409] });
  },
  async function hold(player) {
    const { as, path, other } = await published(player);
    const moderator = player.world.people.find(({ role }) => role === "moderator");
    if (moderator === undefined) throw new Error("there is no moderator");
    const details = { details: "not what it says" };
    const made = await player.call("reportListing", {
      as: other,
      path,
      body: details,
      statuses: [200],
    });
    const report = { report_id: Number(bodyMember(made, "data", "id")) };
    const mine = { assignee_id: moderator.id };
    await player.call("assignReport", { as: other, path: report, body: mine, statuses: [403] });
    await player.call("assignReport", { as: moderator, path: report, body: mine, statuses: [200] });
    const bare = { hidden: true };
    await player.call("hideListing", { as: moderator, path, body: bare, statuses: [400] });
    const held = { hidden: true, reason: "a reason" };
    await player.call("hideListing", { as: moderator, path, body: held, statuses: [200] });
    await player.call("hideListing", { as, path, body: { hidden: false }, statuses: [403] });
    const result = { resolution: "it was hidden" };
    await player.call("closeReport", {
      as: moderator,
      path: report,
      body: result,
      statuses: [200],
    });
    await player.call("closeReport", {
      as: moderator,
      path: report,
      body: result,
      statuses: [409],
    });
    await player.call("hideListing", {
      as: moderator,
      path,
      body: { hidden: false },
      statuses: [200],
    });
    await player.call("getListing", { as: other, path, statuses: [200] });
  },
  async function images(player) {
    const { as, path, other } = await published(player);
    const { listing_id: id = 0 } = path;
    // The draft picks its listing at random, so this must be the only one.
    const listings = player.world.listings.splice(0);
    player.world.listings.push(id);
    const image = await player.call("createAttachment", { as, statuses: [201] });
    player.world.listings.splice(0, 1, ...listings);
    const place = { attachment_id: Number(bodyMember(image, "data", "id")) };
    // If listings are moderated, the image sends this one back to a moderator.
    await player.call("getAttachment", { as: other, path: place, statuses: [200, 404] });
    const [operation, file] = fileRequest(image);
    await player.call(operation, { ...file, statuses: [200] });
    const body = { sort_order: 0 };
    await player.call("updateAttachment", { as: other, path: place, body, statuses: [403, 404] });
    await player.call("updateAttachment", { as, path: place, body, statuses: [200, 403] });
    await player.call("deleteListing", { as, path, statuses: [204, 403] });
    await player.call(operation, { ...file, statuses: [200, 404] });
  },
  async function updatesAtOnce(player) {
    const { as, path } = await drafted(player);
    const headers = { "if-match": '"1"' };
    const both = await twice(player, "updateListing", (title) => ({
      as,
      path,
      headers,
      body: { title },
    }));
    requireOnce(both, 200, 412);
  },
  async function deletionsAtOnce(player) {
    const { as, path } = await drafted(player);
    const both = await twice(player, "deleteListing", () => ({ as, path }));
    requireOnce(both, 204, 403);
  },
  async function submissionsAtOnce(player) {
    const { as, path } = await drafted(player);
    const both = await twice(player, "submitListing", () => ({ as, path }));
    requireOnce(both, 200, 409);
  },
  async function oneKeyAtOnce(player) {
    const as = await player.credential(player.random.pick(player.world.people));
    const headers = { "idempotency-key": `one-key-for-two-${player.world.next()}` };
    const body = { title: "once" };
    const options = { as, headers, body, statuses: [201, 409] };
    const both = await twice(player, "createListing", () => options);
    const again = await player.call("createListing", { ...options, statuses: [201] });
    const made = [...both, again].filter(({ status }) => status === 201);
    const ids = new Set(made.map((answer) => bodyMember(answer, "data", "id")));
    if (ids.size !== 1) throw new Error(`one key has made ${ids.size} listings`);
    const other = { ...options, body: { title: "twice" }, statuses: [422] };
    await player.call("createListing", other);
  },
];

interface Mine {
  readonly as: NonNullable<CallOptions["as"]>;
  readonly other: NonNullable<CallOptions["as"]>;
  readonly path: Readonly<Record<string, number>>;
}

async function drafted(player: Player): Promise<Mine> {
  const members = player.world.people.filter(({ role }) => role === "member");
  const owner = player.random.pick(members);
  const others = members.filter(({ id }) => id !== owner.id);
  const as = await player.credential(owner);
  const other = await player.credential(player.random.pick(others));
  const body = { title: "a story", description: "of a listing" };
  const answer = await player.call("createListing", { as, body, statuses: [201] });
  return { as, other, path: { listing_id: Number(bodyMember(answer, "data", "id")) } };
}

async function published(player: Player): Promise<Mine> {
  const mine = await drafted(player);
  const { as, path } = mine;
  const submitted = await player.call("submitListing", { as, path, statuses: [200] });
  if (bodyMember(submitted, "data", "status") === "pending") {
    const moderator = player.world.people.find(({ role }) => role === "moderator");
    if (moderator === undefined) throw new Error("there is no moderator");
    const body = { reason: "not yet" };
    await player.call("rejectListing", { as: moderator, path, body, statuses: [200] });
    await player.call("submitListing", { as, path, statuses: [200] });
    await player.call("updateListing", { as, path, body: { title: "new" }, statuses: [200] });
    await player.call("withdrawListing", { as: moderator, path, statuses: [403] });
    await player.call("withdrawListing", { as, path, statuses: [200] });
    await player.call("withdrawListing", { as, path, statuses: [409] });
    await player.call("submitListing", { as, path, statuses: [200] });
    await player.call("approveListing", { as: moderator, path, statuses: [200] });
  }
  return mine;
}

/** Returns the request for the bytes of an image, whose link depends on the state of the listing. */
function fileRequest(image: Received): readonly [operation: string, options: CallOptions] {
  const { pathname, searchParams } = new URL(String(bodyMember(image, "data", "url")));
  if (searchParams.size === 0) {
    return ["getImage", { path: { image_name: pathname.replace(/.*\//, "") } }];
  }
  const attachment_id = Number(bodyMember(image, "data", "id"));
  return ["getAttachmentFile", { path: { attachment_id }, query: [...searchParams] }];
}

async function twice(
  player: Player,
  id: string,
  options: (name: string) => CallOptions,
): Promise<readonly Received[]> {
  return await Promise.all(["one", "two"].map((name) => player.call(id, options(name))));
}

function requireOnce(answers: readonly Received[], won: number, lost: number): void {
  const found = answers.map(({ status }) => status).toSorted((a, b) => a - b);
  if (found.join() !== `${won},${lost}`) throw new Error(`two at once got ${found.join(" and ")}`);
}
