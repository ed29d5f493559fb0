// docs/errors.md and `specwright explain` list every code of every package.

import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { diagnosticTable } from "../generators/cli/src/commands/diagnostic-table.ts";
import { publisherProblems } from "../generators/cli/src/publish/publisher-problems.ts";
import { commandErrors } from "../generators/cli/src/terminal/command-errors.ts";

const root = join(import.meta.dirname, "..");
const pagePath = join(root, "docs/errors.md");
const page = readFileSync(pagePath, "utf8");
const texts = globSync("{packages,generators,apps}/*/src/**/*.ts", { cwd: root })
  .filter((file) => !file.includes("/gen/"))
  .map((file) => readFileSync(join(root, file), "utf8"));
const source = texts.join("\n");

interface Manifest {
  readonly private?: boolean;
  readonly exports?: Readonly<Record<string, string | Readonly<Record<string, string>>>>;
}

function readJson(file: string): Manifest {
  return JSON.parse(readFileSync(join(root, file), "utf8")) as Manifest;
}

/** Returns the members of a union of string literals, by the name of the type. */
function codesOf(type: string): readonly string[] {
  const union = new RegExp(`type ${type} =([^;]*);`).exec(source)?.[1] ?? "";
  return [...union.matchAll(/"(\w+)"/g)].map(([, code = ""]) => code);
}

/** Leaves out codes without a cause and a fix. */
function listed(section: string): readonly string[] {
  const body = new RegExp(`^### ${section} \\(.*\\n([^#]*)`, "m").exec(page)?.[1] ?? "";
  return [...body.matchAll(/^\| `(\w+)` \| \S.* \| \S.* \|$/gm)].map(([, code = ""]) => code);
}

const classes = texts.flatMap((text) =>
  [...text.matchAll(/class (\w+)(?:<[^{]*>)? extends (?:SpecwrightError|Error)\b([^{]*)\{/g)].map(
    ([, name = "", base = ""]) => ({ name, type: /<(\w+)>/.exec(base)?.[1], text }),
  ),
);

/** The codes come from the type of the class, or from its field `code`. */
function codesOfClass({ name, type, text }: (typeof classes)[number]): readonly string[] {
  const body = text.slice(text.indexOf(`class ${name}`));
  if (name === "ProblemError") {
    return [...source.matchAll(/new ProblemError\(\d+, "(\w+)"/g)].map(([, code = ""]) => code);
  }
  const field = /readonly code(?:: (\w+))?(?: = "(\w+)")?;/.exec(body);
  if (field?.[2] !== undefined) return [field[2]];
  return codesOf(type ?? field?.[1] ?? "");
}

const closed = classes.filter(({ name }) => name !== "SpecwrightError");
/** The errors that `specwright explain` lists. */
const commandClasses = ["CliError", "EmitError"];
/** The errors that their package catches, so that no caller gets them. */
const caught = [
  "BrandProblem",
  "JsonSyntax",
  "ParameterTextError",
  "SearchExhausted",
  "Undecidable",
];
const explained = closed.filter(({ name }) => commandClasses.includes(name));
const thrown = closed.filter(({ name }) => ![...commandClasses, ...caught].includes(name));

it.each(caught)("%s is not exported by a package", (name) => {
  const entries = globSync("{packages,generators,apps}/*/package.json", { cwd: root })
    .filter((file) => !readJson(file).private)
    .flatMap((file) =>
      Object.values(readJson(file).exports ?? {}).map((entry) =>
        typeof entry === "object" ? join(file, "..", entry["@specwright/source"] ?? "") : "",
      ),
    )
    .filter((file) => file.endsWith(".ts"));
  expect(entries.length).toBeGreaterThan(10);
  const text = entries.map((file) => readFileSync(join(root, file), "utf8")).join("\n");
  expect(text).not.toMatch(new RegExp(`\\b${name}\\b`));
});

describe("docs/errors.md", () => {
  it.each(thrown)("lists the codes of $name", (errorClass) => {
    const codes = [...new Set(codesOfClass(errorClass))];
    expect(codes).not.toEqual([]);
    // The handlers of a mock have their own codes.
    if (errorClass.name === "ProblemError") return;
    expect(listed(errorClass.name).toSorted()).toEqual(codes.toSorted());
  });

  const refusals = ["VerifyFailureCode", "RuleFailureCode"];
  it.each(refusals)("lists the reasons of %s", (type) => {
    expect(codesOf(type)).not.toEqual([]);
    expect(listed(type)).toEqual(codesOf(type));
  });

  it.each([
    ["ProblemError", "{rest-server,fastify}"],
    ["UpgradeProblem", "stream-server"],
  ])("lists under %s the problems that %s responds with", (section, name) => {
    const files = globSync(`packages/${name}/src/**/*.ts`, { cwd: root });
    const codes = files.flatMap((file) =>
      [...readFileSync(join(root, file), "utf8").matchAll(/\b[45]\d\d[,:] "(\w+)"/g)].map(
        ([, code = ""]) => code,
      ),
    );
    expect(listed(section)).toEqual(expect.arrayContaining(codes));
    expect(new Set(listed(section)).size).toBe(listed(section).length);
  });

  it("lists nothing else", () => {
    const sections = [...page.matchAll(/^### (\w+)/gm)].map(([, name = ""]) => name);
    const names = [...thrown.map(({ name }) => name), ...refusals, "UpgradeProblem"];
    expect(sections.toSorted()).toEqual(names.toSorted());
  });

  it.each(explained)("is not needed for $name: `specwright explain` knows its codes", (error) => {
    expect(codesOfClass(error)).not.toEqual([]);
    expect(Object.keys(commandErrors)).toEqual(expect.arrayContaining([...codesOfClass(error)]));
  });

  it("is not needed for problems of a publisher: `specwright explain` knows them all", () => {
    const folders = "{apps/publisher/src,packages/rest/src/{server,fastify}}";
    const files = globSync(`${folders}/**/*.ts`, { cwd: root });
    const sources = files.map((file) => readFileSync(join(root, file), "utf8")).join("\n");
    const answered = [...sources.matchAll(/\b([45]\d\d)[,:] "(\w+)"/g)].map(
      ([, status, code = ""]): [string, number] => [code, Number(status)],
    );
    // No operation of a publisher has an idempotency key.
    const met = answered.filter(([code]) => !code.startsWith("idempotency_"));
    const rejected: [string, number][] = [
      ["invalid_document", 422],
      ["processing_failed", 422],
    ];
    const explained = Object.entries(publisherProblems).map(([code, { status }]) => [code, status]);
    expect(Object.fromEntries(explained)).toEqual(Object.fromEntries([...met, ...rejected]));
  });

  it("has error codes in lower case and diagnostic codes in upper case", () => {
    expect(closed.flatMap(codesOfClass).filter((code) => !/^[a-z][a-z0-9_]*$/.test(code))).toEqual(
      [],
    );
    expect(Object.keys(diagnosticTable).filter((code) => !/^[A-Z][A-Z0-9_]*$/.test(code))).toEqual(
      [],
    );
  });
});
