// Cases 84 to 91: HTTP itself, and concurrent requests.

import { connect, type Socket } from "node:net";
import { operations } from "@specwright/marketplace-api/server";
import { fakeClock } from "@specwright/runtime/testing";
import { describe, expect, onTestFinished, test } from "vitest";
import { exchangeBytes, requestBytes } from "./raw-exchange.ts";
import { at, PASSWORD, send, startMarketplace } from "./start-marketplace.ts";

const KEY = "8e03978e-40d5-43e8-bc93-6894a57f9324";

describe("HTTP", () => {
  test("case 84: no page of another origin is let in", async () => {
    const { url, token } = await startMarketplace();
    const ada = await token("ada");
    for (const origin of ["https://evil.example", "null", "http://127.0.0.1"]) {
      const asked = { origin, "access-control-request-method": "POST" };
      for (const [method, headers] of [
        ["GET", { origin }],
        ["OPTIONS", asked],
      ] as const) {
        const answer = await send(`${url}/users/me`, method, { token: ada, headers });
        expect(answer.status).toBe(method === "GET" ? 200 : 405);
        const names = [...answer.headers.keys()];
        expect(names.filter((name) => name.startsWith("access-control-"))).toEqual([]);
      }
    }
  });

  test("case 85: the method is that of the request line; overrides are ignored", async () => {
    const { url, token } = await startMarketplace();
    const ada = await token("ada");
    for (const name of ["x-http-method-override", "x-http-method", "x-method-override"]) {
      const headers = { [name]: "DELETE" };
      const body = { first_name: "X" };
      const options = { token: ada, body, headers };
      expect((await send(`${url}/users/1`, "POST", options)).status).toBe(200);
    }
    expect((await send(`${url}/users/1?_method=DELETE`, "GET", { token: ada })).status).toBe(400);
    for (const [method, path, allow] of [
      ["PUT", "/users/1", "DELETE, GET, HEAD, POST"],
      ["PATCH", "/listings/1", "DELETE, GET, HEAD, POST"],
      ["DELETE", "/users", "POST"],
      ["GET", "/users/login", "POST"],
      ["PUT", "/users/login", "POST"],
      ["POST", "/users/me/sessions", "GET, HEAD"],
      ["OPTIONS", "/listings", "GET, HEAD, POST"],
    ] as const) {
      const answer = await send(`${url}${path}`, method);
      expect([path, answer.status]).toEqual([path, 405]);
      expect(at(answer.body, "code")).toBe("method_not_allowed");
      expect(answer.headers.get("allow")).toBe(allow);
    }
  });

  test("case 86: answers are neither cached nor sniffed", async () => {
    const { url, token } = await startMarketplace({ trustProxy: true });
    const ada = await token("ada");
    const body = { username_or_email: "ada", password: PASSWORD };
    const tls = { "x-forwarded-proto": "https" };
    for (const answer of [
      await send(`${url}/users/login`, "POST", { body, headers: tls }),
      await send(`${url}/users/me`, "GET", { token: ada, headers: tls }),
      await send(`${url}/users/me`, "GET", { headers: tls }),
      await send(`${url}/nowhere`, "GET", { headers: tls }),
    ]) {
      expect(answer.headers.get("cache-control")).toBe("no-store");
      expect(answer.headers.get("x-content-type-options")).toBe("nosniff");
      expect(answer.headers.get("referrer-policy")).toBe("no-referrer");
      expect(answer.headers.get("strict-transport-security")).toMatch(/^max-age=\d{8}/);
      expect(answer.headers.get("x-request-id")).toMatch(/^[0-9a-f-]{36}$/);
      expect(answer.headers.has("server")).toBe(false);
      expect(answer.headers.has("x-powered-by")).toBe(false);
    }
  });

  test("case 87: a failure reveals only its id, which is in the log", async () => {
    const { url, token, marketplace, logs } = await startMarketplace();
    const ada = await token("ada");
    marketplace.storage.committed.users.byId = () =>
      Promise.reject(new Error("SELECT secret FROM users"));
    const answer = await send(`${url}/users/me`, "GET", { token: ada });
    const id = answer.headers.get("x-request-id");
    expect(answer.body).toEqual({
      type: "about:blank",
      title: "Internal Server Error",
      status: 500,
      code: "internal_error",
      instance: `urn:uuid:${id}`,
      request_id: id,
    });
    const logged = logs.filter((line) => line.includes(`${id}`));
    expect(logged.some((line) => line.includes("SELECT secret"))).toBe(true);
  });

  test("case 88: a slow or too frequent client is disconnected", async () => {
    const { url } = await startMarketplace({
      limits: { headersTimeoutMs: 200, bodyGraceMs: 200, connectionsPerAddress: 5 },
    });
    const { pathname, host } = new URL(url);
    const head = `POST ${pathname}/users HTTP/1.1\r\nHost: ${host}\r\n`;
    const never = await exchangeBytes(url, head);
    expect(never).toMatch(/^HTTP\/1.1 408 /);
    const body = "Content-Type: application/json\r\nContent-Length: 100\r\n\r\n{";
    expect(await exchangeBytes(url, head + body)).toMatch(/^HTTP\/1.1 408 /);
    expect(never).toContain("application/problem+json");
  });

  test("case 88: an address has so many connections", async () => {
    const { url } = await startMarketplace({ limits: { connectionsPerAddress: 5 } });
    const { hostname, port } = new URL(url);
    const open = (): Promise<Socket> =>
      new Promise((resolve) => {
        const socket = connect(Number(port), hostname, () => resolve(socket));
        socket.on("error", () => undefined);
        onTestFinished(() => void socket.destroy());
      });
    const sockets = [];
    for (let at = 0; at < 5; at += 1) sockets.push(await open());
    const refused = await open();
    await new Promise((resolve) => refused.once("close", resolve));
    expect(sockets.every(({ destroyed }) => !destroyed)).toBe(true);
    // Closing one makes room for another.
    sockets[0]?.destroy();
    await expect
      .poll(() => exchangeBytes(url, requestBytes(url, "/users/me")))
      .toMatch(/^HTTP\/1.1 401 /);
  });

  test.each([
    ["a length and chunks", "Content-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n"],
    ["two lengths", "Content-Length: 4\r\nContent-Length: 5\r\n\r\n{}  "],
    ["an invalid length", "Content-Length: +4\r\n\r\n{}  "],
    ["a length with a list", "Content-Length: 4, 4\r\n\r\n{}  "],
    ["a bad chunk", "Transfer-Encoding: chunked\r\n\r\nxyz\r\n{}\r\n0\r\n\r\n"],
    ["a chunk too long", "Transfer-Encoding: chunked\r\n\r\n1\r\n{}\r\n0\r\n\r\n"],
    ["another encoding", "Transfer-Encoding: xchunked\r\n\r\n0\r\n\r\n"],
    ["a folded header", "X-A: 1\r\n Content-Length: 4\r\n\r\n{}  "],
    ["a space before the colon", "Content-Length : 4\r\n\r\n{}  "],
    ["a bare line feed", "X-A: 1\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n"],
  ])("case 89: %s is refused, and the connection closed", async (_name, rest) => {
    const { url } = await startMarketplace();
    const { pathname, host } = new URL(url);
    const head = `POST ${pathname}/users/login HTTP/1.1\r\nHost: ${host}\r\n`;
    const smuggled = `GET ${pathname}/users/me HTTP/1.1\r\nHost: ${host}\r\n\r\n`;
    const text = await exchangeBytes(
      url,
      `${head}Content-Type: application/json\r\n${rest}${smuggled}`,
    );
    expect(text.match(/HTTP\/1\.1 \d+/g)).toEqual(["HTTP/1.1 400"]);
    expect(text.toLowerCase()).toContain("connection: close");
  });
});

