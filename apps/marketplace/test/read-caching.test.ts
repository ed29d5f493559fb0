// Caching of responses that can be read with a session and without one.

import { describe, expect, test } from "vitest";
import { createFile, drawImage } from "./images.ts";
import { type Running, STAFFED, send, startMarketplace } from "./start-marketplace.ts";

const PATHS = [
  "/listings",
  "/listings?count=true&limit=2",
  "/listings/1",
  "/listings/2",
  "/attachments/1",
  "/categories",
] as const;

/** Starts a service in which callers see different things; returns their tokens, too. */
async function startShop(): Promise<
  Running & { readonly callers: readonly (string | undefined)[] }
> {
  const running = await startMarketplace({
    seed: STAFFED,
    categories: [{ id: "machines", name: "Machines" }],
    customFields: { listings: { reserve: { schema: { type: "integer" }, public: false } } },
  });
  const tokens = await Promise.all(
    ["ada", "bob", "mod", "root"].map((name) => running.token(name)),
  );
  const token = tokens[0];
  await send(`${running.url}/listings/1`, "POST", { token, body: { reserve: 700 } });
  const file = createFile(await drawImage("png"), "a.png", "image/png");
  await running.clientOf(`${token}`).createAttachment({ body: { listing_id: 1, file } });
  return { ...running, callers: [undefined, ...tokens] };
}

/**
 * A shared cache (RFC 9111) that keeps all it may, and what `no-cache` says has to be revalidated.
 * Without `minds`, it does not look at `Vary`, as some do.
 */
function sharedCache(base: string, minds: boolean) {
  const kept = new Map<string, { readonly etag: string; readonly body: unknown }>();
  const counts = { stored: 0, revalidated: 0 };
  async function get(path: string, token: string | undefined): Promise<unknown> {
    const key = minds ? `${path} ${token}` : path;
    const known = kept.get(key);
    const headers = known && { "if-none-match": known.etag };
    const answer = await send(`${base}${path}`, "GET", { token, headers });
    const control = answer.headers.get("cache-control") ?? "";
    if (answer.status === 304) {
      counts.revalidated += 1;
      return known?.body;
    }
    const isShared = /\bpublic\b/.test(control) && !/\bprivate|no-store\b/.test(control);
    expect([path, control]).toEqual([path, expect.stringMatching(/no-cache|no-store/)]);
    if (isShared && answer.status === 200) {
      counts.stored += 1;
      kept.set(key, { etag: `${answer.headers.get("etag")}`, body: answer.body });
    }
    return answer.body ?? answer.status;
  }
  return { get, counts };
}

function withoutRequestId(body: unknown): unknown {
  return JSON.parse(JSON.stringify(body), (key, value) => (key === "request_id" ? "" : value));
}

describe("35.4 an answer to everyone", () => {
  test("may be kept by shared caches, one to a caller with a session by the caller", async () => {
    const { url, callers } = await startShop();
    for (const path of PATHS) {
      for (const token of callers) {
        const answer = await send(`${url}${path}`, "GET", { token });
        if (answer.status === 404) {
          expect(answer.headers.get("cache-control")).toBe("no-store");
          continue;
        }
        const want = token === undefined ? "public, no-cache" : "private, no-cache";
        expect([path, answer.headers.get("cache-control")]).toEqual([path, want]);
        expect(answer.headers.get("vary")).toBe("Authorization");
        const headers = { "if-none-match": `${answer.headers.get("etag")}` };
        const again = await send(`${url}${path}`, "GET", { token, headers });
        expect([path, again.status, again.body]).toEqual([path, 304, undefined]);
        for (const name of ["etag", "cache-control", "vary"]) {
          expect(again.headers.get(name)).toBe(answer.headers.get(name));
        }
      }
    }
  });

  test("is not kept if it is an error", async () => {
    const { url } = await startShop();
    const token = "A".repeat(43);
    for (const [path, options, status] of [
      ["/listings", { token }, 401],
      ["/listings?limit=0", {}, 400],
      ["/listings/99", {}, 404],
      ["/attachments/99", {}, 404],
    ] as const) {
      const answer = await send(`${url}${path}`, "GET", options);
      expect([path, answer.status]).toEqual([path, status]);
      expect(answer.headers.get("cache-control")).toBe("no-store");
    }
  });

  test("has another tag when anything in it has changed", async () => {
    const { url, as } = await startShop();
    const ada = await as("ada");
    const tags = new Set<string | null>();
    const read = async () =>
      tags.add((await send(`${url}/listings`, "GET")).headers.get("etag")).size;
    expect([await read(), await read()]).toEqual([1, 1]);
    await ada.updateListing({ path: { listing_id: 1 }, body: { description: "Brass" } });
    expect(await read()).toBe(2);
    await ada.deleteAttachment({ path: { attachment_id: 1 } });
    expect(await read()).toBe(3);
    await ada.hideListing({ path: { listing_id: 1 }, body: { hidden: true } });
    expect(await read()).toBe(4);
  });

  test.each([
    ["that minds Vary", true],
    ["that does not", false],
  ])("is never mixed with that of another caller by a cache %s", async (_, minds) => {
    const { url, callers } = await startShop();
    const cache = sharedCache(url, minds);
    const order = [...callers, ...callers.toReversed(), undefined];
    for (const path of PATHS) {
      for (const token of order) {
        const direct = await send(`${url}${path}`, "GET", { token });
        const cached = await cache.get(path, token);
        expect([path, withoutRequestId(cached)]).toEqual([
          path,
          withoutRequestId(direct.body ?? direct.status),
        ]);
      }
    }
    // Public responses were cached and not sent again.
    expect(cache.counts.stored).toBe(5);
    expect(cache.counts.revalidated).toBeGreaterThanOrEqual(10);
  });
});
