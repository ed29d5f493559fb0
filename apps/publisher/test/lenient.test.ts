// Documents with faults that have only one reading: `lenient` of an upload.

import { zipSync } from "fflate";
import { expect, test } from "vitest";
import { shop, startPublisher } from "./start-publisher.ts";

const headers = { Prefer: "wait=30" };
/** A document whose schema has a `required` of a type that it cannot have. */
const faulty = (version: string, ...paths: readonly string[]): string =>
  `${shop(version, ...paths)}components:
  schemas: { Thing: { type: object, required: true, properties: { a: { type: string } } } }
`;

test("30.16 faults are refused, or repaired with a warning on the page", async () => {
  const running = await startPublisher();
  const client = await running.as("admin");
  await client.putInterface({ path: { interface: "shop" }, body: { title: "Shop" } });
  const publish = (document: string, lenient?: boolean) =>
    client.publishVersion({
      headers,
      contentType: "application/json",
      body: { interface: "shop", document, ...(lenient !== undefined && { lenient }) },
    });
  const read = async (path: string) => await (await fetch(`${running.site}${path}`)).text();
  const warning = "These faults of the document were repaired.";

  expect(await publish(faulty("1", "users"))).toMatchObject({
    status: 422,
    body: { diagnostics: [{ code: "FIELD_TYPE", severity: "error" }] },
  });
  expect(await publish(faulty("1", "users"), true)).toMatchObject({
    status: 201,
    body: { data: { number: 1 } },
  });
  for (const path of ["/shop/versions/1/index.html", "/shop/versions/1/index.md", "/shop/"]) {
    const page = await read(path);
    expect(page).toContain(warning);
    expect(page).toMatch(/must be a list; this is a boolean; left out/);
    expect(page).toMatch(/openapi\.yaml:\d+:\d+/);
  }

  // The next version is compared with it as it was read before.
  const next = await publish(shop("2", "users", "orders"), true);
  expect(next).toMatchObject({ status: 201, body: { data: { number: 2 } } });
  expect(await read("/shop/versions/2/index.html")).not.toContain(warning);
  expect(await read("/shop/versions/1/index.html")).toContain(warning);

  const archive = zipSync({ "openapi.yaml": new TextEncoder().encode(faulty("3", "users")) });
  const zipped = (query: object) =>
    client.publishVersion({
      headers,
      query: { interface: "shop", ...query },
      contentType: "application/zip",
      body: archive,
    });
  expect((await zipped({})).status).toBe(422);
  expect((await zipped({ lenient: true })).status).toBe(201);
});

test("30.16 a document with faults is compared without publishing it", async () => {
  const running = await startPublisher();
  const client = await running.as("admin");
  await client.putInterface({ path: { interface: "shop" }, body: { title: "Shop" } });
  const body = { interface: "shop", document: shop("1", "users") };
  await client.publishVersion({ headers, contentType: "application/json", body });
  const compare = (lenient: boolean) =>
    client.createDiff({
      headers,
      body: { interface: "shop", document: faulty("2", "users", "orders"), lenient },
    });
  expect((await compare(false)).status).toBe(422);
  expect(await compare(true)).toMatchObject({ status: 201, body: { data: { head_id: null } } });
});
