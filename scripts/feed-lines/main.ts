// Counts the lines that a venue's feed takes here and in other libraries, and with `--write-docs`
// writes the tables of examples/feeds/README.md:
//
//     npm pack ccxt@4.5.84 && tar xzf ccxt-4.5.84.tgz
//     pip download cryptofeed==2.4.1 --no-deps --no-binary :all: && tar xzf cryptofeed-2.4.1.tar.gz
//     node scripts/feed-lines/main.ts --ccxt package --cryptofeed cryptofeed-2.4.1 --write-docs
//
// Without the folders of the others, only our own table is counted.

import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { countOther, otherLibraries } from "./other-libraries.ts";
import { countOwn, titleOf } from "./own-venues.ts";

const root = join(import.meta.dirname, "../..");

export function ownTable(): string {
  const rows = countOwn(root).map(
    ({ venue, contract, extensions, generated, byHand }) =>
      `| ${titleOf(root, venue)} | ${byHand} | ${contract} | ${extensions} | ${generated} |\n`,
  );
  return `| venue | handwritten | contract | extensions in the contract | generated |\n|---|--:|--:|--:|--:|\n${rows.join("")}`;
}

/** Returns the table of the other libraries; `folders` has the unpacked package of each by name. */
function otherTable(folders: Readonly<Record<string, string | undefined>>): string {
  const counts = otherLibraries.map((library) =>
    countOther(library, folders[library.name] ?? library.name),
  );
  const names = otherLibraries.map(({ name, version }) => `${name} ${version}`);
  const rows = (counts[0] ?? []).map(({ venue }) => {
    const cells = counts.map((each) => {
      const found = each.find((one) => one.venue === venue);
      return found === undefined ? "–" : `${found.own} + ${found.shared}`;
    });
    return `| ${titleOf(root, venue)} | ${cells.join(" | ")} |\n`;
  });
  return `| venue | ${names.join(" | ")} |\n|---|${"--:|".repeat(names.length)}\n${rows.join("")}`;
}

/** Replaces the text between the marks of a table. */
function replaceTable(page: string, mark: string, table: string): string {
  const between = new RegExp(`(<!-- ${mark} -->\\n)[\\s\\S]*?(?=<!-- /${mark} -->)`);
  if (!between.test(page)) throw new Error(`The page has no mark ${mark}.`);
  return page.replace(between, (_, begin: string) => `${begin}\n${table}\n`);
}

if (import.meta.main) {
  const { values } = parseArgs({
    options: {
      ccxt: { type: "string" },
      cryptofeed: { type: "string" },
      "write-docs": { type: "boolean", default: false },
    },
  });
  const tables = [{ mark: "own lines", table: ownTable() }];
  if (values.ccxt !== undefined && values.cryptofeed !== undefined) {
    const { ccxt, cryptofeed } = values;
    tables.push({ mark: "lines of others", table: otherTable({ ccxt, cryptofeed }) });
  }
  for (const { table } of tables) console.log(table);
  if (values["write-docs"]) {
    const path = join(root, "examples/feeds/README.md");
    const page = readFileSync(path, "utf8");
    writeFileSync(
      path,
      tables.reduce((text, { mark, table }) => replaceTable(text, mark, table), page),
    );
  }
}
