// Prints the structure of the repository: its packages, the exports of their entries, duplicated code, and
// import cycles. `--list` prints each finding as well.  npm run structure -- --list

import { join } from "node:path";
import { parseArgs } from "node:util";
import { findDuplicates } from "./duplicated-bodies.ts";
import { findFolderCycles } from "./folder-cycles.ts";
import { findForbiddenImports } from "./import-rules.ts";
import { readRepository } from "./repository.ts";
import { findUnreadExports } from "./unread-exports.ts";

const { values } = parseArgs({ options: { list: { type: "boolean", default: false } } });
const repository = readRepository(join(import.meta.dirname, "../.."));
const entries = findUnreadExports(repository);
const duplicates = findDuplicates(repository);
const cycles = findFolderCycles(repository);
const forbidden = findForbiddenImports(repository);

const published = repository.packages.filter((each) => !each.private).length;
const unread = (isPublished: boolean): number =>
  entries
    .filter(({ entry }) => entry.published === isPublished)
    .reduce((sum, each) => sum + each.unread.length, 0);
const rows: readonly (readonly [string, number])[] = [
  ["packages", repository.packages.length],
  ["published packages", published],
  ...entries
    .filter(({ entry }) => entry.published)
    .map(({ entry, names }) => [`names of ${entry.specifier}`, names.length] as const),
  ["exports of published entries without an outside reader", unread(true)],
  ["exports of private entries without an outside reader", unread(false)],
  ["function bodies of five or more lines in several files", duplicates.long.length],
  ["shorter functions with the same name and body in several files", duplicates.short.length],
  ["arrows between top folders in a circle", cycles.length],
  ["imports that the folders forbid", forbidden.length],
];
const width = Math.max(...rows.map(([title]) => title.length));
for (const [title, count] of rows)
  console.log(`${title.padEnd(width)} ${String(count).padStart(5)}`);

if (values.list) {
  for (const { entry, unread } of entries) {
    if (unread.length > 0) console.log(`\n${entry.specifier}: ${unread.join(", ")}`);
  }
  for (const { lines, places } of [...duplicates.long, ...duplicates.short]) {
    console.log(`\n${lines} lines\n  ${places.join("\n  ")}`);
  }
  for (const { folder, from, to, imports } of cycles) {
    console.log(`\n${folder}: ${from} -> ${to}\n  ${imports.join("\n  ")}`);
  }
  for (const each of forbidden) console.log(`\n${each}`);
}