test("cases 93 and 94: only the paths of the contract exist", async () => {
  const { url, token } = await startMarketplace();
  const root = await token("root");
  const origin = new URL(url).origin;
  const others = ["docs", "openapi.json", "openapi.yaml", "metrics", "healthz", "readyz", "debug"];
  for (const path of [...others, "admin", ".env", ".git/config", "package.json", "swagger", ""]) {
    for (const base of [origin, url]) {
      const answer = await send(`${base}/${path}`, "GET", { token: root });
      const type = answer.type?.split(";")[0];
      expect([path, answer.status, type]).toEqual([path, 404, "application/problem+json"]);
    }
  }
  const served = new Set<string>();
  for (const { method, path } of operations) {
    const target = `${url}${path.replaceAll(/\{[^}]*\}/g, "7")}`;
    const probe = await send(target, "PROPFIND");
    expect([path, probe.status]).toEqual([path, 405]);
    for (const allowed of probe.headers.get("allow")?.split(", ") ?? []) {
      const known = operations.some((one) => one.path === path && one.method === allowed);
      if (known) served.add(`${allowed} ${path}`);
      // Other allowed methods belong to a path that has the same form, because an id may be any
      // word.
      else expect(["HEAD", "GET", "POST", "DELETE"]).toContain(allowed);
    }
    expect(served).toContain(`${method} ${path}`);
  }
  expect(served.size).toBe(operations.length);
});

