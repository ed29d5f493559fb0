// A marketplace with moderation, moderators, and decisions to make.

import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createMarketplace, fileFolder, type MarketplaceOptions } from "@specwright/marketplace";
import {
  createMarketplaceClient,
  type MarketplaceClient,
} from "@specwright/marketplace-api/client";
import { bearer, restTransport } from "@specwright/rest/client";
import { drawImage } from "../../apps/marketplace/test/images.ts";

export const password = "correct horse battery";

/** A running marketplace. */
export interface ModeratedMarketplace {
  /** The base URL of the API. */
  readonly url: string;
  /** Logs in: `ada` and `bob` are members, `mod` and `max` moderators, `root` an administrator. */
  as(username: string): Promise<MarketplaceClient>;
  /** Revokes the role of a user, as an operator does with the command. */
  revoke(username: string): Promise<void>;
  close(): Promise<void>;
}

/** Starts a marketplace whose member `ada` has pending listings with these titles. */
export async function moderatedMarketplace(
  pending: readonly string[],
  options: Partial<MarketplaceOptions> = {},
): Promise<ModeratedMarketplace> {
  const folder = await mkdtemp(join(tmpdir(), "specwright-moderation-"));
  const marketplace = await createMarketplace({
    database: { engine: "sqlite", file: join(folder, "marketplace.db") },
    files: fileFolder(join(folder, "files")),
    adminEmail: "admin@marketplace.example",
    passwords: { memoryKib: 8, passes: 1 },
    rateLimits: "off",
    moderation: true,
    ...options,
  });
  const roles = { ada: "member", bob: "member", mod: "moderator", max: "moderator", root: "admin" };
  await marketplace.seed({
    users: Object.entries(roles).map(([username, role]) => ({
      ...{ username, password, email: `${username}@people.example` },
      role: role as "member" | "moderator" | "admin",
    })),
    listings: pending.map((title) => ({ owner: "ada", title, status: "pending" })),
  });
  const url = await marketplace.listen();
  const anonymous = createMarketplaceClient(restTransport({ baseUrl: url }));
  return {
    url,
    async as(username) {
      const answer = await anonymous.loginUser({ body: { username_or_email: username, password } });
      if (answer.status !== 200) throw new Error(`${username} cannot log in: ${answer.status}`);
      const credentials = { session: bearer(answer.body.data.token) };
      return createMarketplaceClient(restTransport({ baseUrl: url, credentials }));
    },
    async revoke(username) {
      await marketplace.storage.transaction(async ({ users }) => {
        const user = await users.byUsername(username);
        if (user !== undefined) await users.setRole(user.id, "member");
      });
    },
    async close() {
      await marketplace.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Adds an image of one colour to a listing. */
export async function addImage(owner: MarketplaceClient, listing_id: number): Promise<void> {
  const bytes = await drawImage("png", { width: 640, height: 420 });
  const file = new File([bytes], "a.png", { type: "image/png" });
  const { status } = await owner.createAttachment({ body: { listing_id, file } });
  if (status !== 201) throw new Error(`The image is answered with ${status}`);
}

/** Publishes a listing, and reports it. */
export async function reportListing(
  market: ModeratedMarketplace,
  listing_id: number,
  details: string,
): Promise<void> {
  const [mod, bob] = [await market.as("mod"), await market.as("bob")];
  const path = { listing_id };
  const statuses = [
    (await mod.approveListing({ path })).status,
    (await bob.reportListing({ path, body: { details } })).status,
  ];
  if (statuses.join() !== "200,200") throw new Error(`Not reported: ${statuses}`);
}
