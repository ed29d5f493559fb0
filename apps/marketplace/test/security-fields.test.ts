// Cases 48 to 51 and 53 to 57: which fields a body may contain, and which an answer contains.

import { describe, expect, test } from "vitest";
import type { CustomFieldDeclarations } from "../src/custom-fields/custom-fields.ts";
import { at, errorPointers, PASSWORD, send, startMarketplace } from "./start-marketplace.ts";

const customFields = {
  users: {
    rank: { schema: { type: "string" }, public: true, writableBy: "admin" },
    shoe_size: { schema: { type: "integer" } },
  },
  listings: { grade: { schema: { type: "string" }, writableBy: "admin" } },
} satisfies Record<string, CustomFieldDeclarations>;

const user = { username: "eve", email: "eve@people.example", password: "long enough" };

describe("a state", () => {
  test("case 48: of a moderator stays unchanged when the owner changes the listing", async () => {
    const { as } = await startMarketplace({ moderation: true });
    const path = { listing_id: 3 };
    const answer = await (await as("ada")).updateListing({ path, body: { title: "new" } });
    expect(answer).toMatchObject({ status: 200, body: { data: { status: "pending" } } });
    expect((await (await as("bob")).getListing({ path })).status).toBe(404);
  });

  test("case 49: changes only by operations, and owners cannot approve their own", async () => {
    const { as, url, token } = await startMarketplace({ moderation: true });
    const [ada, secret] = [await as("ada"), await token("ada")];
    const path = { listing_id: 3 };
    expect((await ada.approveListing({ path })).status).toBe(403);
    for (const body of [{ status: "publish" }, { featured: true }, { verified: true }]) {
      const answer = await send(`${url}/listings/2`, "POST", { body, token: secret });
      expect(answer.status).toBe(400);
      expect(errorPointers(answer.body)).toEqual([`/${Object.keys(body)[0]}`]);
    }
    expect(at((await ada.getListing({ path })).body, "data", "status")).toBe("pending");
  });
});

test.each(["title", "first_name", "last_name"])("%s is refused in words", async (field) => {
  const { url, token } = await startMarketplace();
  const path = field === "title" ? "/listings" : "/users/1";
  const body = { [field]: "two\nlines" };
  const answer = await send(`${url}${path}`, "POST", { body, token: await token("ada") });
  const words = /^must be one line/;
  expect(at(answer.body, "errors", 0)).toMatchObject({
    pointer: `/${field}`,
    code: "pattern",
    message: expect.stringMatching(words),
  });
});

test("case 50: an id in the body is refused, also the right one", async () => {
  const { url, token } = await startMarketplace();
  const ada = await token("ada");
  for (const [path, body] of [
    ["/users/1", { user_id: 2, first_name: "X" }],
    ["/users/1", { id: 1 }],
    ["/listings/1", { listing_id: 2 }],
    ["/listings/1", { id: 1, title: "x" }],
    ["/listings/1/hide", { hidden: true, listing_id: 2 }],
  ] as const) {
    expect((await send(`${url}${path}`, "POST", { body, token: ada })).status).toBe(400);
  }
  for (const query of ["user_id=2", "listing_id=1"]) {
    expect((await send(`${url}/users/1?${query}`, "GET", { token: ada })).status).toBe(400);
  }
});

test("case 51: an invalid id finds no user", async () => {
  const { url, token } = await startMarketplace();
  const ada = await token("ada");
  for (const [id, status] of [
    ["1", 200],
    ["%31", 200],
    ["0", 400],
    ["-1", 400],
    ["01", 400],
    ["+1", 400],
    ["1.0", 400],
    ["1e0", 400],
    ["1e2", 400],
    ["0x1", 400],
    ["0b1", 400],
    ["1;x", 400],
    ["1%00", 400],
    ["1%20", 400],
    ["1%2F", 400],
    ["%EF%BC%91", 400],
    ["1,2", 400],
    ["NaN", 400],
    ["null", 400],
    ["%ff", 400],
    ["9007199254740991", 404],
    ["9007199254740992", 400],
    ["9007199254740993", 400],
    ["99999999999999999999999999", 400],
    ["..%2F1", 400],
  ] as const) {
    for (const kind of ["users", "listings"]) {
      const answer = await send(`${url}/${kind}/${id}`, "GET", { token: ada });
      expect([kind, id, answer.status]).toEqual([kind, id, status]);
      if (status === 200) expect(at(answer.body, "data", "id")).toBe(1);
    }
  }
});

