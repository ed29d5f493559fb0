// `paths.ts`: the types for openapi-fetch and similar clients, printed by openapi-typescript.

import { bundleSpecification } from "@specwright/spec-loader";
import type { EmitContext } from "../print/emitter.ts";
import { code } from "../print/printable.ts";
import { typesDiagnostics } from "./diagnostics.ts";
import { filteredDocument } from "./filtered-document.ts";
import { compilerPackage, findCompiler } from "./openapi-typescript/compiler.ts";
import { typesDocument } from "./types-document.ts";

/**
 * Writes `paths.ts`. Does nothing without the specification; reports what openapi-typescript rejects,
 * and that no TypeScript compiler with a JavaScript API is installed.
 */
export async function emitPaths(context: EmitContext): Promise<void> {
  const { contract, specification } = context;
  if (specification === undefined) return;
  const report = (message: string, fix: string = typesDiagnostics.PATHS_FAILED.fix): void => {
    const source = { file: contract.file, pointer: "" };
    const { severity } = typesDiagnostics.PATHS_FAILED;
    context.report({ code: "PATHS_FAILED", severity, message, fix, source });
  };
  if (findCompiler() === undefined) {
    report(
      "openapi-typescript prints the `paths` types with TypeScript 5 or 6, or with the compiler in ts-morph, and none of them is installed",
      `Install it with \`npm install --save-dev ${compilerPackage}\`, and run the command again.`,
    );
    return;
  }
  try {
    // It loads the compiler.
    const { printPaths } = await import("./openapi-typescript/print-paths.ts");
    const { document } = bundleSpecification(specification, { pointersOnly: true });
    const filtered = filteredDocument(document, contract);
    context.typescript("paths.ts").print(code`${printPaths(typesDocument(filtered))}`);
  } catch (error) {
    report(`openapi-typescript says: ${error instanceof Error ? error.message : String(error)}`);
  }
}
