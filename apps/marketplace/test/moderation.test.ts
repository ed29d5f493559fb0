// Moderation: owners cannot undo the decision of a moderator, and reports are kept.

import { fakeClock } from "@specwright/runtime/testing";
import { describe, expect, test } from "vitest";
import { openStorage } from "../src/storage/open-storage.ts";
import { migrationsUpTo } from "./former-version.ts";
import { createFile, drawImage } from "./images.ts";
import { mailBox } from "./mail-box.ts";
import { at, STAFFED, send, startMarketplace, temporaryFolder } from "./start-marketplace.ts";
import { databaseOf, execute, isPostgres } from "./test-database.ts";

const DAY_MS = 24 * 60 * 60_000;
const path = { listing_id: 1 };
const reason = "The picture shows another engine.";

async function stateOf(client: Awaited<ReturnType<Awaited<ReturnType<typeof start>>["as"]>>) {
  const { body } = await client.getListing({ path });
  return [at(body, "data", "status"), at(body, "data", "held")];
}

async function start(options: Parameters<typeof startMarketplace>[0] = {}) {
  return await startMarketplace({ seed: STAFFED, moderation: true, ...options });
}

describe("T11 images", () => {
  test("T11 added to a published listing send it to a moderator", async () => {
    const { as, anonymous } = await start();
    const ada = await as("ada");
    const file = createFile(await drawImage("png"), "a.png", "image/png");
    expect((await ada.createAttachment({ body: { listing_id: 1, file } })).status).toBe(201);
    expect(await stateOf(ada)).toEqual(["pending", false]);
    expect((await anonymous.getListing({ path })).status).toBe(404);
  });

  test("T11 moved to one do so too, but not unmoved ones or an administrator's", async () => {
    const { as } = await start();
    const [ada, root, mod] = [await as("ada"), await as("root"), await as("mod")];
    const file = createFile(await drawImage("png"), "a.png", "image/png");
    const ids: number[] = [];
    for (let count = 0; count < 2; count += 1) {
      const made = await root.createAttachment({ body: { listing_id: 1, file } });
      ids.push(Number(at(made.body, "data", "id")));
    }
    expect(await stateOf(ada)).toEqual(["publish", false]);
    const move = async (sort_order: number) => {
      const image = { attachment_id: ids[0] ?? 0 };
      return (await ada.updateAttachment({ path: image, body: { sort_order } })).status;
    };
    expect([await move(0), ...(await stateOf(ada))]).toEqual([200, "publish", false]);
    expect([await move(1), ...(await stateOf(ada))]).toEqual([200, "pending", false]);
    expect((await mod.approveListing({ path })).status).toBe(200);
    expect(await stateOf(ada)).toEqual(["publish", false]);
  });
});

describe("T11 a pending listing", () => {
  test("T11 is changed by its owner, who adds, moves and removes images, and stays pending", async () => {
    const { as, anonymous } = await start();
    const ada = await as("ada");
    const file = createFile(await drawImage("png"), "a.png", "image/png");
    const ids: number[] = [];
    for (let count = 0; count < 3; count += 1) {
      const made = await ada.createAttachment({ body: { listing_id: 1, file } });
      expect([count, made.status, ...(await stateOf(ada))]).toEqual([count, 201, "pending", false]);
      ids.push(Number(at(made.body, "data", "id")));
    }
    const [first = 0, second = 0, third = 0] = ids;
    const image = (attachment_id: number) => ({ path: { attachment_id } });
    const steps = [
      (await ada.updateAttachment({ ...image(third), body: { sort_order: 0 } })).status,
      (await ada.deleteAttachment(image(second))).status,
      (await ada.updateListing({ path, body: { title: "new", description: "also" } })).status,
    ];
    expect(steps).toEqual([200, 204, 200]);
    const shown = await ada.getListing({ path });
    expect(shown.body).toMatchObject({
      data: { status: "pending", title: "new", images: [{ id: third }, { id: first }] },
    });
    expect((await anonymous.getListing({ path })).status).toBe(404);
  });

  test("T11 is approved only in the state that was read, with If-Match", async () => {
    const { as } = await start();
    const [ada, mod] = [await as("ada"), await as("mod")];
    const pending = { listing_id: 3 };
    const read = await mod.getListing({ path: pending });
    const headers = { "If-Match": `"${at(read.body, "data", "version")}"` };
    const file = createFile(await drawImage("png"), "a.png", "image/png");
    expect((await ada.createAttachment({ body: { listing_id: 3, file } })).status).toBe(201);
    expect((await mod.approveListing({ path: pending, headers })).status).toBe(412);
    expect((await mod.approveListing({ path: pending })).status).toBe(200);
  });

  test.each([
    { given: "of its owner", who: "ada", hold: false, want: [200, "draft", false] },
    { given: "of its owner, if it is held", who: "ada", hold: true, want: [200, "hidden", true] },
    { given: "of an administrator", who: "root", hold: false, want: [200, "draft", false] },
    { given: "of a moderator", who: "mod", hold: false, want: [403, "pending", false] },
    { given: "of others", who: "bob", hold: false, want: [404, "pending", false] },
  ])("T11 is withdrawn at the request $given: $want", async ({ who, hold, want }) => {
    const { as } = await start();
    const [ada, mod] = [await as("ada"), await as("mod")];
    if (hold) await mod.hideListing({ path, body: { hidden: true, reason } });
    await ada.updateListing({ path, body: { title: "new" } });
    expect(await stateOf(ada)).toEqual(["pending", hold]);
    const answer = await (await as(who)).withdrawListing({ path });
    expect([answer.status, ...(await stateOf(ada))]).toEqual(want);
    const again = await ada.withdrawListing({ path });
    expect(again.status).toBe(want[0] === 200 ? 409 : 200);
  });

  test("T11 is recorded as withdrawn by an administrator", async () => {
    const { as } = await start();
    const root = await as("root");
    expect((await root.withdrawListing({ path: { listing_id: 3 } })).status).toBe(200);
    const { body } = await root.listAuditEntries({});
    expect(at(body, "data", 0)).toMatchObject({
      action: "withdrawListing",
      details: { from: "pending", to: "draft" },
    });
  });
});

