// `npm run foreign-tools [-- TOOL...]` runs tools of other projects on our published documents and checks
// their results. It installs them first, into .tmp/foreign-tools. It prints a line of JSON for each tool,
// and exits with 1 for a fault that is not in accepted.json and for an accepted fault that no longer
// occurs.

import { readFileSync } from "node:fs";
import { checkAsyncapiClient } from "./asyncapi-client.ts";
import { checkAsyncapiHtml } from "./asyncapi-html.ts";
import { installTools } from "./install-tools.ts";
import { type AcceptedFault, type Fault, judgeFaults } from "./judge-faults.ts";
import { checkModelina } from "./modelina.ts";
import { checkPythonClient } from "./python-client.ts";
import { checkRedocly } from "./redocly.ts";
import type { ToolReport } from "./tool-report.ts";

const tools: Readonly<Record<string, () => Promise<ToolReport>>> = {
  redocly: checkRedocly,
  "openapi-python-client": checkPythonClient,
  modelina: checkModelina,
  "asyncapi-generator": checkAsyncapiClient,
  "asyncapi-html-template": checkAsyncapiHtml,
};

const wanted = process.argv.slice(2);
const unknownTool = wanted.find((name) => tools[name] === undefined);
if (unknownTool !== undefined) {
  process.stderr.write(`There is no tool ${unknownTool}: ${Object.keys(tools).join(", ")}.\n`);
  process.exit(1);
}

process.stderr.write("Installing the tools; only the first time takes long.\n");
await installTools();
const chosen = wanted.length === 0 ? Object.keys(tools) : wanted;
const faults: Fault[] = [];
for (const name of chosen) {
  const report = await tools[name]?.();
  if (report === undefined) continue;
  faults.push(...report.faults);
  process.stdout.write(
    `${JSON.stringify({ tool: name, ...report.figures, faults: report.faults.length })}\n`,
  );
}

const accepted: readonly AcceptedFault[] = JSON.parse(
  readFileSync(new URL("accepted.json", import.meta.url), "utf8"),
);
const { unknown, fixed } = judgeFaults(faults, accepted, chosen);
for (const { tool, document, what } of unknown) {
  process.stderr.write(`NEW ${tool}, ${document}: ${what}\n`);
}
for (const { tool, document, what } of fixed) {
  process.stderr.write(`GONE, remove it from accepted.json: ${tool}, ${document}: ${what}\n`);
}
process.exitCode = unknown.length + fixed.length > 0 ? 1 : 0;
