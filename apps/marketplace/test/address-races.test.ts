// Addresses: two users who verify one at once, late letters, accounts of an earlier version.

import { join } from "node:path";
import { createMarketplace, fileFolder } from "@specwright/marketplace";
import { createMarketplaceClient } from "@specwright/marketplace-api/client";
import { restTransport } from "@specwright/rest/client";
import { systemClock } from "@specwright/runtime";
import { fakeClock } from "@specwright/runtime/testing";
import { expect, onTestFinished, test } from "vitest";
import { hashSessionToken } from "../src/secrets/session-token.ts";
import { openStorage } from "../src/storage/open-storage.ts";
import { migrationsUpTo } from "./former-version.ts";
import { mailBox } from "./mail-box.ts";
import {
  at,
  CHEAP,
  PASSWORD,
  send,
  startMarketplace,
  temporaryFolder,
} from "./start-marketplace.ts";
import { databaseOf, execute } from "./test-database.ts";

const ADDRESS = "eve@people.example";
const OTHER = "other@people.example";

test("T14 of many who verify one address at once, one has it", async () => {
  const box = mailBox();
  const { anonymous, as, token, url } = await startMarketplace({ mail: box.mail });
  for (let round = 0; round < 5; round += 1) {
    const email = `round${round}@people.example`;
    const names = [0, 1, 2, 3].map((index) => `round${round}-${index}`);
    for (const username of names) {
      const body = { username, email, password: PASSWORD };
      expect((await anonymous.registerUser({ body })).status).toBe(201);
    }
    const keys = await box.verificationKeys(email, names.length);
    await anonymous.requestPassword({ body: { username_or_email: names[0] ?? "" } });
    const resetKey = (await box.keys(round + 1)).at(-1) ?? "";
    // One user verifies it by a reset while another registers with it.
    const reset = { username: names[0] ?? "", password: PASSWORD, password_reset_key: resetKey };
    const [late, ...answers] = await Promise.all([
      anonymous.registerUser({ body: { username: `late${round}`, email, password: PASSWORD } }),
      anonymous.resetPassword({ body: reset }),
      ...keys.map((email_verification_key) =>
        anonymous.verifyEmail({ body: { email_verification_key } }),
      ),
    ]);
    expect([201, 409]).toContain(late.status);
    const statuses = answers.map(({ status }) => status);
    expect(statuses.every((status) => status === 200 || status === 401)).toBe(true);
    const shown = await Promise.all(
      names.map(async (name) => {
        const me = await (await as(name)).getCurrentUser({});
        return [at(me.body, "data", "email"), at(me.body, "data", "email_verified")];
      }),
    );
    expect(shown.toSorted()).toEqual(
      [...[0, 1, 2].map(() => [null, false]), [email, true]].toSorted(),
    );
    const owner = names[shown.findIndex(([held]) => held === email)];
    const session = await token(email);
    const me = await send(`${url}/users/me`, "GET", { token: session });
    expect(at(me.body, "data", "username")).toBe(owner);
  }
});

test("T14 no mail is sent to an address that is abandoned or has a new owner by then", async () => {
  const clock = fakeClock(Date.UTC(2026, 0, 1));
  const box = mailBox();
  let isAway = true;
  const mail = {
    async deliver(message: Parameters<typeof box.mail.deliver>[0]) {
      if (isAway) throw new Error("451 not now");
      await box.mail.deliver(message);
    },
  };
  const { anonymous, as, folder, logs } = await startMarketplace({ mail, clock });
  const register = async (username: string, email: string) =>
    (await anonymous.registerUser({ body: { username, email, password: PASSWORD } })).status;
  expect(await register("moved", ADDRESS)).toBe(201);
  expect(await register("slow", OTHER)).toBe(201);
  // Each mail is tried while its address is still right.
  const untilTried = (count: number) =>
    expect.poll(() => logs.filter((line) => line.includes("mail not sent"))).toHaveLength(count);
  await untilTried(2);
  const moved = await as("moved");
  const me = await moved.getCurrentUser({});
  const user_id = Number(at(me.body, "data", "id"));
  const body = { email: "new@people.example", current_password: PASSWORD };
  expect((await moved.updateUser({ path: { user_id }, body })).status).toBe(200);
  await untilTried(4);
  await execute(
    folder,
    `UPDATE users SET email = '${OTHER}', email_key = '${OTHER}' WHERE username = 'bob'`,
  );
  isAway = false;
  await expect
    .poll(async () => {
      // The timer of the next attempt may be set after the line in the log.
      await clock.advance(1_000);
      return execute(folder, "SELECT id FROM outbox");
    })
    .toEqual([]);
  expect(box.messages.map(({ to, subject }) => [to, subject])).toEqual([
    [ADDRESS, "Your address was changed"],
    ["new@people.example", "Verify your address"],
  ]);
});

