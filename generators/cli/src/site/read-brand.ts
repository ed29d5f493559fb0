import { resolve } from "node:path";
import { type Brand, loadBrand } from "@specwright/site";
import { CliError } from "../terminal/cli-error.ts";
import type { Terminal } from "../terminal/terminal.ts";

/**
 * Reads the file that describes the appearance of a site.
 *
 * @throws {CliError} `usage` if the file, or a logo or font that it names, cannot be used.
 */
export async function readBrand(terminal: Terminal, file: string): Promise<Brand> {
  const loaded = await loadBrand(resolve(terminal.folder, file));
  if ("brand" in loaded) return loaded.brand;
  const fix = "Correct it; docs/site.md has an example.";
  throw new CliError("usage", `--brand: ${loaded.problem}.`, fix);
}
