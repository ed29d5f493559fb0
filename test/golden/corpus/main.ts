// `npm run corpus [-- FOLDER] [--only TEXT] [--jobs N]` generates every OpenAPI and AsyncAPI
// document below a folder, strictly and else leniently, compiles all output at once, and prints the
// outcome of each. The default folder is the one with the published documents next to the
// repository. Exits with 1 if a document crashes, does not end, is rejected without an entry in
// refused.ts, or does not compile.

import { resolve } from "node:path";
import { parseArgs } from "node:util";
import { scratchFolder } from "../compile-typescript.ts";
import { corpusFolder, documentsBelow } from "../repository-documents.ts";
import { compileOutput } from "./compile-output.ts";
import { refused } from "./refused.ts";
import { runDocuments } from "./run-documents.ts";
import type { Result } from "./worker.ts";

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { only: { type: "string", default: "" }, jobs: { type: "string", default: "2" } },
});
const folder = resolve(positionals[0] ?? corpusFolder);
const documents = documentsBelow(folder).filter(({ name }) => name.includes(values.only));
const output = await scratchFolder("corpus-run");
const results = new Map<string, Result>();
const started = performance.now();

const assignments = documents.map(({ name, path }) => ({
  name,
  path,
  root: folder,
  output: resolve(output, outputName(name)),
}));
await runDocuments(assignments, Number(values.jobs), ({ name }, result) => {
  results.set(name, result);
  const about = result.codes.length > 0 ? ` ${result.codes.join(" ")}` : "";
  const time = `${(result.durationMs / 1000).toFixed(1)} s`;
  console.log(`[${results.size}/${documents.length}] ${result.outcome}${about} ${time} ${name}`);
});

console.log(`Compiling ${count("strict") + count("lenient")} outputs ...`);
const errors = await compileOutput(output);
const uncompiled = documents.filter(({ name }) =>
  errors.some((error) => error.startsWith(`${outputName(name)}/`)),
);
const unexpected = documents.filter(({ name }) => isUnexpected(name, results.get(name)));

console.log(`
documents           ${documents.length}
generated strictly  ${count("strict")}
generated leniently ${count("lenient")}
refused             ${count("refused")}
crashed             ${count("crashed") + count("timeout")}
do not compile      ${uncompiled.length}
time                ${((performance.now() - started) / 1000).toFixed(0)} s`);
for (const { name } of unexpected) {
  console.log(`\n${results.get(name)?.outcome} ${name}`);
  for (const error of results.get(name)?.errors.slice(0, 5) ?? []) console.log(`  ${error}`);
}
if (errors.length > 0) console.log(`\nThe compiler says:\n${errors.join("\n")}`);
process.exitCode = unexpected.length + errors.length > 0 ? 1 : 0;

function count(outcome: Result["outcome"]): number {
  return [...results.values()].filter((result) => result.outcome === outcome).length;
}

function outputName(name: string): string {
  return name.replace(/\W+/g, "-");
}

/** Reports whether a document crashes, or is refused for another reason than the one listed. */
function isUnexpected(name: string, result: Result | undefined): boolean {
  if (result === undefined || result.outcome === "strict" || result.outcome === "lenient") {
    return refused[name] !== undefined && folder === corpusFolder;
  }
  const known = refused[name];
  return result.outcome !== "refused" || result.codes.some((code) => code !== known?.code);
}
