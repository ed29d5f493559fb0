import type { HttpOperation } from "@specwright/contract";
import type { JsonValue } from "@specwright/spec-loader";
import type { Finding, Places } from "../changes/finding.ts";
import { writeChange, writeValue } from "../changes/write-value.ts";

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

/** Compares the stability levels of an operation; without a level, it is stable. */
export function stabilityFindings(
  places: Places,
  name: string,
  base: HttpOperation,
  revision: HttpOperation,
): Finding[] {
  const [before = "stable", after = "stable"] = [stabilityOf(base), stabilityOf(revision)];
  if (before === after) return [];
  const [old, revised] = [levels.indexOf(before), levels.indexOf(after)];
  const rest = { surface: "docs", details: [before, after], ...places } as const;
  if (revised < 0) {
    return [
      {
        rule: "stability-invalid",
        class: "potentially-breaking",
        ...rest,
        message: `The stability level of ${name} is ${writeValue(after)}, which is none.`,
        why: "Clients do not know what they can rely on.",
      },
    ];
  }
  const isDecreased = revised < old;
  return [
    {
      rule: isDecreased ? "stability-decreased" : "stability-increased",
      class: isDecreased ? "breaking" : "non-breaking",
      ...rest,
      message: `The stability level of ${name} ${writeChange(before, after)}.`,
      why: isDecreased
        ? "A client that relied on it is told now that it may change."
        : "Clients can rely on more than before.",
    },
  ];
}
