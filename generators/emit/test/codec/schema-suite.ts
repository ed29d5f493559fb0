// Reads the JSON-Schema-Test-Suite, with all digits of its numbers.

import { existsSync, readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
// @boundaries-ignore what is generated is tried with the runtime that it is generated for
import { parseJson } from "@specwright/runtime";

const suite = new URL("../../../../../shared/suites/json-schema-test-suite/", import.meta.url);

/** Whether the suite is on this machine. */
export const hasSuite: boolean = existsSync(suite);

/** One schema and the values it is tested with. */
export interface Group {
  /** The file below the part of the suite, such as `ref.json`. */
  readonly file: string;
  readonly index: number;
  readonly description: string;
  readonly schema: unknown;
  readonly tests: readonly {
    readonly description: string;
    readonly data: unknown;
    readonly valid: boolean;
  }[];
}

/** The drafts and the URIs of their metaschemas. */
export const drafts = {
  "draft2020-12": "https://json-schema.org/draft/2020-12/schema",
  draft7: "http://json-schema.org/draft-07/schema#",
} as const;

export type Draft = keyof typeof drafts;

/** Lists the groups of a part of the suite: `""`, `optional/` or `optional/format/`. */
export function groupsOf(draft: Draft, part: string): readonly Group[] {
  const folder = new URL(`tests/${draft}/${part}`, suite);
  const files = readdirSync(folder).filter((name) => name.endsWith(".json"));
  return files.sort().flatMap((file) => {
    const groups = exact(parseJson(readFileSync(new URL(file, folder)))) as readonly Group[];
    return groups.map((group, index) => ({ ...group, file, index }));
  });
}

/** Converts integers beyond the safe range to bigint, even if they are written with an exponent. */
function exact(value: unknown): unknown {
  if (typeof value === "number")
    return Number.isInteger(value) && !Number.isSafeInteger(value) ? BigInt(value) : value;
  if (Array.isArray(value)) return value.map(exact);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, exact(each)]));
}

/** Reads a document that the suite refers to: one of its own remotes, or a metaschema from ajv. */
export function remote(url: string): string {
  const [, path] = /^http:\/\/localhost:1234\/(.*)$/.exec(url) ?? [];
  if (path !== undefined) return readFileSync(new URL(`remotes/${path}`, suite), "utf8");
  const [, meta] = /^https:\/\/json-schema\.org\/draft\/2020-12\/(.*)$/.exec(url) ?? [];
  const refs = new URL("../../../../node_modules/ajv/dist/refs/", import.meta.url);
  const file =
    meta === undefined ? "json-schema-draft-07.json" : `json-schema-2020-12/${meta}.json`;
  return readFileSync(fileURLToPath(new URL(file, refs)), "utf8");
}
