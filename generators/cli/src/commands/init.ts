// `specwright init`: writes a configuration file for the documents in a folder.

import { existsSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { CliError } from "../cli-error.ts";
import { documentSlug } from "../documents/document-slug.ts";
import { findDocuments } from "../documents/find-documents.ts";
import type { Terminal } from "../terminal.ts";

/** Writes `specwright.config.ts` for the given document, or for those found below the folder. Never overwrites. */
export async function initCommand(
  terminal: Terminal,
  flags: { readonly input?: string; readonly output?: string },
): Promise<number> {
  const path = join(terminal.folder, "specwright.config.ts");
  if (existsSync(path)) {
    throw new CliError(
      "file_exists",
      "specwright.config.ts is already here.",
      "Edit it, or remove it first.",
    );
  }
  const inputs = flags.input === undefined ? await findDocuments(terminal.folder) : [flags.input];
  if (inputs.length === 0) {
    throw new CliError(
      "usage",
      "No OpenAPI or AsyncAPI document was found here.",
      "Name one: specwright init --input path/to/openapi.yaml",
    );
  }
  await writeFile(path, configText(inputs, flags.output));
  terminal.err(`Wrote specwright.config.ts for ${inputs.join(", ")}.`);
  terminal.err("Next: npx specwright generate");
  return 0;
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
