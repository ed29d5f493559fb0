import type { ObjectSchema, Schema } from "@specwright/contract";
import type { Reader } from "@specwright/schemas";
import type { JsonValue, Source } from "@specwright/spec-loader";
import type { ChangeClass, ChangedTexts, Surface } from "../changes/change.ts";
import type { LifecycleRuleId } from "../rules/operation-rules.ts";
import type { SchemaRuleId } from "../rules/schema-rules.ts";

/** One edit of the keywords of a schema. */
export interface SchemaEdit {
  readonly rule: SchemaRuleId | LifecycleRuleId;
  /**
   * Values that distinguish this edit from other edits of the same rule and schema. The fingerprint
   * contains these values.
   */
  readonly details: readonly JsonValue[];
  /** Returns a sentence about the edit. `name` is the name of the schema in the sentence. */
  readonly describe: (name: string) => string;
  /**
   * The revision if this edit had not been made. The difference between this schema and the revision is the
   * effect of the edit. Absent if the edit does not change the accepted values.
   */
  readonly without?: ObjectSchema;
  /**
   * Set on an edit that must be reported even if both schemas accept the same values, because documentation
   * and generated code show the changed structure.
   */
  readonly isStructural?: true;
  /**
   * Set on an edit that adds or removes an alternative of a union: the alternative, and the direction in
   * which receivers may not know it.
   */
  readonly alternative?: { readonly schema: Schema; readonly direction: "request" | "response" };
  /** Set on an edit after which values may match several alternatives of a union. */
  readonly isOfOverlap?: true;
  /** Set on an edit that adds or removes a named schema. Documentation and types link to named schemas. */
  readonly isNamed?: boolean;
  /** The properties of a part of the schema, if the edit adds or removes the whole part. */
  readonly names?: readonly string[];
  /**
   * The mildest possible judgement of the edit in a direction, even if the accepted values stay the same.
   */
  readonly least?: (direction: "request" | "response") => Judgement;
  /** Returns a specific reason why the edit breaks clients in a direction. */
  readonly whyBroken?: (direction: "request" | "response") => string | undefined;
  /** The positions of the edit, if they differ from the positions of the two schemas. */
  readonly at?: { readonly base?: Source; readonly revision?: Source };
  readonly sunset?: string;
  /** The old and the new description. */
  readonly texts?: ChangedTexts;
}

/** Reports whether an edit adds or removes the name of a property. */
export function isAboutName(edit: SchemaEdit): boolean {
  return namesOf(edit).length > 0;
}

/** Returns the names of the properties that an edit adds or removes. */
export function namesOf({ rule, names, details }: SchemaEdit): readonly JsonValue[] {
  if (names !== undefined) return names;
  const isOfProperty = rule.endsWith("property-added") || rule.endsWith("property-removed");
  return isOfProperty ? details.slice(0, 1) : [];
}

/** The class and the surface of an edit, with the reason for the class. */
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

/** Two schemas, inside the two schemas of a pair, that are compared next. */
export interface ChildPair {
  readonly base: Schema;
  readonly revision: Schema;
  /**
   * Whether the schemas describe the same value as the enclosing pair: true for a branch of a union, false
   * for a property.
   */
  readonly inPlace: boolean;
  /**
   * The directions in which the schemas have no effect, because one of the contracts does not send the
   * value.
   */
  readonly unsent?: readonly Reader[];
}

/** The result of comparing some keywords. */
export interface KeywordComparison {
  readonly edits: readonly SchemaEdit[];
  readonly children: readonly ChildPair[];
}

/** Returns a copy of a schema that has some keywords of a different schema. */
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
