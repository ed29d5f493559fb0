// Every operation on listings and users, for every relation and state, over HTTP: generated from
// the tables that the handlers consult.

import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { parse } from "yaml";
import {
  type ListingColumn,
  type ListingOperation,
  listingAccess,
  listingAccessStatus,
  listingColumns,
} from "../src/access/listing-access.ts";
import { type ModerationOperation, moderationAccess } from "../src/access/moderation-access.ts";
import { type Relation, relations } from "../src/access/relation.ts";
import { type UserOperation, userAccess } from "../src/access/user-access.ts";
import { listingTransitions } from "../src/listings/listing-transitions.ts";
import { listingStatuses } from "../src/storage/listing-status.ts";
import { accessTables } from "./access-tables.ts";
import { createFile, drawImage } from "./images.ts";
import { at, PASSWORD, type Running, send, startMarketplace } from "./start-marketplace.ts";

/** The owner of the listings, and one caller of each relation. */
const callers: Readonly<Record<Relation, string>> = {
  owner: "ada",
  other: "bob",
  moderator: "mod",
  admin: "root",
};

const users = (["ada", "bob", "mod", "root"] as const).map((username) => ({
  username,
  email: `${username}@people.example`,
  password: PASSWORD,
  role: ({ ada: "member", bob: "member", mod: "moderator", root: "admin" } as const)[username],
}));

interface Call {
  readonly method: string;
  readonly path: (id: number) => string;
  readonly body?: object;
  /** Returns the body to send for a listing of a column, instead of `body`. */
  readonly bodyOf?: (column: ListingColumn) => object | undefined;
}

const calls: Readonly<Partial<Record<ListingOperation, Call>>> = {
  getListing: { method: "GET", path: (id) => `/listings/${id}` },
  updateListing: { method: "POST", path: (id) => `/listings/${id}`, body: { title: "new" } },
  deleteListing: { method: "DELETE", path: (id) => `/listings/${id}` },
  submitListing: { method: "POST", path: (id) => `/listings/${id}/submit` },
  hideListing: {
    method: "POST",
    path: (id) => `/listings/${id}/hide`,
    bodyOf: (column) =>
      column === "hidden" || column === "held"
        ? undefined
        : { hidden: true, reason: "It is not hers." },
  },
  withdrawListing: { method: "POST", path: (id) => `/listings/${id}/withdraw` },
  restoreListing: { method: "POST", path: (id) => `/listings/${id}/restore` },
  approveListing: { method: "POST", path: (id) => `/listings/${id}/approve` },
  rejectListing: {
    method: "POST",
    path: (id) => `/listings/${id}/reject`,
    body: { reason: "No." },
  },
  reportListing: {
    method: "POST",
    path: (id) => `/listings/${id}/report`,
    body: { details: "Look." },
  },
};

const operations = Object.entries(calls).map(([operation, call]) => ({
  operation: operation as ListingOperation,
  call,
}));

const imageOperations = [
  "createAttachment",
  "getAttachment",
  "updateAttachment",
  "deleteAttachment",
] as const;

type ImageOperation = (typeof imageOperations)[number];

/** Starts a service with a listing for every cell, because calls change them. */
async function startWithCells(
  moderation = true,
): Promise<Running & { readonly idOf: (relation: Relation, column: ListingColumn) => number }> {
  const cells = relations.flatMap((relation) =>
    listingColumns.map((column) => ({ key: `${relation} ${column}`, column })),
  );
  const listings = cells.map(({ key, column }) => ({
    owner: "ada",
    title: key,
    description: "x",
    status: column === "held" ? ("hidden" as const) : column,
  }));
  const running = await startMarketplace({ seed: { users, listings }, moderation });
  const idOf = (relation: Relation, column: ListingColumn): number =>
    running.seeded.listings[cells.findIndex(({ key }) => key === `${relation} ${column}`)] ?? 0;
  await running.marketplace.storage.transaction(async ({ listings: stored }) => {
    for (const relation of relations) {
      const listing = await stored.lock(idOf(relation, "held"));
      if (listing !== undefined) await stored.update({ ...listing, held: true });
    }
  });
  return { ...running, idOf };
}

