// Email addresses: they belong to the user who verifies them, and until then block no other user.

import { fakeClock } from "@specwright/runtime/testing";
import { describe, expect, test } from "vitest";
import { mailBox } from "./mail-box.ts";
import { at, PASSWORD, type Running, send, startMarketplace } from "./start-marketplace.ts";
import { dump, execute } from "./test-database.ts";

const HOUR_MS = 60 * 60_000;
const ADDRESS = "eve@people.example";
const OTHER = "other@people.example";
/** The answer for an unknown user or a wrong password. */
const UNKNOWN = [401, "invalid_credentials"];

async function start(options: Parameters<typeof startMarketplace>[0] = {}) {
  const clock = fakeClock(Date.UTC(2026, 0, 1));
  const box = mailBox();
  const running = await startMarketplace({ mail: box.mail, clock, ...options });
  return { ...running, ...actions(running), box, clock };
}

function actions({ url, anonymous, token }: Running) {
  const post = async (path: string, body?: object, session?: string) => {
    const answer = await send(`${url}${path}`, "POST", { body, token: session });
    return [answer.status, at(answer.body, "code") ?? at(answer.body, "data", "user", "username")];
  };
  return {
    post,
    async register(username: string, email = ADDRESS, password = PASSWORD) {
      return (await anonymous.registerUser({ body: { username, email, password } })).status;
    },
    logIn: (username_or_email: string, password = PASSWORD) =>
      post("/users/login", { username_or_email, password }),
    verify: (email_verification_key = "") =>
      post("/users/verify-email", { email_verification_key }),
    async me(username: string) {
      const { body } = await send(`${url}/users/me`, "GET", { token: await token(username) });
      return [at(body, "data", "email"), at(body, "data", "email_verified")];
    },
    async change(username: string, email: string) {
      const session = await token(username);
      const id = at((await send(`${url}/users/me`, "GET", { token: session })).body, "data", "id");
      return await post(`/users/${id}`, { email, current_password: PASSWORD }, session);
    },
  };
}

describe("T14 a key that verifies an address", () => {
  test("T14 is mailed at registration, works once, and is in no row", async () => {
    const { register, verify, me, box, marketplace, folder } = await start();
    expect(await register("eve")).toBe(201);
    expect(await me("eve")).toEqual([ADDRESS, false]);
    const [key = ""] = await box.verificationKeys(ADDRESS, 1);
    expect(key).toHaveLength(43);
    expect(await verify(key)).toEqual([200, undefined]);
    expect(await me("eve")).toEqual([ADDRESS, true]);
    expect(await verify(key)).toEqual([401, "invalid_verification_key"]);
    await marketplace.close();
    expect((await dump(folder)).includes(key)).toBe(false);
  });

  test("T14 works for an hour from when its letter was sent, and is not valid for another purpose", async () => {
    const { register, verify, post, box, clock, anonymous } = await start();
    await register("eve");
    const [old] = await box.verificationKeys(ADDRESS, 1);
    await anonymous.requestPassword({ body: { username_or_email: "eve" } });
    const [resetKey] = await box.keys(1);
    expect(await verify(resetKey)).toEqual([401, "invalid_verification_key"]);
    const reset = { username: "eve", password: "battery horse", password_reset_key: old };
    expect(await post("/users/reset-password", reset)).toEqual([401, "invalid_reset_key"]);
    await clock.advance(HOUR_MS);
    expect(await verify(old)).toEqual([401, "invalid_verification_key"]);
  });

  test("T14 is mailed again for who asks, three times an hour, and the one before is void", async () => {
    const { register, verify, post, token, box, marketplace, clock, folder } = await start();
    await register("eve");
    const session = await token("eve");
    const ask = () => post("/users/me/request-verification", undefined, session);
    const [first] = await box.verificationKeys(ADDRESS, 1);
    expect(await ask()).toEqual([202, undefined]);
    const [, second] = await box.verificationKeys(ADDRESS, 2);
    expect(await verify(first)).toEqual([401, "invalid_verification_key"]);
    expect(await ask()).toEqual([202, undefined]);
    await box.verificationKeys(ADDRESS, 3);
    expect(await ask()).toEqual([202, undefined]);
    // The fourth request of the hour is handled within that hour.
    await expect.poll(() => execute(folder, "SELECT id FROM outbox")).toEqual([]);
    await clock.advance(HOUR_MS);
    expect(await ask()).toEqual([202, undefined]);
    const last = (await box.verificationKeys(ADDRESS, 4)).at(-1);
    expect(await verify(second)).toEqual([401, "invalid_verification_key"]);
    expect(await verify(last)).toEqual([200, undefined]);
    expect(await ask()).toEqual([409, "nothing_to_verify"]);
    expect(await post("/users/me/request-verification")).toEqual([401, "unauthorized"]);
    await marketplace.close();
    expect(await box.verificationKeys(ADDRESS, 4)).toHaveLength(4);
  });

  test("T14 survives wrong ones, which are limited for each network", async () => {
    const quotas = { "verify-email": 3 };
    const { register, verify, box } = await start({ rateLimits: { quotas } });
    await register("eve");
    const [key] = await box.verificationKeys(ADDRESS, 1);
    expect(await verify("k".repeat(43))).toEqual([401, "invalid_verification_key"]);
    expect(await verify("short")).toEqual([401, "invalid_verification_key"]);
    // Correct keys are not counted.
    expect(await verify(key)).toEqual([200, undefined]);
    expect(await verify(key)).toEqual([401, "invalid_verification_key"]);
    expect(await verify(key)).toEqual([429, "too_many_requests"]);
  });

  test("T14 goes to a new address, and what went to the one before is void", async () => {
    const { register, change, verify, me, box } = await start();
    await register("eve");
    const [old] = await box.verificationKeys(ADDRESS, 1);
    expect(await change("eve", OTHER)).toEqual([200, undefined]);
    const [key] = await box.verificationKeys(OTHER, 1);
    expect(await verify(old)).toEqual([401, "invalid_verification_key"]);
    expect(await verify(key)).toEqual([200, undefined]);
    expect(await me("eve")).toEqual([OTHER, true]);
    // The same address in another letter case stays verified; another address does not.
    expect(await change("eve", "Other@people.example")).toEqual([200, undefined]);
    expect(await me("eve")).toEqual(["Other@people.example", true]);
    expect(await change("eve", ADDRESS)).toEqual([200, undefined]);
    expect(await me("eve")).toEqual([ADDRESS, false]);
  });

  test("T14 is linked to the page that takes it", async () => {
    const emailVerificationPage = "https://market.example/verify?lang=en";
    const { register, verify, box } = await start({ emailVerificationPage });
    await register("eve");
    const [key] = await box.verificationKeys(ADDRESS, 1);
    const { text } = box.messages[0] ?? {};
    expect(text).toContain(`${emailVerificationPage}#email_verification_key=${key}\n`);
    expect(await verify(key)).toEqual([200, undefined]);
  });
});

