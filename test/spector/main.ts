// `npm run spector [-- --only TEXT] [--all]` plays the scenarios of TypeSpec's HTTP specs: each spec is
// compiled to OpenAPI, a client is generated, and the client performs every exchange with the server of
// the specs. `--only` takes the specs whose names begin with a text; `--all` also prints the exceptions.
// Exits with 1 if a scenario fails that is not an exception, or an exception passes.

import { parseArgs } from "node:util";
import { listSpecs } from "./compile-spec.ts";
import { type ExceptionKind, exceptions } from "./exceptions.ts";
import { installSpector } from "./installation.ts";
import { runScenarios } from "./run-scenarios.ts";

const { values } = parseArgs({
  options: { only: { type: "string", default: "" }, all: { type: "boolean", default: false } },
});
const startedMs = performance.now();
await installSpector();
const specs = (await listSpecs()).filter((spec) => spec.startsWith(values.only));
const outcomes = await runScenarios(specs);
const countOf = (kind: ExceptionKind): number =>
  outcomes.filter(({ exception }) => exception?.kind === kind).length;
const passed = outcomes.filter(({ fault }) => fault === undefined).length;
const expressible = outcomes.length - countOf("inexpressible") - countOf("lost");

for (const { kind, names, why } of values.all ? exceptions : []) {
  const listed = outcomes.filter(({ name }) => names.some((pattern) => pattern.test(name)));
  if (listed.length > 0) console.log(`\n${kind}: ${why}`);
  for (const { name } of listed) console.log(`  ${name}`);
}
const surprises = outcomes.filter(({ surprise }) => surprise !== undefined);
for (const { spec, name, surprise } of surprises) console.log(`\n${spec} ${name}\n  ${surprise}`);
console.log(`
specs                       ${specs.length}
scenarios                   ${outcomes.length}
OpenAPI cannot express      ${countOf("inexpressible")}
the emitter loses           ${countOf("lost")}
expressible                 ${expressible}
passed                      ${passed} (${((100 * passed) / expressible).toFixed(1)} %)
  of them reporting breaches  ${countOf("breach")}
failed                      ${expressible - passed}
time                        ${((performance.now() - startedMs) / 1000).toFixed(0)} s`);
process.exitCode = surprises.length > 0 ? 1 : 0;
