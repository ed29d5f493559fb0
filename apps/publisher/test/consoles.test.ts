// Pages from which an interface can be tried.

import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { publishAll, shop, startPublisher } from "./start-publisher.ts";
import { temporaryFolder } from "./test-services.ts";

async function declare(declaration: unknown): Promise<string> {
  const folder = await temporaryFolder();
  await writeFile(join(folder, "sdk.js"), "export const createClient = () => ({});\n");
  const file = join(folder, "consoles.json");
  await writeFile(file, JSON.stringify(declaration));
  return file;
}

test("pages of operations load a console and may call its server, and others may not", async () => {
  const server = "https://api.example.com/v1";
  const consolesFile = await declare({ shop: { sdk: "sdk.js", server } });
  const running = await startPublisher({ consolesFile });
  const two = [{ document: shop("1.0", "orders") }, { document: shop("1.1", "orders", "pets") }];
  await publishAll(running, "shop", two);
  await publishAll(running, "other", two.slice(0, 1));
  const get = (path: string) => fetch(new URL(path, running.site));
  const policyOf = async (path: string) =>
    (await get(path)).headers.get("content-security-policy") ?? "";
  const page = "/shop/operations/list-orders.html";

  expect(await policyOf(page)).toContain("connect-src 'self' https://api.example.com;");
  for (const path of ["/", "/shop/", "/shop/versions/1/operations/list-orders.html"]) {
    expect(await policyOf(path)).toContain("connect-src 'self';");
  }
  expect(await policyOf("/other/operations/list-orders.html")).toContain("connect-src 'self';");

  const text = await (await get(page)).text();
  expect(text).toContain('data-console="operation" data-operation="list-orders"');
  const [, script = "", settings = ""] =
    /<script src="(\S+)" data-console-settings="(\S+)" defer>/.exec(text) ?? [];
  const loaded = await get(new URL(script, new URL(page, running.site)).pathname);
  expect(loaded.headers.get("content-type")).toBe("text/javascript; charset=utf-8");
  expect(loaded.headers.get("cache-control")).toContain("immutable");
  const read = await get(new URL(settings, new URL(page, running.site)).pathname);
  const addresses = (await read.json()) as Readonly<Record<string, string>>;
  expect(addresses["server"]).toBe(server);
  for (const name of ["module", "style", "sdk"]) {
    const file = new URL(addresses[name] ?? "", read.url);
    expect([name, (await fetch(file)).status]).toEqual([name, 200]);
  }

  expect((await get("/other/console.json")).status).toBe(404);
  expect(await (await get("/other/operations/list-orders.html")).text()).not.toContain(
    "data-console-settings",
  );
});

test("a declaration that cannot be used is refused at the start", async () => {
  const consolesFile = await declare({ shop: { sdk: "none.js", server: "/v1" } });
  await expect(startPublisher({ consolesFile })).rejects.toMatchObject({
    code: "invalid_option",
    message: expect.stringMatching(
      /consolesFile \(PUBLISHER_CONSOLES\): .*none\.js cannot be read$/,
    ),
  });
});
