import { type Row, readTextOrNull } from "@specwright/service/database";
import type { Diagnostic } from "@specwright/spec-loader";
import type { Facts } from "./facts.ts";

// The shapes are not checked, because this service wrote the texts.

/** Reads the facts of a version or a comparison. */
export function readFacts(json: string): Facts {
  const facts: Facts = JSON.parse(json);
  return facts;
}

/** Reads the diagnostics of a document. */
export function readDiagnostics(json: string): readonly Diagnostic[] {
  const diagnostics: readonly Diagnostic[] = JSON.parse(json);
  return diagnostics;
}

/** Reads the format that the publisher of a document claimed. */
export function readFormat(row: Row): "openapi" | "asyncapi" | null {
  const format = readTextOrNull(row, "format");
  if (format === null || format === "openapi" || format === "asyncapi") return format;
  throw new TypeError("unknown document format in column `format`");
}
