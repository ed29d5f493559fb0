// The table of fields of extensions, extension-table.md, is complete and true.

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { buildContract } from "@specwright/contract";
import { descriptorsEmitter } from "@specwright/emit";
import { emit } from "@specwright/emit/print";
import { loadSpecification } from "@specwright/spec-loader";
import { describe, expect, it } from "vitest";
import { leavesOf, type Path, withChange } from "./extension-changes.ts";
import { extensionFields } from "./extension-fields.ts";
import {
  type ChannelKind,
  documentWith,
  type Extensions,
  extensionsOf,
} from "./extension-samples.ts";

const letters: Readonly<Record<ChannelKind, string>> = {
  ordinary: "O",
  numbered: "N",
  keys: "K",
  topics: "T",
};
const kinds = Object.keys(letters) as readonly ChannelKind[];
const columns = ["client", "server", "kit", "diff", "mock", "site", "reported"] as const;

interface Row {
  readonly extension: string;
  readonly fields: readonly string[];
  /** The parts that use the fields, as letters, by kind of channel. */
  readonly cells: Readonly<Record<(typeof columns)[number], string>>;
}

const rows = readRows(readFileSync(join(import.meta.dirname, "extension-table.md"), "utf8"));
const extensions = [...new Set(rows.map(({ extension }) => extension))];

function readRows(page: string): readonly Row[] {
  const table = page.split("| extension | fields |")[1]?.trimEnd() ?? "";
  let extension = "";
  return table
    .split("\n")
    .slice(2)
    .map((line) => {
      const [name = "", fields = "", ...cells] = line
        .slice(1, -1)
        .split("|")
        .map((cell) => cell.trim());
      extension = /\[(.*)\]/.exec(name)?.[1] ?? extension;
      const read = columns.map((column, at) => [column, lettersOf(cells[at] ?? "?")]);
      return {
        extension,
        fields: fields.replaceAll("`", "").split(", "),
        cells: Object.fromEntries(read),
      };
    });
}

function lettersOf(cell: string): string {
  if (cell === "–") return "";
  if (cell === "all") return "ONKT";
  expect(cell).toMatch(/^[ONKT](?: [ONKT])*$/);
  return cell.replaceAll(" ", "");
}

/** Returns the row about a field of an extension. */
function rowOf([extension, ...path]: Path): Row | undefined {
  const known = extensionFields(String(extension));
  let field = "";
  for (const step of path) {
    const inner = field === "" ? String(step) : `${field}/${step}`;
    if (known.includes(inner)) field = inner;
  }
  return rows.find((row) => row.extension === extension && row.fields.includes(field));
}

/** Returns the descriptors of a document; undefined if it is invalid. */
async function descriptorsOf(document: object): Promise<string | undefined> {
  const text = JSON.stringify(document);
  const { specification } = await loadSpecification({ file: "a.json", text }, { validate: false });
  const contract = specification && buildContract(specification).contract;
  if (specification === undefined || contract === undefined) return undefined;
  const emitter = descriptorsEmitter();
  const required = (emitter.requires ?? []).map((name) => ({ name, emit: () => {} }));
  const { files } = await emit(contract, [...required, emitter], { specification });
  const [file] = files.filter(({ path }) => path.endsWith("descriptors.ts"));
  return file?.content.replaceAll(/^\/\/.*$/gm, "");
}

describe("33.3 the table of fields", () => {
  it.each(extensions)("has each field once: %s", (extension) => {
    const listed = rows.flatMap((row) => (row.extension === extension ? row.fields : []));
    const expected = extensionFields(extension).filter(
      (field) => !/^(version|x-origin)$/.test(field),
    );
    expect([...listed].sort()).toEqual([...expected].sort());
  });

  it("has all extensions about the behaviour of a channel", () => {
    const names = new Set(kinds.flatMap((kind) => Object.keys(extensionsOf(kind))));
    expect([...extensions].sort()).toEqual([...names].sort());
  });

  it.each(rows)(
    "names a part that uses the field, or the field is reported: $extension $fields",
    ({ cells: { client, server, diff, reported } }) => {
      for (const letter of reported) {
        expect(client + server, "acts where it is reported to have no effect").not.toContain(
          letter,
        );
      }
      for (const letter of client + server) expect(diff).toContain(letter);
    },
  );

  it.each(kinds)(
    "is true of the generated code: %s",
    async (kind) => {
      const rules = extensionsOf(kind);
      const base = await descriptorsOf(documentWith(rules));
      const faults: string[] = [];
      for (const path of leavesOf(rules)) {
        const name = String(path.findLast((step) => typeof step === "string"));
        if (name === "version" || name === "from") continue;
        const revised = await descriptorsOf(
          documentWith(withChange(rules, path, name) as Extensions),
        );
        if (revised === undefined) continue;
        const { client = "", server = "", kit = "", diff = "" } = rowOf(path)?.cells ?? {};
        const claimed = `${client}${server}${kit}`.includes(letters[kind]);
        const where = path.join("/");
        if (!diff.includes(letters[kind])) faults.push(`${where}: diff sees it`);
        if (revised !== base && !claimed) faults.push(`${where}: generated, but nobody acts`);
        // Types show the rest; fields for other kinds of channels matter only at run time.
        const isTyped =
          /parameters\/\w+\/(?:type|enum|description|examples)$|topics\/\w+\/description$/;
        if (kind === "topics" && revised === base && claimed && !isTyped.test(where)) {
          faults.push(`${where}: somebody acts, but it is not generated`);
        }
      }
      expect(faults).toEqual([]);
    },
    120_000,
  );
});
