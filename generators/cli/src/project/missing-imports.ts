// Which packages generated files import that a project does not have.

import { existsSync } from "node:fs";
import { dirname, join } from "node:path";

/** Matches the module of an import or export of another package, as the printer writes it. */
const BARE_IMPORT = /^(?:import|export|\}).* from "((?:@[^/"]+\/)?[^./"@][^/"]*)[^"]*";$/gm;

/** Lists the packages that texts import and that cannot be found from a folder, in their order. */
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
