import type { ObjectSchema, Schema } from "@specwright/contract";
import type { Reader } from "@specwright/schemas";
import type { JsonValue, Source } from "@specwright/spec-loader";
import type { ChangeClass, ChangedTexts, Surface } from "../changes/change.ts";
import type { LifecycleRuleId } from "../rules/operation-rules.ts";
import type { SchemaRuleId } from "../rules/schema-rules.ts";

/** One edit of the keywords of a schema. */
export interface SchemaEdit {
  readonly rule: SchemaRuleId | LifecycleRuleId;
  /** Distinguishes this edit from others of the same rule and schema, for the fingerprint. */
  readonly details: readonly JsonValue[];
  /** Returns the sentence about the edit; `name` is the name of the schema in it. */
  readonly describe: (name: string) => string;
  /**
   * The revision without this edit. The effect of the edit is the difference between this schema and
   * the revision; absent for an edit that does not change the accepted values.
   */
  readonly without?: ObjectSchema;
  /**
   * Set on an edit that is reported even if the two schemas accept the same values: it changes the
   * schemas that documentation and generated code list.
   */
  readonly isStructural?: true;
  /** Set on an edit about values that match several alternatives of a union. */
  readonly alternative?: { readonly schema: Schema; readonly direction: "request" | "response" };
  /** Set on an edit about values that match several alternatives of a union. */
  readonly isOfOverlap?: true;
  /** Set on an edit about a named schema, which documentation and types link to. */
  readonly isNamed?: boolean;
  /** The properties of the part that it adds or removes. */
  readonly names?: readonly string[];
  /** The least class of the edit in a direction, whatever its effect on the accepted values. */
  readonly least?: (direction: "request" | "response") => Judgement;
  /** A specific reason why it breaks clients in a direction. */
  readonly whyBroken?: (direction: "request" | "response") => string | undefined;
  /** Where the edit is, if not in the two schemas as a whole. */
  readonly at?: { readonly base?: Source; readonly revision?: Source };
  readonly sunset?: string;
  /** The old and the new description. */
  readonly texts?: ChangedTexts;
}

/** Reports whether an edit adds or removes the name of a property. */
export function isAboutName(edit: SchemaEdit): boolean {
  return namesOf(edit).length > 0;
}

/** Returns the names of properties that an edit adds or removes. */
export function namesOf({ rule, names, details }: SchemaEdit): readonly JsonValue[] {
  if (names !== undefined) return names;
  const isOfProperty = rule.endsWith("property-added") || rule.endsWith("property-removed");
  return isOfProperty ? details.slice(0, 1) : [];
}

/** A class and a surface, with the reason. */
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

/** Returns the rank of a judgement, 0 for the worst. */
export function severityRank({ class: each, surface }: Judgement): number {
  const index = severities.indexOf(`${each} ${surface}`);
  if (index >= 0) return index;
  return severities.length + (each === "docs" ? 1 : 0);
}

/** Two schemas inside a pair of schemas that are compared with one another. */
export interface ChildPair {
  readonly base: Schema;
  readonly revision: Schema;
  /**
   * Whether the schemas describe the same value as the pair: true for a branch of a union, false for a
   * property.
   */
  readonly inPlace: boolean;
  /** The directions in which neither schema has an effect, because one contract does not send the value. */
  readonly unsent?: readonly Reader[];
}

/** The result of comparing some keywords. */
export interface KeywordComparison {
  readonly edits: readonly SchemaEdit[];
  readonly children: readonly ChildPair[];
}

/** Returns a schema with some keywords of another schema. */
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
