// Imports generated code without an output folder, for `specwright mock`.

import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import module from "node:module";
import { tmpdir } from "node:os";
import { dirname, extname, join } from "node:path";
import { pathToFileURL } from "node:url";
import type { EmittedFile } from "@specwright/emit/print";
import { CliError } from "./terminal/cli-error.ts";

/** Maps modules that generated code imports to the copies in this package. */
const linked: ReadonlyMap<string, string> = new Map([
  ["@specwright/runtime/codegen", ownModule("codegen")],
  ["@specwright/runtime/codegen/stream", ownModule("codegen-stream")],
]);

/**
 * Writes generated modules to a temporary folder, and imports one of them. The name of the imported module
 * must have the extension `mjs`. Removes the folder afterwards.
 *
 * @throws {CliError} `node_too_old`: Node before 22.13 cannot remove types.
 */
export async function importGenerated(
  files: readonly EmittedFile[],
  name: string,
): Promise<Readonly<Record<string, unknown>>> {
  const folder = await mkdtemp(join(tmpdir(), "specwright-mock-"));
  try {
    for (const { path, content } of files) {
      const target = join(folder, path.replace(/\.mts$/, ".mjs"));
      await mkdir(dirname(target), { recursive: true });
      await writeFile(target, linkedText(withoutTypes(content)));
    }
    const loaded: unknown = await import(pathToFileURL(join(folder, name)).href);
    return loaded as Readonly<Record<string, unknown>>;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function ownModule(name: string): string {
  return new URL(`./${name}${extname(import.meta.url)}`, import.meta.url).href;
}

function withoutTypes(text: string): string {
  if (typeof module.stripTypeScriptTypes !== "function") {
    throw new CliError(
      "node_too_old",
      `Node ${process.versions.node} cannot run generated TypeScript.`,
      "Use Node 22.13 or newer.",
    );
  }
  const { emitWarning } = process;
  // Hide Node's warning that the function is experimental. It is stable enough in the supported versions.
  process.emitWarning = () => {};
  try {
    return module.stripTypeScriptTypes(text);
  } finally {
    process.emitWarning = emitWarning;
  }
}

/**
 * Makes import statements import the runtime modules of this package. In generated code, no line of a text
 * from the document has the form of an import statement.
 */
function linkedText(text: string): string {
  return text.replaceAll(
    /^((?:import|export)\b[^"']*|\}) from "([^"]+)";$/gm,
    (whole, start: string, from: string) => {
      const own = linked.get(from);
      return own === undefined ? whole : `${start} from ${JSON.stringify(own)};`;
    },
  );
}
