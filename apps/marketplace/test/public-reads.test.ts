// Without a session, only published listings and their images can be read.

import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { parse } from "yaml";
import { createFile, drawImage } from "./images.ts";
import { at, STAFFED, send, startMarketplace } from "./start-marketplace.ts";

const spec: unknown = parse(
  readFileSync(new URL("../../../specs/marketplace/openapi.yaml", import.meta.url), "utf8"),
);

describe("T16 without a session", () => {
  test("T16 published listings are listed and read, with their images", async () => {
    const { url, as } = await startMarketplace();
    const ada = await as("ada");
    const file = createFile(await drawImage("png"), "a.png", "image/png");
    const made = await ada.createAttachment({ body: { listing_id: 1, file } });
    expect(made.status).toBe(201);

    const page = await send(`${url}/listings`, "GET");
    expect([page.status, at(page.body, "data", "length")]).toEqual([200, 1]);
    expect(at(page.body, "data", 0)).toMatchObject({ status: "publish", title: "published" });
    const listing = await send(`${url}/listings/1`, "GET");
    expect([listing.status, at(listing.body, "data", "images", "length")]).toEqual([200, 1]);
    const image = await send(`${url}/attachments/1`, "GET");
    expect(image.status).toBe(200);
    const bytes = await fetch(String(at(image.body, "data", "url")));
    expect([bytes.status, bytes.headers.get("content-type")]).toEqual([200, "image/png"]);
  });

  test("35.4 a listing names its seller, and says nothing else about them", async () => {
    const { url, as } = await startMarketplace();
    const ada = await as("ada");
    await ada.updateUser({ path: { user_id: 1 }, body: { first_name: "Ada", last_name: "L" } });
    const page = await send(`${url}/listings`, "GET");
    const listing = await send(`${url}/listings/1`, "GET");
    for (const shown of [at(page.body, "data", 0), at(listing.body, "data")]) {
      expect(at(shown, "seller")).toEqual({ username: "ada" });
      expect(JSON.stringify(shown)).not.toMatch(/Ada|people\.example/);
    }
    expect((await ada.deleteUser({ path: { user_id: 1 } })).status).toBe(204);
    expect((await send(`${url}/listings/1`, "GET")).status).toBe(404);
    expect(at((await send(`${url}/listings`, "GET")).body, "data")).toEqual([]);
  });

  test.each(["draft", "pending", "hidden", "trash"])(
    "T16 one that is %s does not exist",
    async (status) => {
      const { url } = await startMarketplace();
      const id = ["published", "draft", "pending", "hidden", "trash"].indexOf(status) + 1;
      expect((await send(`${url}/listings/${id}`, "GET")).status).toBe(404);
      const page = await send(`${url}/listings?status=${status}`, "GET");
      expect([page.status, at(page.body, "data")]).toEqual([200, []]);
      const own = await send(`${url}/listings?user_id=1&status=${status}`, "GET");
      expect([own.status, at(own.body, "data")]).toEqual([200, []]);
    },
  );

  test("T16 an invalid token is refused all the same, and users are not shown", async () => {
    const { url } = await startMarketplace();
    expect((await send(`${url}/listings`, "GET", { token: "A".repeat(43) })).status).toBe(401);
    expect((await send(`${url}/users/1`, "GET")).status).toBe(401);
    expect(
      (await send(`${url}/listings/1/report`, "POST", { body: { details: "x" } })).status,
    ).toBe(401);
  });
});

/** The parameters that mean nothing without another one. */
const NEEDED: Readonly<Record<string, string>> = {
  min_price: "currency",
  max_price: "currency",
  sort: "currency",
  radius_km: "near",
};

test.each([
  ["/listings", undefined],
  ["/reports", "mod"],
  ["/audit-entries", "root"],
])("T16 the examples of the parameters of %s work, together and alone", async (path, name) => {
  const { url, token } = await startMarketplace({
    seed: STAFFED,
    categories: [{ id: "machines", name: "Machines" }],
    customFields: { listings: { weight_kg: { schema: { type: "number" } } } },
  });
  const bearer = name === undefined ? {} : { token: await token(name) };
  const parameters = at(spec, "paths", path, "get", "parameters");
  if (!Array.isArray(parameters)) throw new Error(`${path} has no parameters`);
  const queried = parameters.filter((one) => at(one, "in") === "query");
  const examples = queried.map((one) => [String(at(one, "name")), `${at(one, "example")}`]);
  expect(examples.map(([parameter]) => parameter)).toContain("cursor");
  const others = examples.filter(([parameter]) => parameter !== "cursor");
  const alone = examples.map((example) => {
    const needed = NEEDED[example[0] ?? ""];
    return [example, ...examples.filter(([parameter]) => parameter === needed)];
  });
  // A cursor belongs to one selection.
  for (const query of [others, ...alone]) {
    const target = `${url}${path}?${new URLSearchParams(query)}`;
    expect([target, (await send(target, "GET", bearer)).status]).toEqual([target, 200]);
  }
});
