// `paths.ts`: the types openapi-fetch and its family take, made by openapi-typescript. It is loaded
// when asked for, since it brings a TypeScript compiler of its own.

import { code, type EmitContext, type JsonValue } from "@specwright/emit-kit";
import { bundleSpecification } from "./bundle-specification.ts";
import { typesDiagnostics } from "./diagnostics.ts";

/** Writes `paths.ts`. Does nothing without the specification; reports what openapi-typescript rejects. */
export async function emitPaths(context: EmitContext): Promise<void> {
  const { contract, specification } = context;
  if (specification === undefined) return;
  try {
    const document = bundleSpecification(contract, specification);
    const text = await pathsOf(document);
    context.typescript("paths.ts").print(code`${text}`);
  } catch (error) {
    const { severity, fix } = typesDiagnostics.PATHS_FAILED;
    const reason = error instanceof Error ? error.message : String(error);
    const source = { file: contract.file, pointer: "" };
    context.report({
      code: "PATHS_FAILED",
      severity,
      message: `openapi-typescript says: ${reason}`,
      fix,
      source,
    });
  }
}

async function pathsOf(document: JsonValue): Promise<string> {
  const { astToString, default: openapiTypescript } = await loadOpenapiTypescript();
  const nodes = await openapiTypescript(JSON.stringify(document), {
    silent: true,
    // A property with a default may be left out of a request, as in our own types.
    defaultNonNullable: false,
    emptyObjectsUnknown: true,
  });
  return halfIndented(astToString(nodes)).trim();
}

interface OpenapiTypescript {
  readonly default: (source: string, options: object) => Promise<readonly object[]>;
  readonly astToString: (nodes: readonly object[]) => string;
}

async function loadOpenapiTypescript(): Promise<OpenapiTypescript> {
  // Its own type declarations need packages it does not bring; so that ours compile without
  // `skipLibCheck`, the name is no literal and the module is checked instead.
  const name: string = "openapi-typescript";
  const module: unknown = await import(name);
  if (!isOpenapiTypescript(module)) throw new TypeError("it has not the exports of version 7.");
  return module;
}

function isOpenapiTypescript(module: unknown): module is OpenapiTypescript {
  if (typeof module !== "object" || module === null) return false;
  if (!("default" in module) || !("astToString" in module)) return false;
  return typeof module.default === "function" && typeof module.astToString === "function";
}

/** Turns four spaces of indentation into two. */
function halfIndented(text: string): string {
  return text.replace(/^(?: {4})+/gm, (spaces) => " ".repeat(spaces.length / 2));
}
