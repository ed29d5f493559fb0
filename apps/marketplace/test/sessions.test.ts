import { fakeClock } from "@specwright/runtime/testing";
import { describe, expect, test } from "vitest";
import { at, PASSWORD, send, startMarketplace } from "./start-marketplace.ts";

const MINUTE = 60_000;
const sessions = { idleMs: 60 * MINUTE, lifetimeMs: 150 * MINUTE };

describe("a session", () => {
  test("case 37: ends when it is not used for its time, and at its time in all", async () => {
    const clock = fakeClock(Date.UTC(2026, 0, 1));
    const { as } = await startMarketplace({ clock, sessions });
    const idle = await as("ada");
    const busy = await as("ada");
    const steps = [
      { afterMs: 59 * MINUTE, want: 200 },
      { afterMs: 59 * MINUTE, want: 200 },
      { afterMs: 31 * MINUTE, want: 200 },
      { afterMs: MINUTE, want: 401 },
    ];
    for (const { afterMs, want } of steps) {
      await clock.advance(afterMs);
      expect((await busy.getCurrentUser({})).status).toBe(want);
    }
    expect((await idle.getCurrentUser({})).status).toBe(401);
  });

  test("says when it ends at the latest", async () => {
    const clock = fakeClock(Date.UTC(2026, 0, 1));
    const { anonymous } = await startMarketplace({ clock, sessions });
    const body = { username_or_email: "ada", password: PASSWORD };
    const answer = await anonymous.loginUser({ body });
    expect(at(answer.body, "data", "expires_at")).toBe("2026-01-01T02:30:00.000Z");
    expect(at(answer.body, "data", "token")).toMatch(/^[A-Za-z0-9_-]{43}$/);
  });

  test("case 36: ends with logout at once, and alone", async () => {
    const { as } = await startMarketplace();
    const [here, there] = [await as("ada"), await as("ada")];
    expect(await here.logoutUser({})).toMatchObject({ status: 204 });
    expect((await here.getCurrentUser({})).status).toBe(401);
    expect((await here.logoutUser({})).status).toBe(401);
    expect((await there.getCurrentUser({})).status).toBe(200);
  });

  test("case 38: never has an id from the client", async () => {
    const { url, token } = await startMarketplace();
    const proposed = "A".repeat(43);
    const body = { username_or_email: "ada", password: PASSWORD };
    const answer = await send(`${url}/users/login`, "POST", { body, token: proposed });
    expect(at(answer.body, "data", "token")).not.toBe(proposed);
    const again = await send(`${url}/users/me`, "GET", { token: proposed });
    expect(again.status).toBe(401);
    expect(await token("ada")).not.toBe(at(answer.body, "data", "token"));
  });
});

describe("a failed login", () => {
  test("says the same of an unknown user and of a wrong password", async () => {
    const { url } = await startMarketplace();
    const answers = [];
    for (const name of ["ada", "nobody", "nobody@people.example"]) {
      const body = { username_or_email: name, password: "wrong password" };
      const answer = await send(`${url}/users/login`, "POST", {
        body,
        headers: { "x-request-id": "one-for-all" },
      });
      const { status, headers, body: problem } = answer;
      const headerList = [...headers].filter(([key]) => key !== "date");
      answers.push({ status, headerList, problem });
    }
    expect(answers[1]).toEqual(answers[0]);
    expect(answers[2]).toEqual(answers[0]);
    expect(answers[0]?.headerList).toContainEqual([
      "www-authenticate",
      'Bearer realm="marketplace"',
    ]);
    expect(answers[0]?.headerList).toContainEqual(["cache-control", "no-store"]);
  });
});
