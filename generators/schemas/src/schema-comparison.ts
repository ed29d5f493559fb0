import type { JsonValue } from "@specwright/spec-loader";

/** Whether every value that one schema accepts is accepted by another. */
export type Containment =
  /** Every value is. */
  | { readonly verdict: "proved" }
  /** `witness` is accepted by the first schema only. */
  | { readonly verdict: "refuted"; readonly witness: JsonValue }
  /** Neither a proof nor such a value was found. */
  | { readonly verdict: "unknown" };

/** What a revision of a schema does to the set of accepted values. */
export type Effect = "equal" | "widens" | "narrows" | "incomparable" | "unknown";

/** The comparison of a schema with its revision. */
export interface SchemaComparison {
  readonly effect: Effect;
  /** Whether the revision accepts everything that the base accepts. */
  readonly baseInRevision: Containment;
  /** Whether the base accepts everything that the revision accepts. */
  readonly revisionInBase: Containment;
}

/** Returns what the answers to both questions say of a revision. */
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

/** Returns the effect of a revision that has one of several effects in each direction. */
export function combineEffects(all: readonly Effect[]): Effect {
  const effects = new Set(all);
  for (const each of ["unknown", "incomparable"] as const) if (effects.has(each)) return each;
  if (effects.has("widens")) return effects.has("narrows") ? "incomparable" : "widens";
  return effects.has("narrows") ? "narrows" : "equal";
}
