import type { JsonValue } from "@specwright/spec-loader";

/** Whether one schema accepts every value that another schema accepts. */
export type Containment =
  /** The schema accepts every value of the other schema. */
  | { readonly verdict: "proved" }
  /** `witness` is a value that the other schema accepts and the schema rejects. */
  | { readonly verdict: "refuted"; readonly witness: JsonValue }
  /** Neither a proof nor a witness was found. */
  | { readonly verdict: "unknown" };

/** How a revision of a schema changes the set of values that it accepts. */
export type Effect = "equal" | "widens" | "narrows" | "incomparable" | "unknown";

/** The comparison of a schema with its revision. */
export interface SchemaComparison {
  readonly effect: Effect;
  /** Whether the revision accepts everything that the base accepts. */
  readonly baseInRevision: Containment;
  /** Whether the base accepts everything that the revision accepts. */
  readonly revisionInBase: Containment;
}

/** Returns the effect that follows from both containments. */
export function effectOf(baseInRevision: Containment, revisionInBase: Containment): Effect {
  const verdicts = `${baseInRevision.verdict} ${revisionInBase.verdict}`;
  return effects.get(verdicts) ?? "unknown";
}

const effects: ReadonlyMap<string, Effect> = new Map([
  ["proved proved", "equal"],
  ["proved refuted", "widens"],
  ["refuted proved", "narrows"],
  ["refuted refuted", "incomparable"],
]);

/** Combines the effects on several schemas, or in several directions, into one effect. */
export function combineEffects(all: readonly Effect[]): Effect {
  const effects = new Set(all);
  for (const each of ["unknown", "incomparable"] as const) if (effects.has(each)) return each;
  if (effects.has("widens")) return effects.has("narrows") ? "incomparable" : "widens";
  return effects.has("narrows") ? "narrows" : "equal";
}