describe("T11 a listing hidden by a moderator", () => {
  test("T11 stays hidden until a moderator shows it, and its owner gets the reason", async () => {
    const box = mailBox();
    const { as } = await start({ mail: box.mail, moderation: false });
    const [ada, mod, bob] = [await as("ada"), await as("mod"), await as("bob")];
    const bare = await mod.hideListing({ path, body: { hidden: true } });
    expect([bare.status, at(bare.body, "errors", 0, "pointer")]).toEqual([400, "/reason"]);
    expect((await mod.hideListing({ path })).status).toBe(400);
    expect((await mod.hideListing({ path, body: { hidden: true, reason } })).status).toBe(200);
    expect(await stateOf(ada)).toEqual(["hidden", true]);
    await expect.poll(() => box.messages.map(({ to }) => to)).toEqual(["ada@people.example"]);
    expect(box.messages[0]?.text).toContain(`> ${reason}`);

    // Neither showing it nor moving it to the trash and back publishes it; a change has to be
    // approved.
    expect((await ada.hideListing({ path, body: { hidden: false } })).status).toBe(403);
    expect((await ada.hideListing({ path })).status).toBe(403);
    expect((await ada.deleteListing({ path })).status).toBe(204);
    expect((await ada.restoreListing({ path })).status).toBe(200);
    expect(await stateOf(ada)).toEqual(["hidden", true]);
    expect((await ada.updateListing({ path, body: { title: "new" } })).status).toBe(200);
    expect(await stateOf(ada)).toEqual(["pending", true]);
    expect((await mod.rejectListing({ path, body: { reason } })).status).toBe(200);
    expect(await stateOf(ada)).toEqual(["hidden", true]);
    expect((await bob.getListing({ path })).status).toBe(404);

    expect((await mod.hideListing({ path, body: { hidden: false } })).status).toBe(200);
    expect(await stateOf(ada)).toEqual(["publish", false]);
    // An owner can show a listing again that the owner has hidden.
    expect((await ada.hideListing({ path, body: { hidden: true } })).status).toBe(200);
    expect(await stateOf(ada)).toEqual(["hidden", false]);
    expect((await ada.hideListing({ path, body: { hidden: false } })).status).toBe(200);
  });

  test("T11 is listed to moderators, and by an administrator is held as well", async () => {
    const { as } = await start();
    const [mod, root, bob] = [await as("mod"), await as("root"), await as("bob")];
    expect((await root.hideListing({ path, body: { hidden: true, reason } })).status).toBe(200);
    const titles = async (client: typeof mod, query: object) => {
      const { body } = await client.listListings({ query });
      const data = at(body, "data");
      return Array.isArray(data) ? data.map((one) => at(one, "title")) : data;
    };
    // Moderators do not see the other hidden listing, which its owner has hidden.
    expect(await titles(mod, { status: "hidden" })).toEqual(["published"]);
    expect(await titles(mod, {})).toEqual(["pending", "published"]);
    expect(await titles(bob, {})).toEqual([]);
  });
});

describe("T11 the trash", () => {
  test("T11 gives back to its owner, for 30 days, and then purges", async () => {
    const clock = fakeClock(Date.UTC(2026, 0, 1));
    const { as, folder, logs } = await start({ clock });
    const ada = await as("ada");
    expect((await ada.deleteListing({ path })).status).toBe(204);
    const trash = await ada.listListings({ query: { status: "trash" } });
    expect(at(trash.body, "data", "length")).toBe(2);
    expect((await ada.updateListing({ path, body: { title: "x" } })).status).toBe(403);
    expect((await ada.restoreListing({ path })).status).toBe(200);
    expect(await stateOf(ada)).toEqual(["draft", false]);

    expect((await ada.deleteListing({ path })).status).toBe(204);
    const purged = () => logs.filter((line) => line.includes("trash purged")).length;
    const rows = async () => await execute(folder, "SELECT id FROM listings WHERE id IN (1, 2)");
    await clock.advance(30 * DAY_MS - 60_000);
    expect([(await rows()).length, purged()]).toEqual([2, 0]);
    await expect
      .poll(async () => {
        await clock.advance(60 * 60_000);
        return purged();
      })
      .toBeGreaterThan(0);
    expect(await rows()).toHaveLength(1);
    const root = await as("root");
    expect((await root.getListing({ path })).status).toBe(404);
  });
});

