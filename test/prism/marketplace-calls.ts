import { createHash } from "node:crypto";
import type { MarketplaceClient } from "@specwright/marketplace-api/client";
import { PASSWORD, type Person, type World } from "./marketplace-world.ts";

/** Returns a client whose requests go through Prism. */
export type Through = (caller?: Person) => MarketplaceClient;

type Call = (world: World, through: Through) => Promise<{ readonly status: number }>;

/** A PNG of one white pixel. */
const PIXEL = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAACXBIWXMAAAPoAAAD6AG1e1JrAAAADElEQVQImWP4//8/AAX+Av5Y8msOAAAAAElFTkSuQmCC",
  "base64",
);

/**
 * Calls each operation successfully. Each call first creates its prerequisites without Prism, so that calls
 * can be repeated.
 */
export const marketplaceCalls: Readonly<Record<keyof MarketplaceClient, Call>> = {
  async registerUser({ newcomer }, through) {
    const { username } = await newcomer();
    const email = `${username}@elsewhere.example`;
    const body = { username: `${username}-too`, email, password: PASSWORD, first_name: "Ada" };
    return await through().registerUser({ body });
  },
  async loginUser(_world, through) {
    const body = { username_or_email: "ada", password: PASSWORD };
    return await through().loginUser({ body });
  },
  async logoutUser({ newcomer }, through) {
    return await through(await newcomer()).logoutUser();
  },
  async requestPassword({ newcomer }, through) {
    const { username } = await newcomer();
    return await through().requestPassword({ body: { username_or_email: username } });
  },
  async resetPassword({ newcomer, direct, keyFor }, through) {
    const { username } = await newcomer();
    await direct().requestPassword({ body: { username_or_email: username } });
    const password_reset_key = await keyFor(username, "reset");
    return await through().resetPassword({
      body: { username, password: `${PASSWORD}!`, password_reset_key },
    });
  },
  async requestVerification({ newcomer }, through) {
    return await through(await newcomer()).requestVerification();
  },
  async verifyEmail({ newcomer, keyFor }, through) {
    const { username } = await newcomer();
    const email_verification_key = await keyFor(username, "verification");
    return await through().verifyEmail({ body: { email_verification_key } });
  },
  async listCategories({ people }, through) {
    return await through(people.ada).listCategories();
  },
  async getCurrentUser({ people }, through) {
    return await through(people.ada).getCurrentUser();
  },
  async listSessions({ people }, through) {
    return await through(people.ada).listSessions();
  },
  async revokeSession({ newcomer, direct }, through) {
    const person = await newcomer();
    const list = await direct(person.token).listSessions();
    const session_id = list.status === 200 ? (list.body.data[0]?.id ?? 0) : 0;
    return await through(person).revokeSession({ path: { session_id } });
  },
  async getUser({ people }, through) {
    return await through(people.ada).getUser({ path: { user_id: people.bob.id } });
  },
  async updateUser({ people: { ada } }, through) {
    const body = { description: "Brass.", last_name: null };
    return await through(ada).updateUser({ path: { user_id: ada.id }, body });
  },
  async deleteUser({ newcomer }, through) {
    const person = await newcomer();
    return await through(person).deleteUser({ path: { user_id: person.id } });
  },
  async listListings({ people }, through) {
    const query = { user_id: people.ada.id, status: "publish", limit: 3 } as const;
    return await through(people.bob).listListings({ query });
  },
  async createListing({ people }, through) {
    return await through(people.ada).createListing({ body: { title: "A sextant" } });
  },
  async getListing(world, through) {
    return await through(world.people.ada).getListing({ path: await listing(world, "draft") });
  },
  async updateListing(world, through) {
    const path = await listing(world, "publish");
    return await through(world.people.ada).updateListing({ path, body: { description: null } });
  },
  async deleteListing(world, through) {
    const path = await listing(world, "publish");
    return await through(world.people.ada).deleteListing({ path });
  },
  async submitListing(world, through) {
    return await through(world.people.ada).submitListing({ path: await listing(world, "draft") });
  },
  async withdrawListing(world, through) {
    const path = await listing(world, "pending");
    return await through(world.people.ada).withdrawListing({ path });
  },
  async approveListing(world, through) {
    const path = await listing(world, "pending");
    return await through(world.people.mod).approveListing({ path });
  },
  async rejectListing(world, through) {
    const path = await listing(world, "pending");
    return await through(world.people.mod).rejectListing({ path, body: { reason: "No." } });
  },
  async hideListing(world, through) {
    const path = await listing(world, "publish");
    return await through(world.people.ada).hideListing({ path, body: { hidden: true } });
  },
  async reportListing(world, through) {
    const path = await listing(world, "publish");
    return await through(world.people.bob).reportListing({ path, body: { details: "Look." } });
  },
  async restoreListing(world, through) {
    const path = await listing(world, "draft");
    await world.direct(world.people.ada.token).deleteListing({ path });
    return await through(world.people.ada).restoreListing({ path });
  },
  async listReports(world, through) {
    await report(world);
    return await through(world.people.mod).listReports({ query: { status: "open", limit: 3 } });
  },
  async assignReport(world, through) {
    const body = { assignee_id: world.people.root.id };
    return await through(world.people.mod).assignReport({ path: await report(world), body });
  },
  async closeReport(world, through) {
    const body = { resolution: "Nothing was wrong." };
    return await through(world.people.mod).closeReport({ path: await report(world), body });
  },
  async suspendUser({ newcomer, people }, through) {
    const path = { user_id: (await newcomer()).id };
    const body = { suspended: true, reason: "It sells pictures of others." };
    return await through(people.mod).suspendUser({ path, body });
  },
  async listAuditEntries({ people }, through) {
    return await through(people.root).listAuditEntries({ query: { limit: 3 } });
  },
  async createAttachment(world, through) {
    const { listing_id } = await listing(world, "publish");
    return await through(world.people.ada).createAttachment({ body: upload(listing_id) });
  },
  async getAttachment(world, through) {
    const { path } = await attachment(world);
    return await through(world.people.bob).getAttachment({ path });
  },
  async updateAttachment(world, through) {
    const { path } = await attachment(world);
    return await through(world.people.ada).updateAttachment({ path, body: { sort_order: 0 } });
  },
  async deleteAttachment(world, through) {
    const { path } = await attachment(world);
    return await through(world.people.ada).deleteAttachment({ path });
  },
  async getAttachmentFile(world, through) {
    const { path, url } = await attachment(world, "draft");
    const link = new URL(url).searchParams;
    const query = {
      expires: Number(link.get("expires")),
      signature: link.get("signature") ?? "",
    };
    return await through().getAttachmentFile({ path, query });
  },
  async getImage(world, through) {
    const { url } = await attachment(world);
    const image_name = url.replace(/.*\//, "");
    return await through().getImage({ path: { image_name } });
  },
};

/** The service refuses a file whose digest differs. */
function upload(listing_id: number) {
  const sha256 = createHash("sha256").update(PIXEL).digest("hex");
  return { listing_id, sha256, file: new File([PIXEL], "pixel.png", { type: "image/png" }) };
}

/** Creates a listing of Ada without Prism. */
async function listing({ direct, people }: World, status: "draft" | "pending" | "publish") {
  const ada = direct(people.ada.token);
  const made = await ada.createListing({ body: { title: "A sextant", description: "Brass" } });
  if (made.status !== 201) throw new Error(`createListing answered ${made.status}`);
  const path = { listing_id: made.body.data.id };
  if (status !== "draft") await ada.submitListing({ path });
  if (status === "publish") await direct(people.mod.token).approveListing({ path });
  return path;
}

/** Creates a report of a listing of Ada without Prism. */
async function report(world: World) {
  const path = await listing(world, "publish");
  const bob = world.direct(world.people.bob.token);
  const made = await bob.reportListing({ path, body: { details: "Look." } });
  if (made.status !== 200) throw new Error(`reportListing answered ${made.status}`);
  return { report_id: made.body.data.id };
}

/** Creates an image for a listing of Ada without Prism. */
export async function attachment(world: World, status: "draft" | "publish" = "publish") {
  const { listing_id } = await listing(world, status);
  // Images added by the owner go to a moderator first.
  const root = world.direct(world.people.root.token);
  const made = await root.createAttachment({ body: upload(listing_id) });
  if (made.status !== 201) throw new Error(`createAttachment answered ${made.status}`);
  const { id, url } = made.body.data;
  return { path: { attachment_id: id }, url };
}