describe("fields", () => {
  const reserved = [
    "status",
    "featured",
    "verified",
    "user_id",
    "version",
    "created_at",
    "updated_at",
    "role",
    "password_hash",
    "email_verified",
    "username_key",
    "is_admin",
  ];

  test.each([
    { request: "POST /users", body: user },
    { request: "POST /users/login", body: { username_or_email: "ada", password: PASSWORD } },
    { request: "POST /users/request-password", body: { username_or_email: "ada" } },
    { request: "POST /users/verify-email", body: { email_verification_key: "x" } },
    { request: "POST /users/1", body: {} },
    { request: "POST /listings", body: { title: "x" } },
    { request: "POST /listings/1", body: {} },
    { request: "POST /listings/1/report", body: { details: "x" } },
    { request: "POST /listings/1/hide", body: { hidden: true } },
  ])("case 53: $request takes none that is not its own", async ({ request, body }) => {
    const { url, token, as } = await startMarketplace({ customFields });
    const ada = await token("ada");
    const [method = "", path = ""] = request.split(" ");
    for (const name of reserved) {
      const sent = { ...body, [name]: name === "role" ? "admin" : 1 };
      const answer = await send(`${url}${path}`, method, { body: sent, token: ada });
      expect([name, answer.status, errorPointers(answer.body)]).toEqual([name, 400, [`/${name}`]]);
    }
    const me = await (await as("ada")).getCurrentUser({});
    expect(at(me.body, "data", "role")).toBe("member");
    const listing = await (await as("ada")).getListing({ path: { listing_id: 1 } });
    expect(listing.body).toMatchObject({ data: { status: "publish", user_id: 1, version: 1 } });
  });

  test("case 54: that only administrators write are refused", async () => {
    const { url, token } = await startMarketplace({ customFields });
    const [ada, root] = [await token("ada"), await token("root")];
    for (const [path, body] of [
      ["/users", { ...user, rank: "gold" }],
      ["/users/1", { rank: "gold" }],
      ["/listings", { title: "x", grade: "a" }],
      ["/listings/1", { grade: "a" }],
    ] as const) {
      const options = path === "/users" ? { body } : { body, token: ada };
      const answer = await send(`${url}${path}`, "POST", options);
      expect([path, answer.status, at(answer.body, "errors", 0, "code")]).toEqual([
        path,
        400,
        "read_only",
      ]);
    }
    const body = { rank: "gold" };
    expect((await send(`${url}/users/1`, "POST", { body, token: root })).status).toBe(200);
  });

  test.each([
    "__proto__",
    "constructor",
    "prototype",
    "toString",
    "hasOwnProperty",
    "__defineGetter__",
  ])("case 55: %s is not a field", async (name) => {
    const { url, token } = await startMarketplace({ customFields });
    const ada = await token("ada");
    for (const [path, body] of [
      ["/users", `{"username":"eve","email":"e@x.example","password":"long enough","${name}":{}}`],
      ["/users/1", `{"${name}":{"role":"admin"}}`],
      ["/listings", `{"title":"x","${name}":{"status":"publish"}}`],
    ] as const) {
      const answer = await send(`${url}${path}`, "POST", { body, token: ada });
      expect([path, answer.status, errorPointers(answer.body).includes(`/${name}`)]).toEqual([
        path,
        400,
        true,
      ]);
    }
    expect(Reflect.get({}, "role")).toBeUndefined();
    expect((await send(`${url}/users/1?${name}=1`, "GET", { token: ada })).status).toBe(400);
  });
});

describe("answers", () => {
  const publicKeys = [
    "created_at",
    "description",
    "first_name",
    "id",
    "last_name",
    "rank",
    "updated_at",
    "username",
  ];
  const ownKeys = [...publicKeys, "email", "email_verified", "role", "shoe_size"].toSorted();
  const listingKeys = [
    "created_at",
    "description",
    "grade",
    "held",
    "id",
    "images",
    "seller",
    "status",
    "title",
    "updated_at",
    "user_id",
    "version",
  ];

  test("cases 56 and 57: have the keys that their reader may see, and no others", async () => {
    const { url, token } = await startMarketplace({ customFields });
    const root = await token("root");
    await send(`${url}/users/1`, "POST", { body: { rank: "gold", shoe_size: 38 }, token: root });
    await send(`${url}/listings/1`, "POST", { body: { grade: "a" }, token: root });
    for (const [viewer, keys] of [
      ["ada", ownKeys],
      ["root", [...ownKeys, "suspended"].toSorted()],
      ["bob", publicKeys],
    ] as const) {
      const session = await token(viewer);
      const keysAt = async (path: string, ...inner: (string | number)[]) =>
        Object.keys(
          at((await send(`${url}${path}`, "GET", { token: session })).body, ...inner) ?? {},
        );
      expect([viewer, (await keysAt("/users/1", "data")).toSorted()]).toEqual([viewer, keys]);
      expect((await keysAt("/listings/1", "data")).toSorted()).toEqual(listingKeys);
      expect((await keysAt("/listings?status=publish", "data", 0)).toSorted()).toEqual(listingKeys);
      expect(await keysAt("/users/me/sessions", "data", 0)).toEqual([
        "id",
        "is_current",
        "created_at",
        "last_used_at",
        "expires_at",
      ]);
    }
    const body = { username_or_email: "bob", password: PASSWORD };
    const login = await send(`${url}/users/login`, "POST", { body });
    expect(Object.keys(at(login.body, "data") ?? {})).toEqual([
      "id",
      "token",
      "expires_at",
      "user",
    ]);
  });
});