describe("T11 reports", () => {
  test("T11 keep their subject, and outlive listing, owner and reporter", async () => {
    const { as, clientOf, token } = await start();
    const [ada, bob, mod] = [await as("ada"), clientOf(await token("bob")), await as("mod")];
    const made = await bob.reportListing({ path, body: { details: "It is mine." } });
    expect(made.status).toBe(200);
    expect((await ada.deleteUser({ path: { user_id: 1 } })).status).toBe(204);
    expect((await bob.deleteUser({ path: { user_id: 2 } })).status).toBe(204);
    const { body } = await mod.listReports({ query: { status: "open" } });
    expect(at(body, "data")).toMatchObject([
      {
        listing_id: 1,
        listing_title: "published",
        owner: { id: 1, username: "ada" },
        reporter: { id: 2, username: "bob" },
        details: "It is mine.",
        status: "open",
        assignee: null,
      },
    ]);
  });

  test("T11 are assigned and closed by moderators, and their actions are in the log", async () => {
    const { as, url, token } = await start();
    const [bob, mod, root] = [await as("bob"), await as("mod"), await as("root")];
    await bob.reportListing({ path, body: { details: "It is mine." } });
    const report = { report_id: 1 };
    const assign = async (body?: { assignee_id: number }) =>
      await mod.assignReport({ path: report, ...(body === undefined ? {} : { body }) });
    const foreign = await assign({ assignee_id: 2 });
    expect([foreign.status, at(foreign.body, "errors", 0, "pointer")]).toEqual([
      400,
      "/assignee_id",
    ]);
    expect(at((await assign()).body, "data", "assignee")).toEqual({ id: 4, username: "mod" });
    await mod.hideListing({ path, body: { hidden: true, reason } });
    const closed = await mod.closeReport({ path: report, body: { resolution: "Hidden." } });
    expect(at(closed.body, "data")).toMatchObject({ status: "closed", resolution: "Hidden." });
    expect((await assign()).status).toBe(409);
    const open = await mod.listReports({ query: { status: "open" } });
    expect(at(open.body, "data")).toEqual([]);

    // Actions on one's own things are not recorded.
    await root.createListing({ body: { title: "mine" } });
    const { body } = await root.listAuditEntries({});
    const data = at(body, "data");
    const entries = Array.isArray(data)
      ? data.map((one) => [at(one, "actor"), at(one, "action"), at(one, "subject_id")])
      : data;
    expect(entries).toEqual([
      ["mod", "closeReport", 1],
      ["mod", "hideListing", 1],
      ["mod", "assignReport", 1],
    ]);
    expect(at(data, 1, "details")).toEqual({ from: "publish", to: "hidden", reason });
    const first = await send(`${url}/audit-entries?limit=1`, "GET", { token: await token("root") });
    const cursor = String(at(first.body, "next_cursor"));
    const rest = await root.listAuditEntries({ query: { cursor } });
    expect(at(rest.body, "data", "length")).toBe(2);
  });

  test("T11 of an earlier version keep their subject, too", async () => {
    const folder = await temporaryFolder();
    const database = await databaseOf(folder);
    const clock = fakeClock(Date.UTC(2026, 0, 1));
    const migrations = await migrationsUpTo(6, folder);
    await (await openStorage({ database, clock, migrations })).close();
    const user = (id: number, name: string) =>
      `(${isPostgres ? "DEFAULT" : id}, '${name}', '${name}', '${name}@x.example',
        '${name}@x.example', 'x', 'member', '{}', 1, 0, 0)`;
    await execute(
      folder,
      `INSERT INTO users (id, username, username_key, email, email_key, password_hash, role,
         custom_fields, version, created_at, updated_at)
       VALUES ${user(1, "ada")}, ${user(2, "bob")}`,
    );
    await execute(
      folder,
      `INSERT INTO listings (user_id, status, title, custom_fields, version, created_at, updated_at)
       VALUES (1, 'trash', 'old', '{}', 1, 0, 0)`,
    );
    await execute(
      folder,
      "INSERT INTO reports (listing_id, user_id, details, created_at) VALUES (1, 2, 'x', 5)",
    );
    const { as, marketplace } = await start({ folder });
    const mod = await as("mod");
    const { body } = await mod.listReports({});
    expect(at(body, "data", 0)).toMatchObject({
      listing_title: "old",
      owner: { id: 1, username: "ada" },
      reporter: { id: 2, username: "bob" },
    });
    // Listings that were already in the trash are kept for 30 days from now.
    const old = await marketplace.storage.committed.listings.byId(1);
    expect(Date.now() - (old?.trashedAt ?? 0)).toBeLessThan(DAY_MS);
  });
});
