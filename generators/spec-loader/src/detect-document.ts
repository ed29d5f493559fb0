import type { Problem } from "./diagnostics/problem.ts";
import { readAs } from "./diagnostics/repair.ts";
import { asyncapi2Grammar } from "./grammar/asyncapi-2.ts";
import { asyncapi3Grammar } from "./grammar/asyncapi-3.ts";
import { openapiGrammar } from "./grammar/openapi.ts";
import { type Grammar, hidesId } from "./grammar/shape.ts";
import { typeName, withArticle } from "./grammar/walk.ts";
import { isJsonObject, type JsonValue, memberOf } from "./json/json-value.ts";

/** The specification and version of a document. They decide how the loader reads the document. */
export interface DocumentType {
  readonly kind: "openapi" | "asyncapi";
  /** The version in the document's own text, such as `3.1.0`. */
  readonly version: string;
  readonly grammar: Grammar;
  /** Whether `$id` and anchors have an effect in schemas. In OpenAPI 3.0, they have no effect. */
  readonly identifiers: boolean;
  /** Whether a `$ref` disables the `$id` beside it, in schemas that do not declare a dialect. */
  readonly refHidesId: boolean;
}

/**
 * Detects the type of a document from its top-level fields. Returns a problem if the type is unknown.
 * `textOf` returns the text that the document has for a number, such as `3.0`.
 */
export function detectDocument(
  file: string,
  root: JsonValue,
  textOf: (pointer: string, value: number) => string = (_pointer, value) => String(value),
): DocumentType | Problem {
  const top = { file, pointer: "" };
  if (!isJsonObject(root)) {
    const message = `the document must be an object; it is ${root === null ? "empty" : withArticle(typeName(root))}`;
    return { code: "DOCUMENT_UNKNOWN", source: top, message };
  }
  for (const kind of ["openapi", "asyncapi"] as const) {
    const version = memberOf(root, kind);
    if (version === undefined) continue;
    const source = { file, pointer: `/${kind}` };
    if (typeof version !== "string") {
      const text = typeof version === "number" ? textOf(source.pointer, version) : "";
      const whole = `${text}.0`;
      const repair = supportedType(kind, whole) && readAs(source, whole);
      const message = `the version in "${kind}" must be a string, not ${typeof version === "number" ? text : withArticle(typeName(version))}`;
      const fix = `Write ${repair ? `\`${kind}: ${whole}\`` : `the full version that the document follows, such as ${examples[kind]}`}.`;
      return { code: "DOCUMENT_UNKNOWN", source, message, fix, ...(repair && { repair }) };
    }
    const type = supportedType(kind, version);
    if (type !== undefined) return { ...type, refHidesId: hidesId(root) ?? kind === "asyncapi" };
    const name = kind === "openapi" ? "OpenAPI" : "AsyncAPI";
    const whole = `${version.trim().replace(/^v/i, "")}${/^v?\d+\.\d+$/i.test(version.trim()) ? ".0" : ""}`;
    const repair = supportedType(kind, whole) && readAs(source, whole);
    return {
      code: "VERSION_UNSUPPORTED",
      source,
      message: `${name} ${version} is not supported`,
      ...(repair && { repair }),
    };
  }
  const message = 'the document has neither "openapi" nor "asyncapi" at its top';
  return { code: "DOCUMENT_UNKNOWN", source: top, message };
}

const examples = {
  openapi: "`openapi: 3.1.0` or `openapi: 3.0.4`",
  asyncapi: "`asyncapi: 3.0.0` or `asyncapi: 2.6.0`",
} as const;

function supportedType(
  kind: "openapi" | "asyncapi",
  version: string,
): Omit<DocumentType, "refHidesId"> | undefined {
  if (kind === "openapi") {
    if (!/^3\.[012]\.\d+(?:-.+)?$/.test(version)) return undefined;
    return { kind, version, grammar: openapiGrammar, identifiers: !version.startsWith("3.0.") };
  }
  if (/^2\.[0-6]\.\d+$/.test(version)) {
    return { kind, version, grammar: asyncapi2Grammar, identifiers: true };
  }
  if (/^3\.[01]\.\d+$/.test(version)) {
    return { kind, version, grammar: asyncapi3Grammar, identifiers: true };
  }
  return undefined;
}
