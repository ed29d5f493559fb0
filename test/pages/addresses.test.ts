// The addresses of pages and fields: they survive edits, and allow any name.

import type { Contract } from "@specwright/contract";
import { referencePages, wholeSite } from "@specwright/site";
import { describe, expect, it } from "vitest";
import { brokenLinks } from "../../generators/site/test/broken-links.ts";
import { readContract } from "../../generators/site/test/read-contract.ts";
import { byPath } from "../../generators/site/test/site-of-versions.ts";

interface Names {
  readonly path?: string;
  readonly operationId?: string;
  readonly tag?: string;
  readonly summary?: string;
  readonly field?: string;
}

function contractOf(names: Names): Promise<Contract> {
  const { path = "/orders", operationId, tag = "orders", summary = "List", field = "id" } = names;
  const schema = { type: "object", title: summary, properties: { [field]: { type: "string" } } };
  const parameters = [...path.matchAll(/\{(.*?)\}/g)].map(([, name]) => {
    return { name, in: "path", required: true, schema: { type: "string" } };
  });
  const get = {
    ...(operationId === undefined ? {} : { operationId }),
    ...{ tags: [tag], summary, description: summary, parameters },
    responses: { 200: { description: summary, content: { "application/json": { schema } } } },
  };
  const info = { title: "Shop", version: "1" };
  const document = { openapi: "3.1.1", info, paths: { [path]: { get } } };
  return readContract({ file: "/shop/openapi.json", text: JSON.stringify(document) });
}

/** Lists the addresses of a contract's operations and of everything in them. */
async function addressesOf(names: Names): Promise<readonly string[]> {
  const operations = [...referencePages(await contractOf(names))].filter(
    ({ kind }) => kind === "operation",
  );
  return operations.flatMap(({ path, main }) =>
    [...main.matchAll(/ id="([^"]*)"/g)].map(([, id]) => `${path}#${id}`),
  );
}

describe.each([{ operationId: "listOrders" }, {}])("the addresses of %j", (names) => {
  it.each([
    ["tag", { tag: "Other & more" }],
    ["summary, title and descriptions", { summary: "List every order" }],
  ])("stay the same when another %s is added", async (_what, edit) => {
    const addresses = await addressesOf(names);
    expect(addresses.length).toBeGreaterThan(2);
    expect(await addressesOf({ ...names, ...edit })).toEqual(addresses);
  });
});

it.each(["with spaces", "a/b", "{braces}", "üñí→漢字", "100% #1?", "quo\"te's <b>"])(
  "a site has no broken link if everything is called %j",
  async (name) => {
    const encoded = encodeURIComponent(name);
    for (const operationId of [name, undefined]) {
      const contract = await contractOf({
        ...(operationId === undefined ? {} : { operationId }),
        ...{ path: `/x/${encoded}`, tag: name, summary: name, field: name },
      });
      const owner = { id: "shop", title: "Shop", url: "https://site.test/" };
      const release = { interface: owner, version: "1", changes: [] };
      const site = wholeSite([{ owner, versions: [{ contract, release }] }], { title: "Sites" });
      const files = byPath(site);
      expect(files.size).toBeGreaterThan(10);
      expect(brokenLinks(files)).toEqual([]);
    }
  },
);
