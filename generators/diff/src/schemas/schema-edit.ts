import type { ObjectSchema, Schema } from "@specwright/contract";
import type { Reader } from "@specwright/schemas";
import type { JsonValue, Source } from "@specwright/spec-loader";
import type { ChangeClass, ChangedTexts, Surface } from "../changes/change.ts";
import type { LifecycleRuleId } from "../rules/operation-rules.ts";
import type { SchemaRuleId } from "../rules/schema-rules.ts";

/** One edit of the keywords of a schema. */
export interface SchemaEdit {
  readonly rule: SchemaRuleId | LifecycleRuleId;
  /** What tells this edit from others of the same rule and schema, for the fingerprint. */
  readonly details: readonly JsonValue[];
  /** Returns the sentence about the edit; `name` is what to call the schema in it. */
  readonly describe: (name: string) => string;
  /**
   * The revision without this edit. What the edit does to the accepted values is the difference
   * between this schema and the revision; absent for an edit that does nothing to them.
   */
  readonly without?: ObjectSchema;
  /**
   * Set on an edit that is told even where the two schemas accept the same: it changes the schemas
   * that documentation and generated code list.
   */
  readonly isStructural?: true;
  /** The alternative of a union that was added or removed, and where readers may not know it. */
  readonly alternative?: { readonly schema: Schema; readonly direction: "request" | "response" };
  /** Set on an edit about values that match several alternatives of a union. */
  readonly isOfOverlap?: true;
  /** Set on an edit about a schema that has a name, which documentation and types link to. */
  readonly isNamed?: boolean;
  /** The properties that come or go with the part that it adds or removes. */
  readonly names?: readonly string[];
  /** The least class that the edit has in a direction, whatever it does to the accepted values. */
  readonly least?: (direction: "request" | "response") => Judgement;
  /** Why it breaks readers in a direction, if more can be said than that other values are accepted. */
  readonly whyBroken?: (direction: "request" | "response") => string | undefined;
  /** Where the edit is, if not in the two schemas as a whole. */
  readonly at?: { readonly base?: Source; readonly revision?: Source };
  readonly sunset?: string;
  /** The texts before and after, of a description. */
  readonly texts?: ChangedTexts;
}

/** Reports whether an edit frees or takes the name of a property. */
export function isAboutName(edit: SchemaEdit): boolean {
  return namesOf(edit).length > 0;
}

/** Returns the names of properties that an edit frees or takes. */
export function namesOf({ rule, names, details }: SchemaEdit): readonly JsonValue[] {
  if (names !== undefined) return names;
  const isOfProperty = rule.endsWith("property-added") || rule.endsWith("property-removed");
  return isOfProperty ? details.slice(0, 1) : [];
}

/** A class with its surface, and why. */
export interface Judgement {
  readonly class: ChangeClass;
  readonly surface: Surface;
  readonly why: string;
}

const severities: readonly string[] = [
  "breaking wire",
  "potentially-breaking wire",
  "breaking code",
  "potentially-breaking code",
  "breaking docs",
  "deprecation wire",
];

/** Returns the place of a judgement among all, 0 for the worst. */
export function severityOf({ class: each, surface }: Judgement): number {
  const index = severities.indexOf(`${each} ${surface}`);
  if (index >= 0) return index;
  return severities.length + (each === "docs" ? 1 : 0);
}

/** Two schemas inside a pair of schemas that are compared with one another. */
export interface ChildPair {
  readonly base: Schema;
  readonly revision: Schema;
  /** Whether they are about the same value as the pair: a branch of a union, and not a property. */
  readonly inPlace: boolean;
  /** The directions in which neither schema counts, since one of the contracts does not send it. */
  readonly unsent?: readonly Reader[];
}

/** What the comparison of some keywords finds. */
export interface KeywordComparison {
  readonly edits: readonly SchemaEdit[];
  readonly children: readonly ChildPair[];
}

/** Returns a schema in which some keywords are those of another schema. */
export function withKeywords(
  schema: ObjectSchema,
  source: ObjectSchema,
  keywords: readonly (keyof ObjectSchema)[],
): ObjectSchema {
  const kept = Object.entries(schema).filter(([key]) => !keywords.some((each) => each === key));
  const taken = Object.entries(source).filter(([key]) => keywords.some((each) => each === key));
  return { ...fixedFields(schema), ...Object.fromEntries([...kept, ...taken]) };
}

function fixedFields({ kind, source, dialect, raw, extensions }: ObjectSchema): ObjectSchema {
  return { kind, source, dialect, raw, extensions };
}
