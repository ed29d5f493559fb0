import type { HttpOperation } from "@specwright/contract";
import type { JsonValue } from "@specwright/spec-loader";
import type { Finding, Places } from "../changes/finding.ts";
import { writeChange, writeValue } from "../changes/write-value.ts";
import type { LifecycleRuleId } from "../rules/operation-rules.ts";
import type { RuleId } from "../rules/rules.ts";

const levels: readonly JsonValue[] = ["draft", "alpha", "beta", "stable"];

/** Returns the `x-stability-level` of an operation. */
export function stabilityOf({ extensions }: HttpOperation): JsonValue | undefined {
  return extensions.get("x-stability-level");
}

/** Reports whether an operation promises to stay as it is. */
export function isStable(operation: HttpOperation): boolean {
  const level = stabilityOf(operation);
  return level !== "draft" && level !== "alpha";
}

/** What a level of stability is about. */
export interface StabilitySubject<Rule extends RuleId> {
  /** In a sentence: "GET /a". */
  readonly name: string;
  readonly increased: Rule;
  readonly decreased: Rule;
}

/** Compares two stability levels; without a level, a thing is stable. */
export function stabilityFindings<Rule extends RuleId>(
  places: Places,
  { name, increased, decreased }: StabilitySubject<Rule>,
  [before = "stable", after = "stable"]: readonly [JsonValue | undefined, JsonValue | undefined],
): (Finding & { readonly rule: Rule | LifecycleRuleId })[] {
  if (before === after) return [];
  const [old, revised] = [levels.indexOf(before), levels.indexOf(after)];
  const rest = { surface: "docs", details: [before, after], ...places } as const;
  if (revised < 0) {
    const message = `The stability level of ${name} is ${writeValue(after)}, which is none.`;
    const why = "Clients do not know what they can rely on.";
    return [{ rule: "stability-invalid", class: "potentially-breaking", ...rest, message, why }];
  }
  const isDecreased = revised < old;
  return [
    {
      rule: isDecreased ? decreased : increased,
      class: isDecreased ? "breaking" : "non-breaking",
      ...rest,
      message: `The stability level of ${name} ${writeChange(before, after)}.`,
      why: isDecreased
        ? "A client that relied on it is told now that it may change."
        : "Clients can rely on more than before.",
    },
  ];
}
