import { describe, expect, test } from "vitest";
import { workQueue } from "../src/work-queue.ts";
import { at, PASSWORD, send, startMarketplace } from "./start-marketplace.ts";

const PUBLIC = ["created_at", "description", "first_name", "id", "last_name"];
const OWN = [...PUBLIC, "email", "email_verified", "role", "updated_at", "username"].toSorted();
const OTHERS = [...PUBLIC, "updated_at", "username"].toSorted();

function keysOf(value: unknown): readonly string[] {
  return Object.keys(Object(value)).toSorted();
}

describe("registerUser", () => {
  test("creates a member and says where", async () => {
    const { anonymous, as } = await startMarketplace();
    const answer = await anonymous.registerUser({
      body: { username: "Eve", email: "Eve@people.example", password: PASSWORD, last_name: "Ng" },
    });
    expect(answer).toMatchObject({
      status: 201,
      headers: { Location: "/v1/users/4" },
      body: {
        data: {
          id: 4,
          username: "Eve",
          email: "Eve@people.example",
          email_verified: false,
          role: "member",
          first_name: null,
          last_name: "Ng",
        },
      },
    });
    expect(await (await as("eVE")).getCurrentUser({})).toMatchObject({ status: 200 });
  });

  test("gives a name to only one of many", async () => {
    const { anonymous } = await startMarketplace();
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        anonymous.registerUser({
          body: { username: "Eve", email: `eve${index}@people.example`, password: PASSWORD },
        }),
      ),
    );
    const statuses = answers.map(({ status }) => status).toSorted();
    expect(statuses).toEqual([201, ...Array.from({ length: 19 }, () => 409)]);
  });

  test("is refused when registration is closed", async () => {
    const { anonymous } = await startMarketplace({ registration: "closed" });
    const body = { username: "eve", email: "eve@people.example", password: PASSWORD };
    expect(await anonymous.registerUser({ body })).toMatchObject({
      status: 403,
      body: { code: "registration_closed" },
    });
  });
});

describe("getUser", () => {
  test.each([
    { viewer: "ada", id: 1, keys: OWN },
    { viewer: "ada", id: 2, keys: OTHERS },
    { viewer: "root", id: 1, keys: [...OWN, "suspended"].toSorted() },
    { viewer: "bob", id: 3, keys: OTHERS },
  ])("shows $viewer the fields of user $id", async ({ viewer, id, keys }) => {
    const { url, token } = await startMarketplace();
    const { body } = await send(`${url}/users/${id}`, "GET", { token: await token(viewer) });
    expect(keysOf(at(body, "data"))).toEqual(keys);
  });
});

describe("updateUser", () => {
  test("keeps absent fields and clears null ones", async () => {
    const { as } = await startMarketplace();
    const ada = await as("ada");
    const steps = [
      { body: { first_name: "Ada", last_name: "L", description: "d" }, want: ["Ada", "L", "d"] },
      { body: { first_name: "Ava" }, want: ["Ava", "L", "d"] },
      { body: { last_name: null, description: "" }, want: ["Ava", null, ""] },
      { body: {}, want: ["Ava", null, ""] },
    ];
    for (const { body, want } of steps) {
      const answer = await ada.updateUser({ path: { user_id: 1 }, body });
      const data = at(answer.body, "data");
      expect([at(data, "first_name"), at(data, "last_name"), at(data, "description")]).toEqual(
        want,
      );
    }
  });

  test("does not count a change that changes nothing", async () => {
    const { as } = await startMarketplace();
    const ada = await as("ada");
    const before = await ada.getCurrentUser({});
    const body = { email: "ada@people.example", first_name: null };
    const after = await ada.updateUser({ path: { user_id: 1 }, body });
    expect(after).toMatchObject({ status: 200, body: before.body });
  });

  test("case 44: ends the other sessions with a new password", async () => {
    const { as, token, anonymous } = await startMarketplace();
    const [here, there] = [await as("ada"), await as("ada")];
    const changed = " battery horse ";
    const body = { password: changed, current_password: PASSWORD };
    expect((await here.updateUser({ path: { user_id: 1 }, body })).status).toBe(200);
    expect((await here.getCurrentUser({})).status).toBe(200);
    expect((await there.getCurrentUser({})).status).toBe(401);
    await token("ada", changed);
    for (const password of [PASSWORD, changed.trim()]) {
      const login = await anonymous.loginUser({ body: { username_or_email: "ada", password } });
      expect(login.status).toBe(401);
    }
  });

  test("lets an administrator set the password of another, not their own, without it", async () => {
    const { as, token } = await startMarketplace();
    const [root, ada] = [await as("root"), await as("ada")];
    const body = { password: "battery horse" };
    expect((await root.updateUser({ path: { user_id: 1 }, body })).status).toBe(200);
    expect((await ada.getCurrentUser({})).status).toBe(401);
    await token("ada", "battery horse");
    expect((await root.updateUser({ path: { user_id: 3 }, body })).status).toBe(400);
  });

  test("changes the address, for the next login too", async () => {
    const { as, token } = await startMarketplace();
    const ada = await as("ada");
    const body = { email: "Countess@people.example", current_password: PASSWORD };
    const answer = await ada.updateUser({ path: { user_id: 1 }, body });
    expect(at(answer.body, "data", "email")).toBe("Countess@people.example");
    await token("countess@people.example");
    await expect(token("ada@people.example")).rejects.toThrow("401");
  });
});

describe("passwords", () => {
  test("case 22: are the same however their characters are composed, and no other", async () => {
    const { anonymous, token } = await startMarketplace();
    const body = { username: "eve", email: "eve@people.example", password: "caf\u00e9 12345" };
    await anonymous.registerUser({ body });
    await token("eve", "cafe\u0301 12345");
    await expect(token("eve", "cafe 12345")).rejects.toThrow("401");
    await expect(token("eve", "CAF\u00c9 12345")).rejects.toThrow("401");
  });

  test("case 2: take as long for a user who does not exist", async () => {
    const { anonymous } = await startMarketplace({ passwords: {} });
    const fastest = { ada: Number.POSITIVE_INFINITY, nobody: Number.POSITIVE_INFINITY };
    for (let round = 0; round < 12; round += 1) {
      for (const name of ["ada", "nobody"] as const) {
        // CPU time, because other processes use the machine too.
        const before = process.cpuUsage();
        const body = { username_or_email: name, password: "wrong password" };
        await anonymous.loginUser({ body });
        const { user, system } = process.cpuUsage(before);
        fastest[name] = Math.min(fastest[name], user + system);
      }
    }
    // Without a hash, one would take a tenth of the other, on a busy machine too.
    expect(fastest.nobody / fastest.ada).toBeGreaterThan(0.25);
    expect(fastest.nobody / fastest.ada).toBeLessThan(4);
  });

  test("are not hashed when too many wait", async () => {
    const queue = workQueue({ concurrency: 1, maxWaiting: 2 });
    const gate = Promise.withResolvers<void>();
    const admitted = [1, 2, 3].map((hash) => queue(async () => gate.promise.then(() => hash)));
    await expect(queue(async () => 4)).rejects.toMatchObject({
      problem: { status: 429, code: "too_many_requests" },
      headers: { "retry-after": "1" },
    });
    gate.resolve();
    expect(await Promise.all(admitted)).toEqual([1, 2, 3]);
    expect(await queue(async () => 5)).toBe(5);
  });
});
