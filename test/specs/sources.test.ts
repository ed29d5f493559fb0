// The table of sources: every pointer resolves, and no section, rule or decision is missing.

import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { followPointer, type Json, readSpec, specsFolder } from "./read-spec.ts";

const files: Readonly<Record<string, string>> = {
  streams: "streams/asyncapi.yaml",
  marketplace: "marketplace/openapi.yaml",
  publisher: "publisher/openapi.yaml",
  problem: "schemas/problem.yaml",
  problems: "responses/problems.yaml",
};

interface Row {
  readonly part: string;
  readonly id: string;
  readonly where: string;
}

const lines = readFileSync(join(specsFolder, "sources.md"), "utf8").split("\n");
const rows = readRows(lines);
const pointers = lines.flatMap((line, index) =>
  [...line.matchAll(/`([^`\s]*)#(\/[^`]*|)`/g)].map(([, name = "", pointer = ""]) => ({
    name,
    pointer,
    where: `specs/sources.md:${index + 1}`,
  })),
);

describe("pointers", () => {
  it("exist", () => {
    expect(pointers.length).toBeGreaterThan(200);
  });

  it("name a spec that exists", () => {
    const strange = pointers.filter(({ name }) => {
      const file = files[name];
      return file === undefined || !existsSync(join(specsFolder, file));
    });
    expect(strange).toEqual([]);
  });

  it("resolve", () => {
    const dangling = pointers.filter(
      ({ name, pointer }) => pointer === "" || followPointer(specOf(name), pointer) === undefined,
    );
    expect(dangling).toEqual([]);
  });

  it("are in every row", () => {
    const empty = rows.filter(({ where }) => !/`[^`\s]+#\/[^`]+`/.test(where));
    expect(empty).toEqual([]);
  });
});

describe("streams", () => {
  const given = new Set(rows.filter(({ part }) => part === "Streams").map(({ id }) => id));
  const sections = [
    ["1", "2", "3", "4", "5", "6", "7", "8", "9"],
    numbered("2.", 10),
    numbered("3.", 3),
    numbered("4.", 7),
    numbered("4.5.", 7),
    numbered("4.6.", 9),
    numbered("5.", 7),
    numbered("7.", 2),
    numbered("S", 27),
  ].flat();

  it.each(sections)("%s has a row", (id) => {
    expect(given).toContain(id);
  });

  it("has rows for sections of the source only", () => {
    expect([...given].filter((id) => !sections.includes(id))).toEqual([]);
  });
});

const specs = new Map<string, Json>();
function specOf(name: string): Json {
  const file = files[name] ?? name;
  const known = specs.get(file);
  if (known !== undefined) return known;
  const spec = existsSync(join(specsFolder, file)) ? readSpec(file) : {};
  specs.set(file, spec);
  return spec;
}

function numbered(prefix: string, count: number): readonly string[] {
  return Array.from({ length: count }, (_, index) => `${prefix}${index + 1}`);
}

/** Returns the rows of all tables, each with its second-level heading. */
function readRows(text: readonly string[]): readonly Row[] {
  const found: Row[] = [];
  let part = "";
  for (const [index, line] of text.entries()) {
    if (line.startsWith("## ")) part = line.slice(3).trim();
    const isBody = line.startsWith("|") && !line.startsWith("|-");
    const isHead = text[index + 1]?.startsWith("|-") === true;
    if (!isBody || isHead) continue;
    const [, id = "", ...cells] = line.split("|");
    found.push({ part, id: id.trim().split(/\s/)[0] ?? "", where: cells.join("|") });
  }
  return found;
}
