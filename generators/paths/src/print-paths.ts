/**
 * Prints the types that openapi-typescript writes for an OpenAPI document, given as JSON: `paths`,
 * `components` and their like, indented by two spaces.
 *
 * @throws Error with the message of openapi-typescript if it does not accept the document.
 * @example
 * const text = await printPaths('{"openapi":"3.1.0","info":{"title":"Shop","version":"1"},"paths":{}}');
 */
export async function printPaths(document: string): Promise<string> {
  // As `string`, the compiler does not read its declarations, which need packages that it does not
  // install. The bundler reads the name all the same.
  const printer: unknown = await import("openapi-typescript" as string);
  if (!isOpenapiTypescript(printer)) throw new TypeError("It has not the exports of version 7.");
  const nodes = await printer.default(document, {
    silent: true,
    // A property with a default may be left out of a request, as in the types of `types.ts`.
    defaultNonNullable: false,
    emptyObjectsUnknown: true,
  });
  return halfIndented(printer.astToString(nodes)).trim();
}

interface OpenapiTypescript {
  readonly default: (source: string, options: object) => Promise<readonly object[]>;
  readonly astToString: (nodes: readonly object[]) => string;
}

function isOpenapiTypescript(module: unknown): module is OpenapiTypescript {
  if (typeof module !== "object" || module === null) return false;
  if (!("default" in module) || !("astToString" in module)) return false;
  return typeof module.default === "function" && typeof module.astToString === "function";
}

/** Converts indentation by four spaces to two. */
function halfIndented(text: string): string {
  return text.replace(/^(?: {4})+/gm, (spaces) => " ".repeat(spaces.length / 2));
}
