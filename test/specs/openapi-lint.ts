import { execFileSync } from "node:child_process";
import { fileURLToPath } from "node:url";

/** The findings of the linters in one document; empty lists if it passes. */
export interface Remarks {
  readonly redocly: readonly string[];
  readonly spectral: readonly string[];
}

/**
 * Lints documents by the recommended rules of Redocly and Spectral, warnings and hints included.
 */
export function lintOpenApi(paths: readonly string[]): readonly Remarks[] {
  const program = fileURLToPath(new URL("lint-openapi.mjs", import.meta.url));
  const output = execFileSync(process.execPath, [program, ...paths], { encoding: "utf8" });
  return JSON.parse(output) as readonly Remarks[];
}
