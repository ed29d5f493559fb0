import { expect, test } from "vitest";
import { readEnvironment } from "../src/environment/read-environment.ts";
import { send, startMarketplace } from "./start-marketplace.ts";

const shop = "https://shop.example.com";

test.each([
  [shop, [shop]],
  [`${shop}, http://127.0.0.1:5173`, [shop, "http://127.0.0.1:5173"]],
])("%s are the origins that are let in", (text, want) => {
  const { options } = readEnvironment({ MARKETPLACE_ORIGINS: text });
  expect(options.allowedOrigins).toEqual(want);
});

test.each([
  "*",
  "null",
  `${shop}/`,
  `${shop}/shop`,
  "shop.example.com",
  "ftp://shop.example.com",
  `${shop},`,
])("%s is not an allowed origin", (text) => {
  expect(() => readEnvironment({ MARKETPLACE_ORIGINS: text })).toThrow(
    /MARKETPLACE_ORIGINS must be a list of origins/,
  );
});

test("pages of a listed origin may call and read the headers, and no others", async () => {
  const { url, token } = await startMarketplace({ allowedOrigins: [shop] });
  const ada = await token("ada");
  const asked = {
    "access-control-request-method": "POST",
    "access-control-request-headers": "authorization,content-type,if-match,idempotency-key",
  };
  const preflight = await send(`${url}/users/1`, "OPTIONS", {
    headers: { origin: shop, ...asked },
  });
  expect(preflight.status).toBe(204);
  expect(Object.fromEntries(preflight.headers)).toMatchObject({
    "access-control-allow-origin": shop,
    "access-control-allow-methods": expect.stringContaining("POST"),
    "access-control-allow-headers": expect.stringMatching(/Authorization.*Idempotency-Key/),
    vary: expect.stringContaining("Origin"),
  });
  for (const status of [200, 401]) {
    const headers = { origin: shop };
    const given = status === 200 ? { token: ada, headers } : { headers };
    const answer = await send(`${url}/users/me`, "GET", given);
    expect(answer.status).toBe(status);
    expect(answer.headers.get("access-control-allow-origin")).toBe(shop);
    expect(answer.headers.get("access-control-expose-headers")).toMatch(/ETag.*Retry-After/);
    // The browser itself sends no credentials.
    expect(answer.headers.has("access-control-allow-credentials")).toBe(false);
  }
  for (const origin of ["https://evil.example", "null", `${shop}.evil.example`]) {
    for (const method of ["GET", "OPTIONS"]) {
      const answer = await send(`${url}/users/me`, method, {
        token: ada,
        headers: { origin, ...asked },
      });
      expect(answer.headers.get("access-control-allow-origin")).toBeNull();
    }
  }
});
