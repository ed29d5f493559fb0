import { expect, test } from "vitest";
import { startPublisher } from "./start-publisher.ts";

test("interfaces are created, changed, read and listed", async () => {
  const { as, anonymous, site } = await startPublisher();
  const admin = await as("admin");
  const path = { interface: "shop" };
  const body = { title: "Shop", description: "Orders.", home_page_url: "https://shop.example/" };
  const created = await admin.putInterface({ path, body });
  expect(created).toMatchObject({
    status: 201,
    headers: { Location: "/v1/interfaces/shop" },
    body: { data: { name: "shop", ...body, public_url: `${site}/shop/` } },
  });
  const same = await admin.putInterface({ path, body });
  expect(same).toMatchObject({ status: 200, body: created.body ?? {} });
  const changed = await admin.putInterface({ path, body: { title: "Store" } });
  expect(changed).toMatchObject({
    status: 200,
    body: { data: { title: "Store", description: null, home_page_url: null } },
  });
  const read = await anonymous.getInterface({ path });
  // Which branches are private is shown only to those who may read them.
  const { private_branches: branches, ...open } = changed.status === 200 ? changed.body.data : {};
  expect(branches).toEqual([]);
  expect(read).toMatchObject({ status: 200, body: { data: open } });
  const headers = { "If-None-Match": read.status === 200 ? `${read.headers?.ETag}` : "" };
  expect((await anonymous.getInterface({ path, headers })).status).toBe(304);
  expect((await anonymous.getInterface({ path: { interface: "none" } })).status).toBe(404);

  await admin.putInterface({ path: { interface: "a" }, body });
  await admin.putInterface({ path: { interface: "z" }, body });
  const first = await anonymous.listInterfaces({ query: { limit: 2 } });
  expect(first).toMatchObject({ status: 200, body: { data: [{ name: "a" }, { name: "shop" }] } });
  const cursor = first.status === 200 ? `${first.body.next_cursor}` : "";
  expect(await anonymous.listInterfaces({ query: { cursor } })).toMatchObject({
    body: { data: [{ name: "z" }], next_cursor: null },
  });
});

test("only a token for administration creates interfaces, and only its own", async () => {
  const { as } = await startPublisher();
  const path = { interface: "shop" };
  const admin = await as("admin");
  await admin.putInterface({ path, body: { title: "Shop" } });
  const put = async (rights: "publish" | "admin", own: string | undefined, name: string) => {
    const client = await as(rights, own);
    const wanted = { path: { interface: name }, body: { title: "New" } };
    return (await client.putInterface(wanted)).status;
  };
  expect(await put("publish", undefined, "shop")).toBe(403);
  expect(await put("admin", "shop", "other")).toBe(403);
  expect(await put("admin", "shop", "shop")).toBe(200);
  const wrong = { path, body: { title: "Shop", home_page_url: "https://" } };
  expect((await admin.putInterface(wrong)).status).toBe(400);
});
