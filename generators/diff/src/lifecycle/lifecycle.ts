import type { HttpOperation } from "@specwright/contract";
import type { JsonValue } from "@specwright/spec-loader";
import type { Finding, Places } from "../changes/finding.ts";
import { writeChange, writeValue } from "../changes/write-value.ts";
import type { ComparisonSettings } from "../comparison-options.ts";
import type { LifecycleRuleId } from "../rules/operation-rules.ts";
import type { RuleId } from "../rules/rules.ts";
import { daysUntil, sunsetOf } from "./sunset.ts";

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
interface StabilitySubject<Rule extends RuleId> {
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

/** Something that may be deprecated. */
export interface Deprecable {
  readonly deprecated: boolean;
  readonly extensions: ReadonlyMap<string, JsonValue>;
}

/** What a deprecation is about. */
interface LifecycleSubject<Rule extends RuleId> {
  /** At the start of a sentence: "Query parameter `limit`". */
  readonly name: string;
  readonly deprecated: Rule;
  readonly reactivated: Rule;
  /** The `x-stability-level` of the operation. */
  readonly stability: JsonValue | undefined;
}

type FindingOf<Rule extends RuleId> = Finding & { readonly rule: Rule | LifecycleRuleId };

/** Compares whether and until when something is deprecated. */
export function lifecycleFindings<Rule extends RuleId>(
  places: Places,
  subject: LifecycleSubject<Rule>,
  [base, revision]: readonly [Deprecable, Deprecable],
  settings: ComparisonSettings,
): FindingOf<Rule>[] {
  if (!revision.deprecated) {
    if (!base.deprecated) return [];
    const { name, reactivated } = subject;
    const texts = { message: `${name} is no longer deprecated.`, why: "It stays as it is." };
    return [{ rule: reactivated, class: "non-breaking", surface: "wire", ...places, ...texts }];
  }
  if (!base.deprecated) return [deprecated(places, subject, revision, settings)];
  return sunsetFindings(places, subject.name, [base, revision]);
}

/** The extensions that say how long something stays and how stable it is. */
export const lifecycleExtensions: ReadonlySet<string> = new Set([
  "x-deprecated",
  "x-stability-level",
  "x-sunset",
]);

function deprecated<Rule extends RuleId>(
  places: Places,
  { name, deprecated: rule, stability }: LifecycleSubject<Rule>,
  revision: Deprecable,
  { today, deprecationDays }: ComparisonSettings,
): FindingOf<Rule> {
  const sunset = sunsetOf(revision);
  const promisesNothing = stability === "draft" || stability === "alpha";
  const days = deprecationDays[stability === "beta" ? "beta" : "stable"];
  if (!promisesNothing && sunset === undefined && days > 0) {
    return broken("sunset-missing", places, {
      message: `${name} was deprecated without a date of its end (\`x-sunset\`).`,
      why: `Clients must know at least ${days} days before until when it works.`,
    });
  }
  if (sunset?.date === undefined && sunset !== undefined) return invalid(places, name, sunset.text);
  if (!promisesNothing && sunset?.date !== undefined && daysUntil(sunset.date, today) < days) {
    return broken("sunset-too-early", places, {
      message: `${name} was deprecated and ends on ${sunset.text}.`,
      why:
        days > 0
          ? `Clients must know at least ${days} days before until when it works.`
          : "That day is over already.",
    });
  }
  return {
    rule,
    class: "deprecation",
    surface: "wire",
    details: sunset === undefined ? [] : [sunset.text],
    ...places,
    ...(sunset && { sunset: sunset.text }),
    message: `${name} was deprecated${sunset ? ` and ends on ${sunset.text}` : ""}.`,
    why: "It still works.",
  };
}

function sunsetFindings(
  places: Places,
  name: string,
  [base, revision]: readonly [Deprecable, Deprecable],
): FindingOf<LifecycleRuleId>[] {
  const [before, after] = [sunsetOf(base), sunsetOf(revision)];
  if (before?.text === after?.text) return [];
  const message = `The date of the end of ${lowerFirst(name)} ${writeChange(before?.text, after?.text)}.`;
  const rest = { ...places, details: [before?.text ?? null, after?.text ?? null] };
  if (after === undefined) {
    const why = "A client that planned for the date no longer knows until when it works.";
    return [{ ...broken("sunset-removed", places, { message, why }), ...rest }];
  }
  if (after.date === undefined) return [{ ...invalid(places, name, after.text), ...rest }];
  if (before?.date !== undefined && before.date > after.date) {
    const why = "A client that planned for the old date is too late.";
    const finding = broken("sunset-moved-earlier", places, { message, why });
    return [{ ...finding, ...rest, sunset: after.text }];
  }
  const isNew = before?.date === undefined;
  const rule = isNew ? "sunset-added" : "sunset-moved-later";
  const why = isNew ? "Clients know now until when it works." : "Clients have more time.";
  const docs = { class: "deprecation", surface: "wire", sunset: after.text } as const;
  return [{ rule, ...docs, ...rest, message, why }];
}

function invalid(places: Places, name: string, text: string): FindingOf<LifecycleRuleId> {
  return broken("sunset-invalid", places, {
    message: `The date of the end of ${lowerFirst(name)} is \`${text}\`, which is no date.`,
    why: "Clients do not know until when it works.",
  });
}

/** Breaks a promise, but not what is sent. */
function broken(
  rule: LifecycleRuleId,
  places: Places,
  texts: Pick<Finding, "message" | "why">,
): FindingOf<LifecycleRuleId> {
  return { rule, class: "breaking", surface: "docs", ...places, ...texts };
}

function lowerFirst(text: string): string {
  return /^[A-Z][a-z]/.test(text) ? text.charAt(0).toLowerCase() + text.slice(1) : text;
}
