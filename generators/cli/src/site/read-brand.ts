import { resolve } from "node:path";
import { type Brand, loadBrand } from "@specwright/site";
import { CliError } from "../terminal/cli-error.ts";
import type { Terminal } from "../terminal/terminal.ts";

/**
 * Reads the file that declares the look of a site.
 *
 * @throws {CliError} `usage`: the file, or a logo or font in it, cannot be used.
 */
export async function readBrand(terminal: Terminal, file: string): Promise<Brand> {
  const loaded = await loadBrand(resolve(terminal.folder, file));
  if ("brand" in loaded) return loaded.brand;
  const fix = "Correct it; docs/site.md has an example.";
  throw new CliError("usage", `--brand: ${loaded.problem}.`, fix);
}
