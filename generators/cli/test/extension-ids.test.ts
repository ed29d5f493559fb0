// The path of each schema in the published package matches its $id.

import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { extensionSchemas } from "@specwright/spec-loader";
import { expect, test } from "vitest";

const folder = join(import.meta.dirname, "..");
const output = execFileSync("npm", ["pack", "--json", "--dry-run", "--ignore-scripts"], {
  cwd: folder,
  encoding: "utf8",
});
const packed = Object.values(
  JSON.parse(output) as Readonly<
    Record<string, { readonly files: readonly { readonly path: string }[] }>
  >,
).flatMap(({ files }) => files.map(({ path }) => path));

test.each(Object.entries(extensionSchemas))("%s is at its $id", (_, schema) => {
  const { $id } = schema as { readonly $id: string };
  const [, path = ""] = /^https:\/\/unpkg\.com\/@specwright\/cli\/(.+)$/.exec($id) ?? [];
  expect(packed).toContain(path);
  expect(JSON.parse(readFileSync(join(folder, path), "utf8"))).toEqual(schema);
});
