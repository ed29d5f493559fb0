// `npm run exchanges [-- FOLDER] [--only TEXT] [--direct]` generates code for every OpenAPI document below
// a folder. The client calls every operation of the server: directly, and without --direct through Prism as
// a proxy; it also calls Prism as a mock server. The default folder has the published documents, beside the
// repository. Exits with 1 on a complaint.

import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { parseArgs } from "node:util";
import { refused } from "../golden/corpus/refused.ts";
import { corpusFolder, documentsBelow } from "../golden/repository-documents.ts";
import { complaintsAbout } from "./complaints-about.ts";
import { judgeDocument } from "./judge-document.ts";
import { addReport, noTotals, totalsText } from "./totals.ts";

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    only: { type: "string", default: "" },
    direct: { type: "boolean", default: false },
  },
});
const folder = resolve(positionals[0] ?? corpusFolder);
const documents = documentsBelow(folder).filter(
  ({ name, path }) =>
    name.includes(values.only) &&
    refused[name] === undefined &&
    isOpenApi(readFileSync(path, "utf8")),
);
let totals = noTotals;
let complaints = 0;

for (const { name, path } of documents) {
  const before = process.cpuUsage();
  try {
    const report = await judgeDocument(path, values.direct ? [] : ["proxy", "mock"], folder);
    const { user, system } = process.cpuUsage(before);
    const found = complaintsAbout(name, report);
    totals = addReport(totals, report);
    complaints += found.length;
    const figures = `${report.direct.operations} operations, ${report.direct.exact} exact`;
    console.log(`${name}: ${figures}, ${((user + system) / 1e6).toFixed(1)} CPU s`);
    for (const complaint of found) console.log(`  ${complaint}`);
  } catch (error) {
    complaints += 1;
    console.log(`${name}: ${error instanceof Error ? error.stack : error}`);
  }
}
console.log(totalsText(totals));
process.exitCode = complaints === 0 ? 0 : 1;

function isOpenApi(text: string): boolean {
  return /^[\s{]*"?openapi"?\s*:\s*["']?3/m.test(text);
}
