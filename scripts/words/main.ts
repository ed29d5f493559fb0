// Lists texts that are hard to read: `npm run words` counts them by folder, `npm run words -- PATH`
// lists the texts in files whose path starts with PATH.

import { join } from "node:path";
import { findHardWords } from "./find-words.ts";

const root = join(import.meta.dirname, "../..");
const [start] = process.argv.slice(2);
const found = findHardWords(root, start);
if (start !== undefined) {
  for (const { kind, path, line, text, plain } of found) {
    process.stdout.write(`${path}:${line} ${kind}: ${text}\n  ${plain}\n`);
  }
}
const folders = Map.groupBy(found, ({ path }) => path.split("/").slice(0, 2).join("/"));
for (const [folder, all] of [...folders].sort(([, one], [, other]) => other.length - one.length)) {
  const count = (kind: string): number => all.filter((each) => each.kind === kind).length;
  const counts = `${count("phrase")} phrases, ${count("long")} long, ${count("repeats")} repeat a name`;
  process.stdout.write(`${folder}: ${counts}\n`);
}
process.stdout.write(`${found.length} in all\n`);
