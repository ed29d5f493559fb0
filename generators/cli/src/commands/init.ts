// `specwright init`: writes a configuration file for the documents in a folder.

import { existsSync, readFileSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { CliError } from "../cli-error.ts";
import { findConfig } from "../config.ts";
import { documentSlug } from "../documents/document-slug.ts";
import { findDocuments } from "../documents/find-documents.ts";
import type { Terminal } from "../terminal.ts";

/** Writes a configuration file for the given document, or for those found below the folder. Never overwrites. */
export async function initCommand(
  terminal: Terminal,
  flags: { readonly input?: string; readonly output?: string },
): Promise<number> {
  const present = findConfig(terminal.folder);
  if (present !== undefined) {
    throw new CliError(
      "file_exists",
      `${basename(present)} is already here.`,
      "Edit it, or remove it first.",
    );
  }
  // A .ts file is no module in a package that says that it is CommonJS, as that of `npm init` does.
  const name = isCommonJs(terminal.folder) ? "specwright.config.mts" : "specwright.config.ts";
  const inputs = flags.input === undefined ? await findDocuments(terminal.folder) : [flags.input];
  if (inputs.length === 0) {
    throw new CliError(
      "usage",
      "No OpenAPI or AsyncAPI document was found here.",
      "Name one: specwright init --input path/to/openapi.yaml",
    );
  }
  await writeFile(join(terminal.folder, name), configText(inputs, flags.output));
  terminal.err(`Wrote ${name} for ${inputs.join(", ")}.`);
  terminal.err("Next: npx specwright generate");
  return 0;
}

/** Reports whether the nearest `package.json` makes its files CommonJS modules. */
function isCommonJs(folder: string): boolean {
  const file = join(folder, "package.json");
  if (!existsSync(file)) return dirname(folder) !== folder && isCommonJs(dirname(folder));
  try {
    return Object(JSON.parse(readFileSync(file, "utf8"))).type === "commonjs";
  } catch {
    return false;
  }
}

function configText(inputs: readonly string[], output: string | undefined): string {
  const contracts = inputs.map((input) => {
    const folder = output ?? `src/gen/${documentSlug(input)}`;
    return `    { input: ${JSON.stringify(input)}, output: ${JSON.stringify(folder)}, emitters },`;
  });
  return `import { builtInEmitters, defineConfig } from "@specwright/cli";

const emitters = builtInEmitters(["types", "codec", "server", "client"]);

export default defineConfig({
  contracts: [
${contracts.join("\n")}
  ],
});
`;
}
