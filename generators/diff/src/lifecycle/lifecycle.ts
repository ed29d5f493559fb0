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

/** Reports whether an operation has a stability level that forbids incompatible changes. */
export function isStable(operation: HttpOperation): boolean {
  const level = stabilityOf(operation);
  return level !== "draft" && level !== "alpha";
}

interface StabilitySubject<Rule extends RuleId> {
  /** The name inside a sentence: "GET /a". */
  readonly name: string;
  readonly increased: Rule;
  readonly decreased: Rule;
}

/** Compares two stability levels; a missing level means `stable`. */
export function stabilityFindings<Rule extends RuleId>(
  places: Places,
  { name, increased, decreased }: StabilitySubject<Rule>,
  [before = "stable", after = "stable"]: readonly [JsonValue | undefined, JsonValue | undefined],
): (Finding & { readonly rule: Rule | LifecycleRuleId })[] {
  if (before === after) return [];
  const [old, revised] = [levels.indexOf(before), levels.indexOf(after)];
  const rest = { surface: "docs", details: [before, after], ...places } as const;
  if (revised < 0) {
    const message = `The stability level of ${name} is invalid: ${writeValue(after)}.`;
    const why =
      "Clients do not know whether they can rely on it. The levels are `draft`, `alpha`, `beta` and `stable`.";
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
        ? "Clients that rely on it must now expect changes."
        : "Clients can rely on more than before.",
    },
  ];
}

/** An object of a document that may be deprecated. */
export interface Deprecable {
  readonly deprecated: boolean;
  readonly extensions: ReadonlyMap<string, JsonValue>;
}

interface LifecycleSubject<Rule extends RuleId> {
  /** The name at the start of a sentence: "Query parameter `limit`". */
  readonly name: string;
  readonly deprecated: Rule;
  readonly reactivated: Rule;
  /** The `x-stability-level` of the operation. */
  readonly stability: JsonValue | undefined;
}

type FindingOf<Rule extends RuleId> = Finding & { readonly rule: Rule | LifecycleRuleId };

/** Compares the deprecation and the sunset date of an object. */
export function lifecycleFindings<Rule extends RuleId>(
  places: Places,
  subject: LifecycleSubject<Rule>,
  [base, revision]: readonly [Deprecable, Deprecable],
  settings: ComparisonSettings,
): FindingOf<Rule>[] {
  if (!revision.deprecated) {
    if (!base.deprecated) return [];
    const { name, reactivated } = subject;
    const texts = {
      message: `${name} is no longer deprecated.`,
      why: "Existing clients keep working.",
    };
    return [{ rule: reactivated, class: "non-breaking", surface: "wire", ...places, ...texts }];
  }
  if (!base.deprecated) return [deprecated(places, subject, revision, settings)];
  return sunsetFindings(places, subject.name, [base, revision]);
}

/** The extensions about deprecation and stability. */
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
    return brokenPromise("sunset-missing", places, {
      message: `${name} was deprecated without a sunset date (\`x-sunset\`).`,
      why: `Clients must learn the sunset date at least ${days} days in advance.`,
    });
  }
  if (sunset?.date === undefined && sunset !== undefined)
    return invalidSunset(places, name, sunset.text);
  if (!promisesNothing && sunset?.date !== undefined && daysUntil(sunset.date, today) < days) {
    return brokenPromise("sunset-too-early", places, {
      message: `${name} was deprecated, with the sunset date ${sunset.text}.`,
      why:
        days > 0
          ? `Clients must learn the sunset date at least ${days} days in advance.`
          : "The date has already passed.",
    });
  }
  return {
    rule,
    class: "deprecation",
    surface: "wire",
    details: sunset === undefined ? [] : [sunset.text],
    ...places,
    ...(sunset && { sunset: sunset.text }),
    message: `${name} was deprecated${sunset ? `, with the sunset date ${sunset.text}` : ""}.`,
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
  const message = `The sunset date of ${lowerFirst(name)} ${writeChange(before?.text, after?.text)}.`;
  const rest = { ...places, details: [before?.text ?? null, after?.text ?? null] };
  if (after === undefined) {
    const why = "Clients that planned for the date no longer know how long it works.";
    return [{ ...brokenPromise("sunset-removed", places, { message, why }), ...rest }];
  }
  if (after.date === undefined) return [{ ...invalidSunset(places, name, after.text), ...rest }];
  if (before?.date !== undefined && before.date > after.date) {
    const why = "Clients that planned for the old date may be too late.";
    const finding = brokenPromise("sunset-moved-earlier", places, { message, why });
    return [{ ...finding, ...rest, sunset: after.text }];
  }
  const isNew = before?.date === undefined;
  const rule = isNew ? "sunset-added" : "sunset-moved-later";
  const why = isNew ? "Clients now know how long it works." : "Clients have more time.";
  const docs = { class: "deprecation", surface: "wire", sunset: after.text } as const;
  return [{ rule, ...docs, ...rest, message, why }];
}

function invalidSunset(places: Places, name: string, text: string): FindingOf<LifecycleRuleId> {
  return brokenPromise("sunset-invalid", places, {
    message: `The sunset date of ${lowerFirst(name)} is invalid: \`${text}\`.`,
    why: "Clients do not know how long it works.",
  });
}

/** Reports a promise that the provider broke without changing requests or responses. */
function brokenPromise(
  rule: LifecycleRuleId,
  places: Places,
  texts: Pick<Finding, "message" | "why">,
): FindingOf<LifecycleRuleId> {
  return { rule, class: "breaking", surface: "docs", ...places, ...texts };
}

function lowerFirst(text: string): string {
  return /^[A-Z][a-z]/.test(text) ? text.charAt(0).toLowerCase() + text.slice(1) : text;
}
