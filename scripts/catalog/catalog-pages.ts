import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { extensionSchemas } from "@specwright/spec-loader";
import { catalogPage, type ExtensionSchema } from "./catalog-page.ts";

/** The folder of the pages, below the root of the repository. */
export const catalogFolder = "generators/spec-loader/catalog";

/** Returns the pages of the feed extensions by file name. */
export function catalogPages(root: string): ReadonlyMap<string, string> {
  const contracts = globSync("examples/feeds/*/asyncapi.yaml", { cwd: root })
    .toSorted()
    .map((file) => readFileSync(join(root, file), "utf8"));
  return new Map(
    Object.entries(extensionSchemas).flatMap(([name, schema]) => {
      const example = contracts.map((text) => exampleOf(text, name)).find((text) => text !== "");
      // The other extensions do not apply to a venue's feed.
      if (example === undefined) return [];
      // The schemas are JSON of this repository, with these members.
      const page = catalogPage(name, schema as ExtensionSchema, example);
      return [[`${name.slice("x-".length)}.md`, page] as const];
    }),
  );
}

/**
 * Returns the lines of a channel that contain an extension, with its parents; empty if no channel has it.
 */
function exampleOf(contract: string, name: string): string {
  const lines = contract.split("\n");
  const start = lines.findIndex((line) => line.startsWith(`    ${name}:`));
  if (start < 0) return "";
  const rest = lines.slice(start + 1);
  const length = rest.findIndex((line) => !line.startsWith("      "));
  const own = lines.slice(start, start + 1 + (length < 0 ? rest.length : length));
  const version = /^asyncapi: .*$/m.exec(contract)?.[0];
  return `${[version, "channels:", "  market:", ...own].join("\n")}\n`;
}
