// docs/errors.md lists every code of every package.

import { globSync, readFileSync, writeFileSync } from "node:fs";
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

describe("docs/errors.md", () => {
  it.each(closed)("lists the codes of $name", (errorClass) => {
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
    const names = [...closed.map(({ name }) => name), ...refusals, "UpgradeProblem"];
    expect(sections.toSorted()).toEqual(names.toSorted());
  });

  it.each(["CliError", "EmitError"])(
    "has the same text for each %s as `specwright explain`",
    (section) => {
      const body = new RegExp(`^### ${section} \\(.*\\n([^#]*)`, "m").exec(page)?.[1] ?? "";
      const rows = [...body.matchAll(/^\| `(\w+)` \| (\S.*?) \| (\S.*) \|$/gm)];
      const plain = (text = ""): string => text.replaceAll(/\[([\w-]+\.md)\]\([^)]*\)/g, "docs/$1");
      const listedErrors = rows.map(([, code = "", cause, fix]) => [
        code,
        { cause: plain(cause), fix: plain(fix) },
      ]);
      const codes = new Set(listedErrors.map(([code]) => code));
      const explained = Object.entries(commandErrors).filter(([code]) => codes.has(code));
      expect(Object.fromEntries(explained)).toEqual(Object.fromEntries(listedErrors));
      expect(explained).not.toEqual([]);
    },
  );

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

  it("has the same text for each diagnostic as `specwright explain`", () => {
    const [before = "", , after = ""] = page.split(
      /(?<=<!-- diagnostics:.*-->\n)|(?=<!-- end -->)/,
    );
    const wanted = `${before}${diagnosticRows()}${after === "" ? "<!-- end -->\n" : after}`;
    if (process.env["UPDATE_GOLDENS"] !== undefined) writeFileSync(pagePath, wanted);
    expect(readFileSync(pagePath, "utf8")).toBe(wanted);
  });
});

function diagnosticRows(): string {
  const rows = Object.keys(diagnosticTable)
    .toSorted()
    .map((code) => {
      const { severity = "", fix = "", explanation = "" } = diagnosticTable[code] ?? {};
      return `| \`${code}\` | ${severity} | ${cell(causeOf(explanation))} | ${cell(fix)} |\n`;
    });
  return `\n| code | severity | cause | fix |\n|---|---|---|---|\n${rows.join("")}\n`;
}

/** Returns the first sentence of an explanation, its heading left out. */
function causeOf(explanation: string): string {
  const [paragraph = ""] = explanation
    .split(/\n\n+/)
    .map((part) => part.replaceAll("\n", " ").trim())
    .filter((part) => part !== "" && !part.startsWith("#"));
  return /^.*?[.:](?= [A-Z`]|$)/.exec(paragraph)?.[0].replace(/:$/, ".") ?? paragraph;
}

function cell(text: string): string {
  return text.replaceAll("|", "\\|");
}
