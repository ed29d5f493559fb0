import type { DocumentType } from "../detect-document.ts";
import type { Source } from "../diagnostics/diagnostic.ts";
import type { Problem } from "../diagnostics/problem.ts";
import type { Repair } from "../diagnostics/repair.ts";
import { shapeOfField } from "../grammar/shape.ts";
import { shapeBelow } from "../grammar/walk.ts";
import { descend, pointerTokens } from "../json/json-pointer.ts";
import type { LoadedFile } from "../text/file-store.ts";

/** A finding of the AsyncAPI rules and its place in the loaded files. */
export interface PlacedFinding {
  readonly rule: string;
  readonly message: string;
  readonly fix: string;
  readonly source: Source;
  readonly isError: boolean;
  /** Whether the finding is about a field that the specification does not define. */
  readonly isUnknownField: boolean;
  /** Whether the name of the value must be put in front of the message. */
  readonly isNamed: boolean;
  readonly repair?: Repair;
}

/**
 * Removes findings that other checks of the loader report at the same place, and findings about values that
 * the loader allows.
 */
export function siftFindings(
  document: DocumentType,
  entry: LoadedFile,
  findings: readonly PlacedFinding[],
  known: readonly Problem[],
): readonly PlacedFinding[] {
  const own = new Set(
    known.filter(({ code }) => /^(?:FIELD|REF)_/.test(code)).map(({ source }) => placeKey(source)),
  );
  return findings.filter(
    ({ source, isUnknownField }) =>
      !own.has(placeKey(source)) &&
      !(isUnknownField && isDeprecation(document, entry, source)) &&
      !isFlagSchema(document, entry, source) &&
      !(!isUnknownField && isScheme(document, entry, source)),
  );
}

/** Reports whether a place is a field `deprecated` that only the loader's grammar allows. */
function isDeprecation(
  document: DocumentType,
  entry: LoadedFile,
  { file, pointer }: Source,
): boolean {
  const tokens = pointerTokens(pointer) ?? [];
  const key = tokens.at(-1);
  if (file !== entry.spec.file || key !== "deprecated") return false;
  const root = { is: "node", kind: document.grammar.root } as const;
  const shape = shapeBelow(document.grammar, root, entry.spec.root, tokens.slice(0, -1));
  const kind = shape?.is === "node" ? document.grammar.kinds.get(shape.kind) : undefined;
  return kind !== undefined && shapeOfField(kind, key) !== undefined;
}

/** Reports whether a schema is `true` or `false`, which JSON Schema allows. */
function isFlagSchema(
  document: DocumentType,
  entry: LoadedFile,
  { file, pointer }: Source,
): boolean {
  if (file !== entry.spec.file) return false;
  const tokens = pointerTokens(pointer) ?? [];
  const { value, rest } = descend(entry.spec.root, tokens);
  if (rest.length > 0 || typeof value !== "boolean") return false;
  const root = { is: "node", kind: document.grammar.root } as const;
  const shape = shapeBelow(document.grammar, root, entry.spec.root, tokens);
  return shape?.is === "node" && shape.kind === "Schema";
}

/**
 * Reports whether a place is a security scheme or its `type`. `checkSecurityScheme` reports their problems.
 */
function isScheme(document: DocumentType, entry: LoadedFile, { file, pointer }: Source): boolean {
  if (file !== entry.spec.file) return false;
  const tokens = pointerTokens(pointer) ?? [];
  const path = tokens.at(-1) === "type" ? tokens.slice(0, -1) : tokens;
  const root = { is: "node", kind: document.grammar.root } as const;
  const shape = shapeBelow(document.grammar, root, entry.spec.root, path);
  return shape?.is === "node" && shape.kind === "SecurityScheme";
}

function placeKey({ file, pointer }: Source): string {
  return `${file}#${pointer}`;
}
