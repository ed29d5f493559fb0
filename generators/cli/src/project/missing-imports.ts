// Finds packages that generated files import, but that the project does not have.

import { existsSync } from "node:fs";
import { dirname, join } from "node:path";

/** Matches an import or export from a package, as the emitters print it. */
const BARE_IMPORT = /^(?:import|export|\}).* from "((?:@[^/"]+\/)?[^./"@][^/"]*)[^"]*";$/gm;

/**
 * Lists the packages that the texts import and that are not installed for a folder. The order is that of
 * the texts.
 */
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
