// `npm run bench -- NAME [--json FILE] [--rounds N]`

import { writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import type { BenchRow } from "./bench.ts";
import { benches } from "./benches.ts";
import { formatTable } from "./format-table.ts";

const root = fileURLToPath(new URL("../../..", import.meta.url));
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    json: { type: "string" },
    rounds: { type: "string", default: "3" },
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
  rounds < 1
) {
  for (const name of unknown) console.error(`There is no benchmark "${name}".`);
  console.error("npm run bench -- NAME... [--json FILE] [--rounds N]\n");
  for (const { name, description } of benches) console.error(`  ${name}  ${description}`);
  process.exitCode = values.help ? 0 : 1;
} else {
  const rows: BenchRow[] = [];
  for (const bench of wanted) {
    const found = await bench.run({
      log: (line) => console.error(line),
      rounds,
      peersFolder: join(root, ".bench"),
      root,
    });
    rows.push(...found);
    console.log(`\n${bench.name}: ${bench.description}\n\n${formatTable(found)}`);
  }
  // npm runs scripts in the root; a path is meant from where the command was typed.
  const folder = process.env["INIT_CWD"] ?? process.cwd();
  if (values.json !== undefined) {
    await writeFile(resolve(folder, values.json), `${JSON.stringify(rows, null, 2)}\n`);
  }
}
