import { resolve } from "node:path";
import { type Consoles, loadConsoles } from "@specwright/site/console";
import { CliError } from "../terminal/cli-error.ts";
import type { Terminal } from "../terminal/terminal.ts";

/**
 * Reads the file that declares the consoles of a site. Prints a warning about consoles of interfaces that
 * the site does not contain.
 *
 * @throws {CliError} `usage` if the file, or a bundle that it names, cannot be used.
 */
export async function readConsoles(
  terminal: Terminal,
  file: string,
  interfaces: ReadonlySet<string>,
): Promise<Consoles> {
  const loaded = await loadConsoles(resolve(terminal.folder, file), { assets: "../assets" });
  if ("problem" in loaded) {
    const fix = "Correct it; docs/site.md has an example.";
    throw new CliError("usage", `--consoles: ${loaded.problem}.`, fix);
  }
  for (const name of loaded.consoles.interfaces.keys()) {
    if (interfaces.has(name)) continue;
    terminal.err(`${file} declares a console of ${name}, which is not on the site.`);
  }
  return loaded.consoles;
}