describe("T14 an unverified address", () => {
  test("T14 blocks no other user, and belongs to the user who verifies it", async () => {
    const { register, logIn, change, verify, me, box } = await start();
    expect(await register("squatter")).toBe(201);
    const [theirs] = await box.verificationKeys(ADDRESS, 1);
    expect(await register("owner", "EVE@people.example", "battery horse")).toBe(201);
    const [mine] = await box.verificationKeys("EVE@people.example", 1);
    expect(await change("bob", ADDRESS)).toEqual([200, undefined]);

    expect(await verify(mine)).toEqual([200, undefined]);
    expect(await logIn(ADDRESS, "battery horse")).toEqual([200, "owner"]);
    expect(await logIn(ADDRESS)).toEqual(UNKNOWN);
    for (const name of ["squatter", "bob"]) expect(await me(name)).toEqual([null, false]);
    // They cannot get it back either, with an earlier key or by requesting a new one.
    expect(await verify(theirs)).toEqual([401, "invalid_verification_key"]);
    expect(await change("squatter", ADDRESS)).toEqual([409, "email_taken"]);
    expect(await register("another")).toBe(409);
    expect(await change("squatter", OTHER)).toEqual([200, undefined]);
    const [key] = await box.verificationKeys(OTHER, 1);
    expect(await verify(key)).toEqual([200, undefined]);
    expect(await logIn(OTHER)).toEqual([200, "squatter"]);
  });

  test("T14 belongs to the user who resets a password with a key that was mailed there", async () => {
    const { register, post, verify, me, box, anonymous } = await start();
    await register("squatter");
    await register("eve");
    const pending = await box.verificationKeys(ADDRESS, 2);
    const ask = (name: string) => anonymous.requestPassword({ body: { username_or_email: name } });
    await ask("squatter");
    const [lost] = await box.keys(1);
    await ask("eve");
    const [, key] = await box.keys(2);
    const body = { username: "eve", password: PASSWORD, password_reset_key: key };
    expect(await post("/users/reset-password", body)).toEqual([200, undefined]);
    expect(await me("eve")).toEqual([ADDRESS, true]);
    expect(await me("squatter")).toEqual([null, false]);
    const late = { username: "squatter", password: "battery horse", password_reset_key: lost };
    expect(await post("/users/reset-password", late)).toEqual([401, "invalid_reset_key"]);
    expect(await verify(pending[0])).toEqual([401, "invalid_verification_key"]);
  });

  test("T14 logs in the only user with it, and no user if there are several", async () => {
    const { register, logIn, box, anonymous, marketplace } = await start();
    await register("eve");
    expect(await logIn(ADDRESS)).toEqual([200, "eve"]);
    await register("squatter", ADDRESS, "battery horse");
    expect(await logIn(ADDRESS)).toEqual(UNKNOWN);
    expect(await logIn(ADDRESS, "battery horse")).toEqual(UNKNOWN);
    await box.verificationKeys(ADDRESS, 2);
    const body = { username_or_email: ADDRESS };
    expect(await anonymous.requestPassword({ body })).toMatchObject({ status: 202 });
    await marketplace.close();
    expect(await box.keys(0)).toEqual([]);
  });

  test("T14 reveals nothing to other users: not that it is held, nor by how many", async () => {
    const { register, url } = await start();
    await register("eve");
    await register("squatter");
    await register("single", OTHER);
    const headers = { "x-request-id": "one-for-all" };
    const calls = [
      ["/users/login", { password: "wrong password" }],
      ["/users/request-password", {}],
    ] as const;
    for (const [path, rest] of calls) {
      const answers = [];
      for (const name of [ADDRESS, OTHER, "ada@people.example", "nobody@people.example"]) {
        const body = { username_or_email: name, ...rest };
        const answer = await send(`${url}${path}`, "POST", { body, headers });
        const given = [...answer.headers].filter(([header]) => header !== "date");
        answers.push([answer.status, given, answer.body]);
      }
      for (const answer of answers) expect(answer).toEqual(answers[0]);
    }
  });
});