describe("case 90: If-Match", () => {
  test("case 90: rejects changes based on another state, of users and listings", async () => {
    const { url, token } = await startMarketplace();
    const ada = await token("ada");
    for (const [path, body] of [
      ["/users/1", { first_name: "X" }],
      ["/listings/1", { title: "x" }],
      ["/listings/2", { title: "x" }],
    ] as const) {
      const read = await send(`${url}${path}`, "GET", { token: ada });
      const tag = `${read.headers.get("etag")}`;
      expect(tag).toMatch(/^"1\./);
      const change = (ifMatch: string, first = body) =>
        send(`${url}${path}`, "POST", {
          body: first,
          token: ada,
          headers: { "if-match": ifMatch },
        });
      const changed = await change(tag);
      expect([changed.status, changed.headers.get("etag")]).toEqual([
        200,
        expect.stringMatching(/^"2\./),
      ]);
      const stale = await change(tag);
      expect([stale.status, at(stale.body, "code")]).toEqual([412, "precondition_failed"]);
      for (const malformed of ["2", '"1" "2"']) {
        expect((await change(malformed)).status).toBe(400);
      }
      for (const other of ['W/"2"', '""', '"1", "3"']) {
        expect((await change(other)).status).toBe(412);
      }
      expect((await change("*")).status).toBe(200);
    }
    for (const [method, path] of [
      ["POST", "/listings/1/hide"],
      ["POST", "/listings/2/submit"],
      ["DELETE", "/listings/1"],
      ["DELETE", "/users/1"],
    ] as const) {
      const options = { token: ada, headers: { "if-match": '"1"' } };
      expect((await send(`${url}${path}`, method, options)).status).toBe(412);
    }
    expect((await send(`${url}/listings/1`, "GET", { token: ada })).status).toBe(200);
  });

  test("case 90: lets only one of two simultaneous changes through", async () => {
    const { as } = await startMarketplace();
    const ada = await as("ada");
    const change = (title: string) =>
      ada.updateListing({
        path: { listing_id: 1 },
        headers: { "If-Match": '"1"' },
        body: { title },
      });
    const answers = await Promise.all(["one", "other", "third"].map(change));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 412, 412]);
    const users = await Promise.all(
      ["one", "other"].map((first_name) =>
        ada.updateUser({
          path: { user_id: 1 },
          headers: { "If-Match": '"1"' },
          body: { first_name },
        }),
      ),
    );
    expect(users.map(({ status }) => status).toSorted()).toEqual([200, 412]);
  });

  test("case 90: a listing that is toggled often at once ends in its first state", async () => {
    const { as } = await startMarketplace();
    const ada = await as("ada");
    const path = { listing_id: 1 };
    const answers = await Promise.all(Array.from({ length: 8 }, () => ada.hideListing({ path })));
    const states = answers.map(({ body }) => at(body, "data", "status"));
    expect(states.filter((state) => state === "hidden")).toHaveLength(4);
    expect(states.filter((state) => state === "publish")).toHaveLength(4);
    const versions = new Set(answers.map(({ body }) => at(body, "data", "version")));
    expect(versions.size).toBe(8);
    expect((await ada.getListing({ path })).body).toMatchObject({
      data: { status: "publish", version: 9 },
    });
  });
});

