// The only module that imports openapi-typescript. It calls the transforms directly and does not use the
// loader, because the document is already checked and bundled. A bundle without the loader is 1.2 MB
// smaller.

/// <reference path="./transforms.d.ts" />

import type { JsonValue } from "@specwright/spec-loader";
import { astToString } from "openapi-typescript/dist/lib/ts.js";
import { resolveRef, scanDiscriminators } from "openapi-typescript/dist/lib/utils.js";
import transformSchema from "openapi-typescript/dist/transform/index.js";

/**
 * Prints the types that openapi-typescript generates for an OpenAPI 3 document: `paths`,
 * `components` and so on, indented by two spaces.
 *
 * @throws Error with the message of openapi-typescript if it cannot print the document.
 */
export function printPaths(document: JsonValue): string {
  const nodes = transformSchema(document, {
    silent: true,
    // A property with a default is optional in a request, as in `types.ts`.
    defaultNonNullable: false,
    emptyObjectsUnknown: true,
    discriminators: scanDiscriminators(document, { silent: true }),
    injectFooter: [],
    resolve: (ref: string) => resolveRef(document, ref, { silent: true }),
  });
  return halfIndented(astToString(nodes)).trim();
}

/** Converts an indentation of four spaces to two. */
function halfIndented(text: string): string {
  return text.replace(/^(?: {4})+/gm, (spaces) => " ".repeat(spaces.length / 2));
}
