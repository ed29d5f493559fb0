import { readFileSync } from "node:fs";
import { isDeepStrictEqual } from "node:util";
import { parse } from "yaml";
import type { Fault } from "./judge-faults.ts";
import {
  type PublishedDocument,
  restDocuments,
  restOperations,
  streams,
  turnedStreams,
} from "./our-documents.ts";
import { runProgram } from "./run-program.ts";
import type { ToolReport } from "./tool-report.ts";

const program = "node_modules/.bin/redocly";

/** Lints and bundles every document with Redocly, and builds its pages of the REST interfaces. */
export async function checkRedocly(): Promise<ToolReport> {
  const documents = [streams, turnedStreams, ...restDocuments];
  const faults: Fault[] = [];
  let problems = 0;
  for (const document of documents) {
    const linted = await lint(document);
    problems += linted.length;
    faults.push(...linted, ...(await bundle(document)));
  }
  for (const document of restDocuments) faults.push(...(await build(document)));
  return { figures: { documents: documents.length, problems }, faults };
}

interface LintReport {
  readonly problems: readonly { readonly ruleId: string; readonly message: string }[];
}

async function lint({ name, path }: PublishedDocument): Promise<readonly Fault[]> {
  const { stdout, output } = await runProgram(program, ["lint", "--format", "json", path]);
  try {
    const { problems }: LintReport = JSON.parse(stdout.slice(stdout.indexOf("{")));
    return problems.map(({ ruleId, message }) => fault(name, `lint ${ruleId}: ${message}`));
  } catch {
    return [fault(name, `lint fails: ${output}`)];
  }
}

/** A document in one file is its own bundle; Redocly puts the targets of references in extensions. */
async function bundle({ name, path, root }: PublishedDocument): Promise<readonly Fault[]> {
  const file = `redocly-${name}.yaml`;
  const { code, output } = await runProgram(program, ["bundle", path, "--output", file]);
  if (code !== 0) return [fault(name, `bundle fails: ${output}`)];
  const bundled: unknown = parse(readText(file));
  const isSame = isDeepStrictEqual(withoutExtensions(bundled), withoutExtensions(root));
  return isSame ? [] : [fault(name, "bundle changes the document")];
}

async function build(document: PublishedDocument): Promise<readonly Fault[]> {
  const { name, path } = document;
  const file = `redocly-${name}.html`;
  const { code, output } = await runProgram(program, ["build-docs", path, "--output", file]);
  if (code !== 0) return [fault(name, `build-docs fails: ${output}`)];
  const page = readText(file);
  return restOperations(document)
    .filter(({ id }) => !page.includes(`"operationId":"${id}"`))
    .map(({ id }) => fault(name, `build-docs leaves out ${id}`));
}

function withoutExtensions(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutExtensions);
  if (typeof value !== "object" || value === null) return value;
  const kept = Object.entries(value).filter(([key]) => !key.startsWith("x-"));
  return Object.fromEntries(kept.map(([key, member]) => [key, withoutExtensions(member)]));
}

function readText(file: string): string {
  return readFileSync(new URL(`../../.tmp/foreign-tools/${file}`, import.meta.url), "utf8");
}

function fault(document: string, what: string): Fault {
  return { tool: "redocly", document, what };
}
