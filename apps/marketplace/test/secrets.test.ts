import { expect, test } from "vitest";
import { PASSWORD, send, startMarketplace } from "./start-marketplace.ts";
import { dump } from "./test-database.ts";

test("case 23: no password, hash or token is in a log line, an answer or the file, except hashes in the file", async () => {
  const { url, token, logs, marketplace, folder } = await startMarketplace();
  const answers: string[] = [];
  const note = async (...request: Parameters<typeof send>): Promise<void> => {
    const { headers, body } = await send(...request);
    answers.push(JSON.stringify([[...headers], body]));
  };
  const secret = await token("ada");
  const changed = "battery horse correct";
  const wrong = "wrong password here";
  const as = { token: secret };
  const user = { username: "eve", email: "eve@people.example", password: changed };
  await note(`${url}/users`, "POST", { body: user });
  await note(`${url}/users`, "POST", { body: { ...user, username: [wrong], nonsense: wrong } });
  await note(`${url}/users/login`, "POST", { body: { username_or_email: "ada", password: wrong } });
  await note(`${url}/users/login`, "POST", { body: `{"password":"${wrong}"` });
  await note(`${url}/users/me`, "GET", as);
  await note(`${url}/users/1?token=${secret}`, "GET", as);
  await note(`${url}/users/1`, "POST", {
    ...as,
    body: { password: changed, current_password: PASSWORD },
  });
  await note(`${url}/users/1`, "POST", {
    ...as,
    body: { email: "x@people.example", current_password: wrong },
  });
  // An internal error is logged in full.
  const { storage } = marketplace;
  storage.committed.users.byId = () => Promise.reject(new Error("the disk is gone"));
  await note(`${url}/users/me`, "GET", as);

  expect(answers.at(-1)).toContain('"code":"internal_error"');
  expect(answers.at(-1)).not.toContain("disk");
  // A job that runs in the meantime may log it too.
  expect(logs.some((line) => line.includes("the disk is gone"))).toBe(true);
  await marketplace.close();
  const file = await dump(folder);
  for (const text of [PASSWORD, changed, wrong, secret]) {
    expect(logs.filter((line) => line.includes(text))).toEqual([]);
    expect(answers.filter((answer) => answer.includes(text))).toEqual([]);
    expect(file.includes(text)).toBe(false);
  }
  expect([...logs, ...answers].filter((line) => line.includes("$argon2"))).toEqual([]);
  expect([...logs].filter((line) => line.includes("@people.example"))).toEqual([]);
  expect(file).toContain("$argon2id$");
  for (const line of logs) expect(() => JSON.parse(line)).not.toThrow();
});
