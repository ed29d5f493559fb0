// The modules that each subpath loads, as the loader reports them.

import { execFileSync } from "node:child_process";
import { describe, expect, test } from "vitest";

const trace = `
import { registerHooks } from "node:module";
const loaded = new Set();
const shown = process.argv[2] === "builtins";
registerHooks({
  resolve(specifier, context, next) {
    const found = next(specifier, context);
    if (shown && found.url.startsWith("node:") && context.parentURL?.startsWith("file:")) {
      loaded.add(found.url + " from " + context.parentURL.split("/").slice(-3).join("/"));
    }
    return found;
  },
  load(url, context, next) {
    const name = /node_modules\\/((?:@[^/]+\\/)?[^/]+)\\/(?!.*node_modules)/.exec(url)?.[1];
    if (name !== undefined) loaded.add(name);
    return next(url, context);
  },
});
await import(process.argv[1]);
console.log(JSON.stringify([...loaded].sort()));
`;

/** Returns the third-party packages that a module loads. */
function packagesOf(specifier: string): readonly string[] {
  const flags = ["--conditions=@specwright/source", "--input-type=module", "--eval", trace];
  const out = execFileSync(process.execPath, [...flags, specifier], { encoding: "utf8" });
  return JSON.parse(out) as readonly string[];
}

/** Returns the third-party packages and Node modules that a browser would load with a module. */
function browserLoads(specifier: string): readonly string[] {
  const conditions = ["--conditions=browser", "--conditions=@specwright/source"];
  const flags = [...conditions, "--input-type=module", "--eval", trace];
  const args = [...flags, specifier, "builtins"];
  return JSON.parse(execFileSync(process.execPath, args, { encoding: "utf8" })) as string[];
}

describe("in a browser", () => {
  test.each([
    "@specwright/streams/client",
    "@specwright/streams-api/client",
    "@specwright/streams-sdk",
    "@specwright/streams-api/codec/stream",
  ])("%s loads nothing of Node", (specifier) => {
    const found = browserLoads(specifier);
    expect(found.filter((name) => !name.startsWith("@noble/"))).toEqual([]);
  });

  test("the check detects what Node would load", () => {
    expect(browserLoads("@specwright/streams/client/file-cursor")).toContainEqual(
      expect.stringContaining("node:fs"),
    );
    expect(packagesOf("@specwright/streams/client")).toContain("ws");
  });
});

describe("loading", () => {
  test.each([
    ...["streams", "marketplace", "publisher"].flatMap((api) =>
      ["client", "server", "codec"].map((path) => [`@specwright/${api}-api/${path}`, []] as const),
    ),
    ["@specwright/streams-api/codec/stream", []],
    ["@specwright/rest/client", []],
    ["@specwright/rest/server", []],
    ["@specwright/streams/client", ["ws"]],
    ["@specwright/streams-api/schemas", ["zod"]],
  ] as const)("%s loads %j", (specifier, want) => {
    const found = packagesOf(specifier).filter((name) => !name.startsWith("@noble/"));
    expect(found).toEqual(want);
  });

  test("a complete server and its client load no zod", () => {
    for (const name of ["rest/server", "streams/server"]) {
      expect(packagesOf(`@specwright/${name}`)).not.toContain("zod");
    }
  });
});
