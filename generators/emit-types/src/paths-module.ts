// `paths.ts`: the types for openapi-fetch and similar clients, printed by @specwright/paths. Who wants
// them installs it, because it brings a TypeScript compiler.

import {
  bundleSpecification,
  code,
  type EmitContext,
  loadOptionalPackage,
} from "@specwright/emit-kit";
import { typesDiagnostics } from "./diagnostics.ts";
import { filteredDocument } from "./filtered-document.ts";
import { testedVersion } from "./tested-version.ts";
import { typesDocument } from "./types-document.ts";

/** Returns the package that prints `paths.ts`, with the version that fits this one. */
export const pathsPackage = (): string => `@specwright/paths@${testedVersion("@specwright/paths")}`;

/**
 * Writes `paths.ts`. Does nothing without the specification; reports what openapi-typescript rejects,
 * and that the package that calls it is not installed.
 */
export async function emitPaths(context: EmitContext): Promise<void> {
  const { contract, specification } = context;
  if (specification === undefined) return;
  const report = (message: string, fix: string = typesDiagnostics.PATHS_FAILED.fix): void => {
    const source = { file: contract.file, pointer: "" };
    const { severity } = typesDiagnostics.PATHS_FAILED;
    context.report({ code: "PATHS_FAILED", severity, message, fix, source });
  };
  const printer = loadOptionalPackage("@specwright/paths");
  if (!isPathsPrinter(printer)) {
    const state = printer === undefined ? "is not installed" : "has a version that does not fit";
    report(
      `the \`paths\` types are printed by the package @specwright/paths, which ${state}`,
      `Install it with \`npm install --save-dev ${pathsPackage()}\`, and run the command again.`,
    );
    return;
  }
  try {
    const { document } = bundleSpecification(specification, { pointersOnly: true });
    const filtered = filteredDocument(document, contract);
    const text = await printer.printPaths(JSON.stringify(typesDocument(filtered)));
    context.typescript("paths.ts").print(code`${text}`);
  } catch (error) {
    report(`openapi-typescript says: ${error instanceof Error ? error.message : String(error)}`);
  }
}

interface PathsPrinter {
  readonly printPaths: (document: string) => Promise<string>;
}

function isPathsPrinter(module: unknown): module is PathsPrinter {
  if (typeof module !== "object" || module === null || !("printPaths" in module)) return false;
  return typeof module.printPaths === "function";
}
