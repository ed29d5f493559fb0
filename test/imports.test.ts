// What loading a subpath loads with it, found by asking the loader.

import { execFileSync } from "node:child_process";
import { describe, expect, test } from "vitest";

const trace = `
import { registerHooks } from "node:module";
const loaded = new Set();
registerHooks({
  load(url, context, next) {
    const name = /node_modules\\/((?:@[^/]+\\/)?[^/]+)\\/(?!.*node_modules)/.exec(url)?.[1];
    if (name !== undefined) loaded.add(name);
    return next(url, context);
  },
});
await import(process.argv[1]);
console.log(JSON.stringify([...loaded].sort()));
`;

/** Gives the packages of others that a module loads. */
function packagesOf(specifier: string): readonly string[] {
  const flags = ["--conditions=@specwright/source", "--input-type=module", "--eval", trace];
  const out = execFileSync(process.execPath, [...flags, specifier], { encoding: "utf8" });
  return JSON.parse(out) as readonly string[];
}

describe("loading", () => {
  test.each([
    ...["streams", "marketplace", "publisher"].flatMap((api) =>
      ["client", "server", "codec"].map((path) => [`@specwright/${api}-api/${path}`, []] as const),
    ),
    ["@specwright/streams-api/codec/stream", []],
    ["@specwright/rest-client", []],
    ["@specwright/stream-client", ["ws"]],
    ["@specwright/streams-api/schemas", ["zod"]],
  ] as const)("%s loads %j", (specifier, want) => {
    const found = packagesOf(specifier).filter((name) => !name.startsWith("@noble/"));
    expect(found).toEqual(want);
  });

  test("the whole of a server and its client loads no zod", () => {
    for (const name of ["rest-server", "stream-server"]) {
      expect(packagesOf(`@specwright/${name}`)).not.toContain("zod");
    }
  });
});
