// The only module that imports openapi-typescript. It calls its transforms and not its loader: the
// document is checked and in one piece already, and without the loader a bundle is 1.2 MB smaller.

import type { JsonValue } from "@specwright/spec-loader";

/**
 * Prints the types that openapi-typescript writes for an OpenAPI 3 document: `paths`, `components` and
 * their like, indented by two spaces. Loads a TypeScript compiler with a JavaScript API.
 *
 * @throws Error with the message of openapi-typescript if it cannot print the document.
 */
export async function printPaths(document: JsonValue): Promise<string> {
  // As `string`, the compiler does not read its declarations, which need packages that it does not
  // install. The bundler reads the name all the same.
  const printer: unknown = await import("openapi-typescript" as string);
  if (!isOpenapiTypescript(printer)) {
    throw new TypeError("The installed openapi-typescript is not version 7.");
  }
  const nodes = printer.transformSchema(document, {
    silent: true,
    // A property with a default may be left out of a request, as in the types of `types.ts`.
    defaultNonNullable: false,
    emptyObjectsUnknown: true,
    discriminators: printer.scanDiscriminators(document, { silent: true }),
    injectFooter: [],
    resolve: (ref: string) => printer.resolveRef(document, ref, { silent: true }),
  });
  return halfIndented(printer.astToString(nodes)).trim();
}

interface OpenapiTypescript {
  readonly transformSchema: (document: JsonValue, context: object) => readonly object[];
  readonly scanDiscriminators: (document: JsonValue, options: object) => object;
  readonly resolveRef: (document: JsonValue, ref: string, options: object) => unknown;
  readonly astToString: (nodes: readonly object[]) => string;
}

function isOpenapiTypescript(module: unknown): module is OpenapiTypescript {
  const functions: Readonly<Record<string, unknown>> = { ...Object(module) };
  return ["transformSchema", "scanDiscriminators", "resolveRef", "astToString"].every(
    (name) => typeof functions[name] === "function",
  );
}

/** Converts indentation by four spaces to two. */
function halfIndented(text: string): string {
  return text.replace(/^(?: {4})+/gm, (spaces) => " ".repeat(spaces.length / 2));
}
