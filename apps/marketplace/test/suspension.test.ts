// Suspensions: moderators stop an account, and its user learns why.

import { once } from "node:events";
import { type IncomingMessage, request } from "node:http";
import { expect, test } from "vitest";
import { at, PASSWORD, STAFFED, send, startMarketplace } from "./start-marketplace.ts";

const path = { user_id: 1 };
const reason = "The account sells pictures of others.";

async function start() {
  const users = [
    ...(STAFFED.users ?? []),
    {
      username: "max",
      email: "max@people.example",
      password: PASSWORD,
      role: "moderator" as const,
    },
  ];
  return await startMarketplace({ seed: { ...STAFFED, users }, moderation: true });
}

test("a suspension ends every session, refuses new ones, and is lifted again", async () => {
  const { url, as, anonymous, clientOf, token, mails, marketplace } = await start();
  const [mod, first, second] = [await as("mod"), await token("ada"), await token("ada")];
  const login = { body: { username_or_email: "ada", password: PASSWORD } };
  const answer = await mod.suspendUser({ path, body: { suspended: true, reason } });
  expect(answer).toMatchObject({ status: 200, body: { data: { id: 1, suspended: true } } });
  for (const old of [first, second]) {
    expect((await clientOf(old).getCurrentUser()).status).toBe(401);
  }
  const refused = await anonymous.loginUser(login);
  expect([refused.status, at(refused.body, "code")]).toEqual([401, "account_suspended"]);
  const guessed = await send(`${url}/users/login`, "POST", {
    body: { username_or_email: "ada", password: "a wrong password" },
  });
  expect([guessed.status, at(guessed.body, "code")]).toEqual([401, "invalid_credentials"]);
  const lifted = await mod.suspendUser({ path, body: { suspended: false } });
  expect(lifted).toMatchObject({ status: 200, body: { data: { suspended: false } } });
  expect((await anonymous.loginUser(login)).status).toBe(200);
  await marketplace.close();
  const letters = (await mails()).filter((text) => text.includes("Your account was suspended"));
  expect(letters).toHaveLength(1);
  expect(letters[0]).toContain("ada@people.example");
  expect(letters[0]).toContain(`> ${reason}`);
});

test("a suspension needs a reason, and its repetition changes nothing", async () => {
  const { as } = await start();
  const [mod, root] = [await as("mod"), await as("root")];
  const bare = await mod.suspendUser({ path, body: { suspended: true } });
  expect([bare.status, at(bare.body, "errors", 0, "pointer")]).toEqual([400, "/reason"]);
  for (const suspended of [true, true, false, false]) {
    const body = suspended ? { suspended, reason } : { suspended };
    expect((await mod.suspendUser({ path, body })).status).toBe(200);
  }
  const { body } = await root.listAuditEntries();
  expect(at(body, "data")).toMatchObject([
    { actor: "mod", action: "suspendUser", subject: "user", details: { suspended: "false" } },
    { actor: "mod", action: "suspendUser", subject_id: 1, details: { suspended: "true", reason } },
  ]);
});

test.each([
  ["ada", "bob", 403],
  ["mod", "ada", 200],
  ["mod", "mod", 403],
  ["mod", "max", 403],
  ["mod", "root", 403],
  ["root", "mod", 200],
  ["root", "root", 403],
])("%s suspends %s: %i", async (actor, subject, want) => {
  const { as, seeded } = await start();
  const user_id = seeded.users.get(subject) ?? 0;
  const client = await as(actor);
  const body = { suspended: true, reason };
  expect((await client.suspendUser({ path: { user_id }, body })).status).toBe(want);
});

test("only moderators and administrators see that a user is suspended", async () => {
  const { as } = await start();
  const [mod, bob, root] = [await as("mod"), await as("bob"), await as("root")];
  await mod.suspendUser({ path, body: { suspended: true, reason } });
  const seen = [];
  for (const client of [mod, root, bob]) {
    seen.push(at((await client.getUser({ path })).body, "data", "suspended"));
  }
  expect(seen).toEqual([true, true, undefined]);
});

/** Sends the head and half of a body; the function that it returns sends the rest, for the status. */
function sendSlowly(url: string, token: string, body: string): () => Promise<number | undefined> {
  const headers = {
    authorization: `Bearer ${token}`,
    "content-type": "application/json",
    "content-length": Buffer.byteLength(body),
  };
  const sent = request(url, { method: "POST", headers });
  sent.write(body.slice(0, 10));
  return async () => {
    sent.end(body.slice(10));
    const [answer] = (await once(sent, "response")) as [IncomingMessage];
    answer.resume();
    return answer.statusCode;
  };
}

test.each([
  ["a suspension", 401],
  ["a logout", 401],
  ["a new password", 401],
  ["nothing", 201],
])("a request whose session ends by %s while its body arrives gets %d", async (what, expected) => {
  const { url, as, clientOf, token, marketplace } = await start();
  const own = await token("ada");
  const finish = sendSlowly(`${url}/listings`, own, JSON.stringify({ title: "A late listing" }));
  await new Promise((resolve) => setTimeout(resolve, 1_100));
  if (what === "a suspension") {
    await (await as("mod")).suspendUser({ path, body: { suspended: true, reason } });
  } else if (what === "a logout") {
    await clientOf(own).logoutUser();
  } else if (what === "a new password") {
    const body = { password: "another horse battery", current_password: PASSWORD };
    await (await as("ada")).updateUser({ path, body });
  }
  expect(await finish()).toBe(expected);
  await marketplace.close();
});
