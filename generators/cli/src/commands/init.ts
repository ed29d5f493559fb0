// `specwright init`: writes a configuration file for the documents in a folder.

import { existsSync } from "node:fs";
import { readdir, readFile, writeFile } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { CliError } from "../cli-error.ts";
import type { Terminal } from "../terminal.ts";

const skipped = new Set(["node_modules", "dist", "build"]);
const maxDepth = 4;

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
    const folder = output ?? `src/gen/${outputName(input)}`;
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

/**
 * Returns the name of the output: that of the file, or of its folder if the file is named openapi
 * or asyncapi.
 */
function outputName(input: string): string {
  const stem = basename(input).replace(/\.(ya?ml|json)$/, "");
  const folder = basename(dirname(input));
  return /^(openapi|asyncapi)$/.test(stem) && folder !== "" && folder !== "." ? folder : stem;
}

async function findDocuments(folder: string, prefix = "", depth = 0): Promise<string[]> {
  const found: string[] = [];
  const entries = await readdir(join(folder, prefix), { withFileTypes: true });
  for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
    const path = prefix === "" ? entry.name : `${prefix}/${entry.name}`;
    if (entry.isDirectory()) {
      const wanted = depth < maxDepth && !entry.name.startsWith(".") && !skipped.has(entry.name);
      if (wanted) found.push(...(await findDocuments(folder, path, depth + 1)));
    } else if (/\.(ya?ml|json)$/.test(entry.name)) {
      const text = await readFile(join(folder, path), "utf8");
      if (/^\s*(\{\s*)?["']?(openapi|asyncapi)["']?\s*:/m.test(text.slice(0, 2000)))
        found.push(path);
    }
  }
  return found;
}
