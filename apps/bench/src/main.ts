// `npm run bench -- NAME [--json FILE] [--rounds N] [--only GROUP] [--write-docs]`

import { writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import type { BenchRow } from "./bench.ts";
import { benches } from "./benches.ts";
import { formatTable } from "./format-table.ts";
import { writeDocs } from "./write-docs.ts";

const root = fileURLToPath(new URL("../../..", import.meta.url));
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    json: { type: "string" },
    rounds: { type: "string", default: "3" },
    only: { type: "string", multiple: true, default: [] },
    "write-docs": { type: "boolean", default: false },
    help: { type: "boolean", short: "h", default: false },
  },
});
const wanted = benches.filter(
  (bench) => positionals.includes(bench.name) || positionals.includes("all"),
);
const unknown = positionals.filter(
  (name) => name !== "all" && !benches.some((bench) => bench.name === name),
);
const rounds = Number(values.rounds);

if (
  values.help ||
  wanted.length === 0 ||
  unknown.length > 0 ||
  !Number.isSafeInteger(rounds) ||
  rounds < 1 ||
  // `--write-docs` replaces all rows of a benchmark, so it needs the rows of all groups.
  (values["write-docs"] && values.only.length > 0)
) {
  for (const name of unknown) console.error(`There is no benchmark "${name}".`);
  console.error(
    "npm run bench -- NAME... [--json FILE] [--rounds N] [--only GROUP]... [--write-docs]\n",
  );
  for (const { name, description } of benches) console.error(`  ${name}  ${description}`);
  process.exitCode = values.help ? 0 : 1;
} else {
  const rows: BenchRow[] = [];
  for (const bench of wanted) {
    const found = await bench.run({
      log: (line) => console.error(line),
      rounds,
      only: values.only,
      peersFolder: join(root, ".bench"),
      root,
    });
    rows.push(...found);
    console.log(`\n${bench.name}: ${bench.description}\n\n${formatTable(found)}`);
    if (values["write-docs"]) await writeDocs(root, bench, found, rounds);
  }
  // npm runs this script in the root of the repository. Relative paths refer to the folder of the
  // user.
  const folder = process.env["INIT_CWD"] ?? process.cwd();
  if (values.json !== undefined) {
    await writeFile(resolve(folder, values.json), `${JSON.stringify(rows, null, 2)}\n`);
  }
}