describe("case 45: the authorization matrix", () => {
  test.each(operations)("case 45: $operation of every relation and state", async (given) => {
    const { operation, call } = given;
    const { url, token, idOf } = await startWithCells();
    const tokens = new Map<Relation, string>();
    for (const relation of relations) tokens.set(relation, await token(callers[relation]));
    const got: Record<string, unknown> = {};
    const want: Record<string, unknown> = {};
    for (const relation of relations) {
      const missing = await send(`${url}${call.path(999)}`, call.method, {
        token: tokens.get(relation),
        body: call.body,
      });
      want[`${relation} missing`] = 404;
      got[`${relation} missing`] = missing.status;
      for (const status of listingColumns) {
        const id = idOf(relation, status);
        const answer = await send(`${url}${call.path(id)}`, call.method, {
          token: tokens.get(relation),
          body: call.bodyOf === undefined ? call.body : call.bodyOf(status),
        });
        const cell = `${relation} ${status}`;
        want[cell] = [listingAccessStatus(operation, relation, status), movedTo(given, cell)];
        got[cell] = [answer.status, await statusOf(url, tokens.get("admin"), id)];
      }
    }
    expect(got).toEqual(want);

    // Without a session, public listings can be read, and the answers reveal nothing about the
    // others.
    for (const status of listingColumns) {
      const path = `${url}${call.path(idOf("owner", status))}`;
      const answer = await send(path, call.method, { body: call.body });
      expect(answer.status).toBe(
        operation === "getListing" ? listingAccessStatus(operation, "other", status) : 401,
      );
    }
  });

  test.each(Object.keys(userAccess).map((operation) => operation as UserOperation))(
    "case 45: %s of every relation, of users who are there and who are not",
    async (operation) => {
      const { url, token } = await startMarketplace({ seed: { users }, moderation: true });
      const method = { getUser: "GET", updateUser: "POST", deleteUser: "DELETE" }[operation];
      const body = operation === "updateUser" ? { first_name: "X" } : undefined;
      // The caller's own record comes last, because the call may delete it.
      const ids: Readonly<Record<Relation, number>> = {
        owner: 2,
        other: 1,
        moderator: 1,
        admin: 1,
      };
      for (const relation of ["moderator", "other", "admin", "owner"] as const) {
        const name = relation === "owner" ? "bob" : callers[relation];
        const options = { token: await token(name), body };
        const [existing, missing] = userAccess[operation][relation];
        const there = await send(`${url}/users/${ids[relation]}`, method, options);
        expect([relation, there.status]).toEqual([relation, existing]);
        if (relation === "owner") continue;
        const nowhere = await send(`${url}/users/999`, method, options);
        expect([relation, nowhere.status]).toEqual([relation, missing]);
      }
      expect((await send(`${url}/users/1`, method, { body })).status).toBe(401);
    },
  );

  test("case 45: every operation on an image of every relation and state", async () => {
    // With moderation, the owner could not move a listing after adding an image.
    const { url, token, as, idOf } = await startWithCells(false);
    const admin = await as("root");
    const bytes = await drawImage("png");
    for (const relation of relations) {
      const secret = await token(callers[relation]);
      for (const status of listingColumns) {
        const cell = `${relation} ${status}`;
        const listing_id = idOf(relation, status);
        const file = createFile(bytes, "a.png", "image/png");
        const made = await admin.createAttachment({ body: { listing_id, file } });
        const path = `${url}/attachments/${at(made.body, "data", "id")}`;
        const changes = {
          getAttachment: (await send(path, "GET", { token: secret })).status,
          updateAttachment: (await send(path, "POST", { token: secret, body: { sort_order: 0 } }))
            .status,
          deleteAttachment: (await send(path, "DELETE", { token: secret })).status,
        };
        // Last, because adding an image to a held listing makes it pending.
        const form = new FormData();
        form.set("listing_id", `${listing_id}`);
        form.set("file", file);
        const headers = { authorization: `Bearer ${secret}` };
        const added = await fetch(`${url}/attachments`, { method: "POST", headers, body: form });
        const got: Readonly<Record<ImageOperation, number>> = {
          ...changes,
          createAttachment: added.status,
        };
        for (const operation of imageOperations) {
          const want = listingAccessStatus(operation, relation, status);
          expect([cell, operation, got[operation]]).toEqual([cell, operation, want]);
        }
        const seen = listingAccessStatus("getAttachment", "other", status);
        const isGone = got.deleteAttachment === 204;
        expect((await send(path, "GET")).status).toBe(isGone ? 404 : seen);
        expect((await send(path, "DELETE")).status).toBe(401);
      }
    }
  });

  test.each(Object.keys(moderationAccess).map((operation) => operation as ModerationOperation))(
    "case 45: %s of every role",
    async (operation) => {
      const { url, token } = await startMarketplace({ seed: { users } });
      const [method, path, body] = (
        {
          listReports: ["GET", "/reports", undefined],
          assignReport: ["POST", "/reports/9/assign", undefined],
          closeReport: ["POST", "/reports/9/close", { resolution: "x" }],
          suspendUser: ["POST", "/users/99/suspend", { suspended: true, reason: "x" }],
          listAuditEntries: ["GET", "/audit-entries", undefined],
        } as const
      )[operation];
      const allowed = method === "GET" ? 200 : 404;
      for (const { username, role } of users) {
        const answer = await send(`${url}${path}`, method, { token: await token(username), body });
        const want = moderationAccess[operation].includes(role) ? allowed : 403;
        expect([username, answer.status]).toEqual([username, want]);
      }
      expect((await send(`${url}${path}`, method, { body })).status).toBe(401);
    },
  );

  test("case 45: every operation on a listing is in the table", () => {
    const tested = [...operations.map(({ operation }) => operation), ...imageOperations];
    expect(tested.toSorted()).toEqual(Object.keys(listingAccess).toSorted());
  });
});

