import type { Example } from "@specwright/contract";
import type { JsonValue } from "@specwright/spec-loader";
import { changedTexts } from "../changes/changed-texts.ts";
import type { Finding, Places } from "../changes/finding.ts";
import { writeTextChange } from "../changes/write-text-change.ts";
import { canonicalText, writeChange } from "../changes/write-value.ts";
import type { DocumentRuleId } from "../rules/document-rules.ts";

/** A field that is only documentation. */
interface DocumentedField {
  readonly rule: DocumentRuleId | "server-tags-changed";
  /** The field as the start of a sentence: "The description". */
  readonly name: string;
  /** Distinguishes fields that have the same rule and position: the name of an extension. */
  readonly key?: string;
  readonly before: JsonValue | undefined;
  readonly after: JsonValue | undefined;
  /**
   * Whether the message shows both values in full. Otherwise the message shows the first difference of two
   * texts.
   */
  readonly isShort?: boolean;
}

/** Returns the findings about the fields that differ. */
export function docsFindings(places: Places, fields: readonly DocumentedField[]): Finding[] {
  return fields.flatMap(({ rule, name, key = "", before, after, isShort = false }) => {
    if (before === after || optionalText(before) === optionalText(after)) return [];
    return {
      rule,
      class: "docs",
      surface: "docs",
      details: [key, before ?? null, after ?? null],
      ...places,
      message: isShort
        ? `${name} ${writeChange(before, after)}.`
        : `${name} ${writeTextChange(before, after)}.`,
      why: "Only the documentation changes.",
      ...(!isShort && changedTexts(before, after)),
    } satisfies Finding;
  });
}

/** Returns the findings about extensions (`x-...`) outside `known`. */
export function extensionFindings(
  places: Places,
  base: ReadonlyMap<string, JsonValue>,
  revision: ReadonlyMap<string, JsonValue>,
  known: ReadonlySet<string>,
): Finding[] {
  const names = new Set([...base.keys(), ...revision.keys()]);
  return docsFindings(
    places,
    [...names]
      .filter((name) => !known.has(name))
      .map((name) => ({
        rule: "extension-changed",
        name: `\`${name}\``,
        key: name,
        before: base.get(name),
        after: revision.get(name),
        isShort: true,
      })),
  ).map((each) => ({
    ...each,
    why: "Specwright gives this extension no meaning, so it cannot tell whether the change matters.",
  }));
}

function optionalText(value: JsonValue | undefined): string | undefined {
  return value === undefined ? undefined : canonicalText(value);
}

/** Returns the examples of an object as one JSON value, for a comparison; `undefined` without examples. */
export function examplesValue({
  examples,
}: {
  readonly examples: readonly Example[];
}): JsonValue | undefined {
  if (examples.length === 0) return undefined;
  return Object.fromEntries(
    examples.map(({ name, summary = null, description = null, value }): [string, JsonValue] => [
      name,
      [summary, description, value],
    ]),
  );
}
