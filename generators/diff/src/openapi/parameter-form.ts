import { dereference, type Parameter } from "@specwright/contract";

const kinds = ["primitive", "array", "object"] as const;
type Kind = (typeof kinds)[number];

/**
 * Reports whether values of the types of both parameters are written in another way. `explode` of a
 * plain string, for one, has no effect.
 */
export function isWrittenOtherwise(base: Parameter, revision: Parameter): boolean {
  const possible = kindsOf(revision);
  return [...kindsOf(base)]
    .filter((kind) => possible.has(kind))
    .some((kind) => formOf(base, kind) !== formOf(revision, kind));
}

/** Returns the kinds of values that a parameter may have; all of them if its schema leaves it open. */
function kindsOf({ schema }: Parameter): ReadonlySet<Kind> {
  const resolved = schema && dereference(schema);
  if (resolved?.kind !== "schema" || resolved.types === undefined) return new Set(kinds);
  return new Set(
    resolved.types.map((type) => (type === "array" || type === "object" ? type : "primitive")),
  );
}

/** Returns a text that is equal for parameters whose values of a kind are written equally. */
function formOf({ style, explode }: Parameter, kind: Kind): string {
  if (kind === "primitive") return primitiveForms.get(style) ?? "name=value";
  const separate = explode && separateStyles.has(style);
  if (kind === "array") {
    if (style === "simple") return "a,b";
    // Exploded, a list repeats the name whatever its separator is.
    return separate ? "name=a&name=b" : `${style} ${explode}`;
  }
  return separate && style === "form" ? "key=value" : `${style} ${explode}`;
}

const primitiveForms: ReadonlyMap<string, string> = new Map([
  ["simple", "value"],
  ["label", ".value"],
  ["matrix", ";name=value"],
]);

const separateStyles: ReadonlySet<string> = new Set(["form", "spaceDelimited", "pipeDelimited"]);
