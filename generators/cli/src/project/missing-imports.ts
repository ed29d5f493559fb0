// Finds packages that generated files import but the project lacks.

import { existsSync } from "node:fs";
import { dirname, join } from "node:path";

/** Matches the module of an import or export from another package, in the printer's format. */
const BARE_IMPORT = /^(?:import|export|\}).* from "((?:@[^/"]+\/)?[^./"@][^/"]*)[^"]*";$/gm;

/** Lists the packages that texts import but that cannot be found from a folder, in order. */
export function missingImports(folder: string, texts: Iterable<string>): readonly string[] {
  const names = new Set<string>();
  for (const text of texts) {
    for (const [, name] of text.matchAll(BARE_IMPORT)) if (name !== undefined) names.add(name);
  }
  return [...names].filter((name) => !name.startsWith("node:") && !isInstalled(folder, name));
}

function isInstalled(folder: string, name: string): boolean {
  if (existsSync(join(folder, "node_modules", name))) return true;
  const parent = dirname(folder);
  return parent !== folder && isInstalled(parent, name);
}
