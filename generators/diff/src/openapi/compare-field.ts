import { dereference, type Parameter } from "@specwright/contract";
import { classOfEffect } from "../changes/class-of-effect.ts";
import type { Finding, Places } from "../changes/finding.ts";
import { writeValue } from "../changes/write-value.ts";
import { docsFindings, examplesValue, extensionFindings } from "../documents/docs-findings.ts";
import { lifecycleExtensions, lifecycleFindings } from "../lifecycle/lifecycle.ts";
import type { RuleId } from "../rules/rules.ts";
import { isSameMediaType } from "./compare-content.ts";
import { compareSchemasAt, type Part, reportAt, type Site } from "./site.ts";

/** The differences between the comparison of parameters and the comparison of headers. */
interface FieldKind {
  /** The name at the start of a sentence: "The query parameter `limit`". */
  readonly name: string;
  readonly place: "parameter" | "path parameter" | "header";
  readonly rules: {
    readonly deprecated: RuleId;
    readonly reactivated: RuleId;
    readonly style: RuleId;
    readonly content: RuleId;
    readonly schemaAdded: RuleId;
    readonly schemaRemoved: RuleId;
  };
}

/** Compares the fields that parameters and headers have in common. */
export function compareField(
  site: Site,
  part: Part,
  [old, revised]: readonly [Parameter, Parameter],
  kind: FieldKind,
): void {
  const places = { base: old.source, revision: revised.source };
  const { name, rules } = kind;
  const { deprecated, reactivated } = rules;
  const lifecycle = { name, deprecated, reactivated, stability: site.stability };
  const findings = [
    ...lifecycleFindings(places, lifecycle, [old, revised], site.comparison.settings),
    ...writingFindings(part, places, kind, old, revised),
    ...schemaFindings(part, places, kind, old, revised),
    ...docsFindings(places, [
      {
        rule: "description-changed",
        name: `The description of ${lowerFirst(name)}`,
        before: old.description,
        after: revised.description,
      },
      {
        rule: "examples-changed",
        name: `The examples of ${lowerFirst(name)}`,
        before: examplesValue(old),
        after: examplesValue(revised),
      },
    ]),
    ...extensionFindings(places, old.extensions, revised.extensions, lifecycleExtensions),
  ];
  for (const finding of findings) reportAt(site, part, finding);
  const [before, after] = [schemaOf(old), schemaOf(revised)];
  if (before !== undefined && after !== undefined) {
    // A parameter with `content` is sent as a document such as JSON, whose values have types.
    const place = old.content === undefined && revised.content === undefined ? kind.place : "body";
    compareSchemasAt(site, part, place, before, after);
  }
}

function schemaOf({ schema, content }: Parameter): Parameter["schema"] {
  return schema ?? content?.schema;
}

function writingFindings(
  { direction }: Part,
  places: Places,
  { name, rules }: FieldKind,
  old: Parameter,
  revised: Parameter,
): Finding[] {
  const rest = {
    class: "breaking",
    surface: "wire",
    effect: "incomparable",
    direction,
    ...places,
    why: "Existing clients still use the old format.",
  } as const;
  const [before, after] = [old.content?.mediaType, revised.content?.mediaType];
  if (before !== undefined || after !== undefined) {
    if (before !== undefined && after !== undefined && isSameMediaType(before, after)) return [];
    const [was, is] = [before ?? `style ${old.style}`, after ?? `style ${revised.style}`];
    const message = `${name} now has the format ${writeValue(is)}; it was ${writeValue(was)}.`;
    return [{ rule: rules.content, ...rest, details: [was, is], message }];
  }
  if (!hasFormatChange(old, revised)) return [];
  const [was, is] = [styleOf(old), styleOf(revised)];
  const message = `${name} now has the style ${is}; it was ${was}.`;
  return [{ rule: rules.style, ...rest, details: [was, is], message }];
}

function schemaFindings(
  { direction }: Part,
  places: Places,
  { name, rules }: FieldKind,
  old: Parameter,
  revised: Parameter,
): Finding[] {
  const [before, after] = [schemaOf(old), schemaOf(revised)];
  if ((before === undefined) === (after === undefined)) return [];
  const isAdded = after !== undefined;
  const effect = isAdded ? "narrows" : "widens";
  const changeClass = classOfEffect(effect, direction);
  return [
    {
      rule: isAdded ? rules.schemaAdded : rules.schemaRemoved,
      class: changeClass,
      surface: "wire",
      effect,
      direction,
      ...places,
      message: `${name} ${isAdded ? "got a schema; any value was valid" : "lost its schema; any value is now valid"}.`,
      why:
        changeClass === "breaking"
          ? "Existing clients may send or expect other values."
          : "Values that were valid are still valid.",
    },
  ];
}

function styleOf({ style, explode }: Parameter): string {
  return `\`${style}\`${explode ? ", exploded" : ""}`;
}

function lowerFirst(text: string): string {
  return text.charAt(0).toLowerCase() + text.slice(1);
}

const kinds = ["primitive", "array", "object"] as const;
type Kind = (typeof kinds)[number];

/**
 * Reports whether the serialization of values changed, for the types that both parameters accept. For
 * example, a new `explode` has no effect on a plain string.
 */
function hasFormatChange(base: Parameter, revision: Parameter): boolean {
  const possible = kindsOf(revision);
  return [...kindsOf(base)]
    .filter((kind) => possible.has(kind))
    .some((kind) => formOf(base, kind) !== formOf(revision, kind));
}

/**
 * Returns the kinds of values that a parameter allows. Returns all kinds if the schema declares no types.
 */
function kindsOf({ schema }: Parameter): ReadonlySet<Kind> {
  const resolved = schema && dereference(schema);
  if (resolved?.kind !== "schema" || resolved.types === undefined) return new Set(kinds);
  return new Set(
    resolved.types.map((type) => (type === "array" || type === "object" ? type : "primitive")),
  );
}

/** Returns a text that identifies how a parameter serializes values of a kind. */
function formOf({ style, explode }: Parameter, kind: Kind): string {
  if (kind === "primitive") return primitiveForms.get(style) ?? "name=value";
  const separate = explode && separateStyles.has(style);
  if (kind === "array") {
    if (style === "simple") return "a,b";
    // An exploded list repeats the name of the parameter, so the separator of its style is never used.
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
