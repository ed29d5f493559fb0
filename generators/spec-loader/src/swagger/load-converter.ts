import { createRequire } from "node:module";
import { join } from "node:path";
import type { JsonValue } from "../json/json-value.ts";

/** The used part of the package `swagger2openapi`. */
export interface Converter {
  convertObj(
    document: object,
    options: { readonly patch: boolean; readonly targetVersion: string },
  ): Promise<{ readonly openapi: JsonValue; readonly patches?: number }>;
}

/**
 * Loads the converter of Swagger 2.0, which few need and so install by themselves: beside this
 * package, or in the project of the working directory. Returns `undefined` if it is not installed.
 */
export function loadConverter(): Converter | undefined {
  for (const from of [import.meta.url, join(process.cwd(), "package.json")]) {
    try {
      return createRequire(from)("swagger2openapi") as Converter;
    } catch (cause) {
      const isMissing =
        cause instanceof Error && "code" in cause && cause.code === "MODULE_NOT_FOUND";
      if (!isMissing) throw cause;
    }
  }
  return undefined;
}
