// Accounts: the limits of a stolen token, reserved names, and the granting of roles.

import { fakeClock } from "@specwright/runtime/testing";
import { describe, expect, test } from "vitest";
import { runCli } from "../src/cli/run-cli.ts";
import { at, PASSWORD, STAFFED, send, startMarketplace } from "./start-marketplace.ts";
import { databaseVariables } from "./test-database.ts";

const MINUTE_MS = 60_000;

describe("T14 a login of the last ten minutes", () => {
  test.each([
    { what: "a new password", body: { password: "battery horse", current_password: PASSWORD } },
    { what: "a new address", body: { email: "a@new.example", current_password: PASSWORD } },
    { what: "a deletion", body: undefined },
  ])("T14 is needed for $what", async ({ body }) => {
    const clock = fakeClock(Date.UTC(2026, 0, 1));
    const { url, token } = await startMarketplace({ clock });
    const stolen = await token("ada");
    const change = async (secret: string) =>
      await send(`${url}/users/1`, body === undefined ? "DELETE" : "POST", { token: secret, body });
    await clock.advance(10 * MINUTE_MS + 1);
    const refused = await change(stolen);
    expect([refused.status, at(refused.body, "code")]).toEqual([403, "login_required_again"]);
    const fresh = await token("ada");
    await clock.advance(10 * MINUTE_MS);
    expect((await change(fresh)).status).toBe(body === undefined ? 204 : 200);
  });

  test("T14 is not needed for a profile, and does not reveal which users exist", async () => {
    const clock = fakeClock(Date.UTC(2026, 0, 1));
    const { url, token } = await startMarketplace({ clock });
    const [ada, bob] = [await token("ada"), await token("bob")];
    await clock.advance(60 * MINUTE_MS);
    const body = { first_name: "Ada" };
    expect((await send(`${url}/users/1`, "POST", { token: ada, body })).status).toBe(200);
    const foreign = await send(`${url}/users/1`, "DELETE", { token: bob });
    expect([foreign.status, at(foreign.body, "code")]).toEqual([403, "forbidden"]);
  });
});

describe("T14 administrators", () => {
  test("T14 the last one cannot leave, nor be removed", async () => {
    const { url, token } = await startMarketplace();
    const root = await token("root");
    const answer = await send(`${url}/users/3`, "DELETE", { token: root });
    expect([answer.status, at(answer.body, "code")]).toEqual([409, "last_admin"]);
    expect((await send(`${url}/users/me`, "GET", { token: root })).status).toBe(200);
  });

  test("T14 of two that remove each other at once, one stays", async () => {
    const users = [1, 2].map((at) => ({
      ...{ username: `root${at}`, email: `root${at}@people.example`, password: PASSWORD },
      role: "admin" as const,
    }));
    const { url, token } = await startMarketplace({ seed: { users } });
    const [one, two] = [await token("root1"), await token("root2")];
    const answers = await Promise.all([
      send(`${url}/users/2`, "DELETE", { token: one }),
      send(`${url}/users/1`, "DELETE", { token: two }),
    ]);
    const statuses = answers.map(({ status }) => status).toSorted((a, b) => a - b);
    expect(statuses[0]).toBe(204);
    expect([401, 403, 404, 409]).toContain(statuses[1]);
    const left = await Promise.all(
      [one, two].map((secret) => send(`${url}/users/me`, "GET", { token: secret })),
    );
    expect(left.filter(({ status }) => status === 200)).toHaveLength(1);
  });

  test("T14 the name of a deleted user stays reserved, also after a restart", async () => {
    const second = {
      ...{ username: "chief", email: "chief@people.example", password: PASSWORD },
      role: "admin" as const,
    };
    const seed = { ...STAFFED, users: [...(STAFFED.users ?? []), second] };
    const { url, as, folder, marketplace, token } = await startMarketplace({ seed });
    const root = await as("root");
    expect((await root.deleteUser({ path: { user_id: 5 } })).status).toBe(204);
    expect((await root.deleteUser({ path: { user_id: 4 } })).status).toBe(204);
    for (const username of ["chief", "CHIEF", "mod"]) {
      const body = { username, email: "eve@people.example", password: "a stranger's" };
      const answer = await send(`${url}/users`, "POST", { body });
      expect([answer.status, at(answer.body, "code")]).toEqual([409, "username_taken"]);
    }
    await token("bob");
    await marketplace.close();
    const again = await startMarketplace({ folder, seed });
    expect(again.seeded.users.size).toBe(0);
    const body = { username_or_email: "chief", password: PASSWORD };
    expect((await again.anonymous.loginUser({ body })).status).toBe(401);
  });
});

describe("T11 roles", () => {
  async function command(folder: string, ...args: readonly string[]) {
    const env = { MARKETPLACE_DATA: folder, ...(await databaseVariables(folder)) };
    const out: string[] = [];
    const err: string[] = [];
    const code = await runCli(args, {
      env,
      version: () => "1.2.3",
      out: async (text) => void out.push(text),
      err: (text) => void err.push(text),
    });
    return { code, out: out.join(""), err: err.join("") };
  }

  test("T11 are given and taken by command, while the marketplace is served", async () => {
    const { folder, as, url, token } = await startMarketplace();
    const bob = await token("bob");
    const reports = async () => (await send(`${url}/reports`, "GET", { token: bob })).status;
    expect(await reports()).toBe(403);
    expect(await command(folder, "moderator", "grant", "bob")).toEqual({
      ...{ code: 0, out: "bob now has the role moderator\n", err: "" },
    });
    await expect.poll(reports).toBe(200);
    expect((await command(folder, "moderator", "revoke", "BOB")).code).toBe(0);
    await expect.poll(reports).toBe(403);
    const { body } = await (await as("root")).listAuditEntries({});
    expect(at(body, "data")).toMatchObject([
      { actor: "operator", actor_id: null, action: "revokeRole", subject_id: 2 },
      { actor: "operator", actor_id: null, action: "grantRole", subject_id: 2 },
    ]);
  });

  test("T14 the last administrator cannot lose the role", async () => {
    const { folder } = await startMarketplace();
    for (const args of [
      ["admin", "revoke", "root"],
      ["moderator", "grant", "root"],
    ]) {
      const { code, err } = await command(folder, ...args);
      expect([code, err]).toEqual([1, expect.stringContaining("last administrator")]);
    }
    expect((await command(folder, "admin", "grant", "ada")).code).toBe(0);
    expect((await command(folder, "admin", "revoke", "root")).code).toBe(0);
  });

  test.each([
    { args: ["admin"], code: 2 },
    { args: ["admin", "give", "bob"], code: 2 },
    { args: ["moderator", "grant"], code: 2 },
    { args: ["moderator", "grant", "nobody"], code: 1 },
    { args: ["moderator", "revoke", "ada"], code: 1 },
  ])("T11 $args ends with $code", async ({ args, code }) => {
    const { folder } = await startMarketplace();
    const answer = await command(folder, ...args);
    expect(answer.code).toBe(code);
    expect(answer.err).not.toBe("");
  });
});
