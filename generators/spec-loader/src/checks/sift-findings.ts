import type { DocumentType } from "../detect-document.ts";
import type { Source } from "../diagnostics/diagnostic.ts";
import type { Problem } from "../diagnostics/problem.ts";
import { shapeOfField } from "../grammar/shape.ts";
import { shapeBelow } from "../grammar/walk.ts";
import { pointerTokens } from "../json/json-pointer.ts";
import { descend } from "../references/descend.ts";
import type { LoadedFile } from "../text/loaded-file.ts";
import { isAlternative, isUnknownField } from "./word-finding.ts";

/** A finding of the official parser, in our files. */
export interface PlacedFinding {
  readonly rule: string;
  readonly message: string;
  readonly source: Source;
  readonly isError: boolean;
}

/**
 * Leaves out what our own checks found in the same place, and what follows from another fault: that a
 * value is not the other alternative either, which lacks the fields of the first.
 */
export function siftFindings(
  document: DocumentType,
  entry: LoadedFile,
  findings: readonly PlacedFinding[],
  known: readonly Problem[],
): readonly PlacedFinding[] {
  const own = known.filter(({ code }) => code.startsWith("FIELD_"));
  const certain = findings.filter(
    ({ source, message }) =>
      !own.some((problem) => isAt(problem.source, source)) &&
      !(isUnknownField(message) && isKnownField(document, entry, source)) &&
      !isFlagSchema(document, entry, source) &&
      !isSchemeAlternative(document, entry, source, message),
  );
  const faults = certain.filter(({ message }) => !isAlternative(message));
  return own.length + faults.length > 0 ? faults : certain;
}

/** Reports whether the grammar has the field at a place of the entry file. */
function isKnownField(
  document: DocumentType,
  entry: LoadedFile,
  { file, pointer }: Source,
): boolean {
  const tokens = pointerTokens(pointer) ?? [];
  const key = tokens.at(-1);
  if (file !== entry.spec.file || key === undefined) return false;
  const root = { is: "node", kind: document.grammar.root } as const;
  const shape = shapeBelow(document.grammar, root, entry.spec.root, tokens.slice(0, -1));
  const kind = shape?.is === "node" ? document.grammar.kinds.get(shape.kind) : undefined;
  return kind !== undefined && shapeOfField(kind, key) !== undefined;
}

/** Reports whether a place has `true` or `false` for a schema, as JSON Schema allows. */
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
 * Reports whether a finding measures a security scheme by the types that it does not have. What it
 * lacks for its own is known from our check.
 */
function isSchemeAlternative(
  document: DocumentType,
  entry: LoadedFile,
  { file, pointer }: Source,
  message: string,
): boolean {
  if (file !== entry.spec.file || isUnknownField(message)) return false;
  const tokens = pointerTokens(pointer) ?? [];
  const path = tokens.at(-1) === "type" ? tokens.slice(0, -1) : tokens;
  const root = { is: "node", kind: document.grammar.root } as const;
  const shape = shapeBelow(document.grammar, root, entry.spec.root, path);
  return shape?.is === "node" && shape.kind === "SecurityScheme";
}

function isAt(left: Source, right: Source): boolean {
  return left.file === right.file && left.pointer === right.pointer;
}
