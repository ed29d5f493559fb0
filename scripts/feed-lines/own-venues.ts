// The parts of an example venue: its contract, the generated code, and the handwritten code of its client.

import { globSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { countLines } from "./count-lines.ts";

/** The lines of an example venue. */
export interface OwnCount {
  readonly venue: string;
  readonly contract: number;
  /** The lines of the contract within extensions. */
  readonly extensions: number;
  readonly generated: number;
  readonly byHand: number;
}

/** The simulator is the server; a client does not need it. */
const notOfClients = /^simulator(?:\/|\.ts$)/;

/** Counts the lines of all venues below `examples/feeds`. */
export function countOwn(root: string): readonly OwnCount[] {
  const folder = join(root, "examples/feeds");
  return globSync("*/asyncapi.yaml", { cwd: folder })
    .toSorted()
    .map((file) => {
      const venue = file.replace("/asyncapi.yaml", "");
      const contract = readFileSync(join(folder, file), "utf8");
      const modules = globSync("**/*.ts", { cwd: join(folder, venue) });
      const count = (names: readonly string[]): number =>
        names.reduce(
          (sum, name) => sum + countLines(readFileSync(join(folder, venue, name), "utf8"), "js"),
          0,
        );
      return {
        venue,
        contract: countLines(contract, "yaml"),
        extensions: countLines(extensionsOf(contract), "yaml"),
        generated: count(modules.filter((name) => name.startsWith("gen/"))),
        byHand: count(
          modules.filter((name) => !name.startsWith("gen/") && !notOfClients.test(name)),
        ),
      };
    });
}

/** Returns the lines of the extensions: keys that start with `x-`, at any depth. */
function extensionsOf(yaml: string): string {
  let depth: number | undefined;
  const kept = yaml.split("\n").filter((line) => {
    if (line.trim() === "") return false;
    const indent = line.search(/\S/);
    if (depth !== undefined && indent <= depth) depth = undefined;
    if (depth === undefined && /^\s*x-[\w-]+:/.test(line)) depth = indent;
    return depth !== undefined;
  });
  return kept.join("\n");
}

/** Returns the title in a venue's contract. */
export function titleOf(root: string, venue: string): string {
  const text = readFileSync(join(root, "examples/feeds", venue, "asyncapi.yaml"), "utf8");
  return /^ {2}title: (.+)$/m.exec(text)?.[1] ?? basename(venue);
}