describe("the table of transitions", () => {
  test("has the ways of the contract, and no others", () => {
    const file = new URL("../../../specs/marketplace/openapi.yaml", import.meta.url);
    const document: unknown = parse(readFileSync(file, "utf8"));
    const schema = ["components", "schemas", "ListingStatus", "x-transitions", "from"];
    const ways = Object.fromEntries(
      listingStatuses.map((from) => [
        from,
        [...new Set(listingTransitions.filter((way) => way.from === from).map(({ to }) => to))],
      ]),
    );
    const wanted = at(document, ...schema);
    for (const from of listingStatuses) {
      const states = at(wanted, from);
      expect([...(ways[from] ?? [])].sort()).toEqual(Array.isArray(states) ? states.sort() : []);
    }
  });

  test.each(listingTransitions)(
    "lets $by take $from to $to by $operation only where they have access",
    (way) => {
      for (const relation of way.by) {
        const column = way.held === true && way.from === "hidden" ? "held" : way.from;
        expect(listingAccessStatus(way.operation, relation, column)).toBeLessThan(300);
      }
    },
  );

  test("matches the table of access in the docs", async () => {
    await expect(accessTables()).toMatchFileSnapshot("../../../docs/marketplace-access.md");
  });
});

/** Returns the state of a listing after the call. */
function movedTo({ operation }: { readonly operation: ListingOperation }, cell: string): string {
  const [relation = "", column = ""] = cell.split(" ");
  const from = column === "held" ? "hidden" : column;
  const who = relations.find((one) => one === relation) ?? "other";
  const at = listingColumns.find((one) => one === column) ?? "draft";
  if (listingAccessStatus(operation, who, at) >= 300) return from;
  const moved = listingTransitions.find(
    (way) =>
      way.operation === operation &&
      way.from === from &&
      way.by.includes(who) &&
      (way.held !== true || column === "held") &&
      (way.moderated ?? "no") === (who === "admin" || way.moderated === undefined ? "no" : "yes"),
  );
  return moved?.to ?? from;
}

async function statusOf(url: string, admin: string | undefined, id: number): Promise<unknown> {
  const answer = await send(`${url}/listings/${id}`, "GET", { token: admin });
  return at(answer.body, "data", "status");
}