describe("case 91: Idempotency-Key", () => {
  test("case 91: a request is done once for each user", async () => {
    const { url, token, as } = await startMarketplace();
    const [ada, bob] = [await token("ada"), await token("bob")];
    const create = (session: string, title = "once", key = KEY) =>
      send(`${url}/listings`, "POST", {
        body: { title },
        token: session,
        headers: { "idempotency-key": key },
      });
    const [first, again] = [await create(ada), await create(ada)];
    expect([first.status, again.status]).toEqual([201, 201]);
    expect(again.body).toEqual(first.body);
    for (const name of ["location", "etag", "content-type"]) {
      expect(again.headers.get(name)).toBe(first.headers.get(name));
    }
    expect(first.headers.get("idempotency-replayed")).toBeNull();
    expect(again.headers.get("idempotency-replayed")).toBe("true");
    const other = await create(ada, "another");
    expect([other.status, at(other.body, "code")]).toEqual([422, "idempotency_key_reused"]);
    // The same key of another user is a different key.
    const foreign = await create(bob);
    expect(at(foreign.body, "data", "id")).not.toBe(at(first.body, "data", "id"));
    for (const key of ["short", "x".repeat(129), "with a space in it"]) {
      expect((await create(ada, "once", key)).status).toBe(400);
    }
    const list = await (await as("ada")).listListings({ query: { user_id: 1, status: "draft" } });
    expect(
      list.status === 200 && list.body.data.filter(({ title }) => title === "once"),
    ).toHaveLength(1);
  });

  test("case 91: of twenty at once, one is done and the others wait or are refused", async () => {
    const { url, token, as } = await startMarketplace();
    const ada = await token("ada");
    const options = { body: { title: "once" }, token: ada, headers: { "idempotency-key": KEY } };
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => send(`${url}/listings`, "POST", options)),
    );
    const statuses = new Set(answers.map(({ status }) => status));
    expect([...statuses].filter((status) => status !== 201 && status !== 409)).toEqual([]);
    for (const answer of answers.filter(({ status }) => status === 409)) {
      expect(at(answer.body, "code")).toBe("idempotency_in_flight");
      expect(answer.headers.get("retry-after")).toBe("1");
    }
    const list = await (await as("ada")).listListings({ query: { user_id: 1, status: "draft" } });
    expect(
      list.status === 200 && list.body.data.filter(({ title }) => title === "once"),
    ).toHaveLength(1);
  });

  test("case 91: is remembered for a day, over a restart, and keeps refusals too", async () => {
    const clock = fakeClock(Date.UTC(2026, 0, 1));
    const first = await startMarketplace({ clock });
    const headers = { "idempotency-key": KEY };
    const user = { username: "eve", email: "eve@people.example", password: "long enough" };
    const register = (url: string) => send(`${url}/users`, "POST", { body: user, headers });
    const made = await register(first.url);
    expect(made.status).toBe(201);
    await first.marketplace.close();
    const second = await startMarketplace({ clock, folder: first.folder });
    expect((await register(second.url)).body).toEqual(made.body);
    await clock.advance(24 * 60 * 60_000);
    const late = await register(second.url);
    expect([late.status, at(late.body, "code")]).toEqual([409, "username_taken"]);
    expect((await register(second.url)).headers.get("idempotency-replayed")).toBe("true");
  });

  test("case 91: reveals nothing to a caller who is no longer logged in", async () => {
    const { url, token } = await startMarketplace();
    const ada = await token("ada");
    const options = { body: { title: "once" }, token: ada, headers: { "idempotency-key": KEY } };
    await send(`${url}/listings`, "POST", options);
    await send(`${url}/users/logout`, "POST", { token: ada });
    expect((await send(`${url}/listings`, "POST", options)).status).toBe(401);
  });
});