test("T14 a seed takes its addresses from users who have not verified them", async () => {
  const first = await startMarketplace({ seed: {} });
  const body = { username: "squatter", email: ADDRESS, password: PASSWORD };
  expect((await first.anonymous.registerUser({ body })).status).toBe(201);
  const users = [{ username: "eve", email: ADDRESS, password: PASSWORD }];
  await first.marketplace.seed({ users });
  const shown = await execute(
    first.folder,
    "SELECT username, email, email_verified FROM users ORDER BY username",
  );
  expect(
    shown.map((row) => Object.values(row).map((value) => (value === null ? null : String(value)))),
  ).toEqual([
    ["eve", ADDRESS, "1"],
    ["squatter", null, "0"],
  ]);
  const again = [{ username: "eve2", email: ADDRESS, password: PASSWORD }];
  await expect(first.marketplace.seed({ users: again })).rejects.toThrow(
    "seed: the address of eve2 is taken",
  );
});

test("T14 registration works without mail", async () => {
  const folder = await temporaryFolder();
  const marketplace = await createMarketplace({
    database: await databaseOf(folder),
    files: fileFolder(join(folder, "files")),
    adminEmail: "admin@site.example",
    passwords: CHEAP,
  });
  onTestFinished(() => marketplace.close());
  const baseUrl = await marketplace.listen();
  const anonymous = createMarketplaceClient(restTransport({ baseUrl }));
  const body = { username: "eve", email: ADDRESS, password: PASSWORD };
  expect((await anonymous.registerUser({ body })).status).toBe(201);
  for (const username_or_email of ["eve", ADDRESS]) {
    const login = await anonymous.loginUser({ body: { username_or_email, password: PASSWORD } });
    expect(login).toMatchObject({
      status: 200,
      body: { data: { user: { email_verified: false } } },
    });
  }
  // The letter waits in the outbox.
  expect(await execute(folder, "SELECT kind FROM outbox")).toEqual([
    { kind: "email_verification" },
  ]);
});

test("T14 accounts of an earlier version count as verified, and keep their data", async () => {
  const folder = await temporaryFolder();
  const database = await databaseOf(folder);
  const former = await openStorage({
    database,
    clock: systemClock,
    migrations: await migrationsUpTo(7, folder),
  });
  await former.close();
  const key = "k".repeat(43);
  const now = Date.now();
  await execute(
    folder,
    `INSERT INTO users (username, username_key, email, email_key, password_hash, role,
       custom_fields, version, created_at, updated_at)
     VALUES ('Eve', 'eve', 'Eve@people.example', '${ADDRESS}', 'x', 'member', '{}', 7, ${now}, ${now})`,
  );
  await execute(
    folder,
    `INSERT INTO sessions (user_id, token_hash, created_at, last_used_at, expires_at)
     VALUES (1, '${hashSessionToken(key)}', ${now}, ${now}, ${now + 3_600_000})`,
  );
  await execute(
    folder,
    `INSERT INTO listings (user_id, status, title, custom_fields, version, created_at, updated_at)
     VALUES (1, 'publish', 'kept', '{}', 1, ${now}, ${now})`,
  );
  await execute(
    folder,
    `INSERT INTO password_resets (user_id, key_hash, expires_at)
     VALUES (1, '${hashSessionToken(key)}', ${now + 3_600_000})`,
  );
  const { url, anonymous, clientOf } = await startMarketplace({ folder });
  const eve = clientOf(key);
  expect(await eve.getCurrentUser({})).toMatchObject({
    status: 200,
    body: { data: { id: 1, email: "Eve@people.example", email_verified: true } },
  });
  expect(at((await send(`${url}/listings/1`, "GET")).body, "data", "title")).toBe("kept");
  const taken = { username: "squatter", email: ADDRESS, password: PASSWORD };
  expect(await anonymous.registerUser({ body: taken })).toMatchObject({ status: 409 });
  const body = { username: "eve", password: PASSWORD, password_reset_key: key };
  expect((await anonymous.resetPassword({ body })).status).toBe(200);
  // The data of a user are still deleted with the user, and ids are not reused.
  const session = await anonymous.loginUser({
    body: { username_or_email: ADDRESS, password: PASSWORD },
  });
  const token = session.status === 200 ? session.body.data.token : "";
  expect((await clientOf(token).deleteUser({ path: { user_id: 1 } })).status).toBe(204);
  for (const table of ["listings", "sessions", "mailed_keys"]) {
    expect(await execute(folder, `SELECT * FROM ${table} WHERE user_id = 1`)).toEqual([]);
  }
});
