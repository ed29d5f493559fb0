import { integerKind, numberRange, type ObjectSchema, stringFormat } from "@specwright/contract";
import type { BoundName } from "../../rules/bound-rules.ts";
import type { SchemaRuleId } from "../../rules/schema-rules.ts";
import { type Judgement, type SchemaEdit, withKeywords } from "../schema-edit.ts";
import { codeText } from "../text.ts";
import { writtenSchema } from "../written-schema.ts";

/** Compares `pattern`, `multipleOf`, `uniqueItems`, `format` and the encoding of contents. */
export function compareScalars(base: ObjectSchema, revision: ObjectSchema): SchemaEdit[] {
  return [
    ...compareScalar(base, revision, "pattern", "pattern"),
    ...compareScalar(base, revision, "multipleOf", "multiple-of"),
    ...compareUniqueItems(base, revision),
    ...compareFormat(base, revision),
    ...compareContents(base, revision),
  ];
}

function compareScalar(
  base: ObjectSchema,
  revision: ObjectSchema,
  keyword: "pattern" | "multipleOf",
  rule: "pattern" | "multiple-of",
): SchemaEdit[] {
  const [before, after] = [base[keyword], revision[keyword]];
  if (before === after) return [];
  const action = before === undefined ? "set" : after === undefined ? "unset" : "changed";
  return [
    {
      rule: `${rule}-${action}`,
      details: [before ?? null, after ?? null],
      describe: (name) => changeText(`\`${keyword}\``, name, before, after),
      without: withKeywords(revision, base, [keyword]),
    },
  ];
}

function compareUniqueItems(base: ObjectSchema, revision: ObjectSchema): SchemaEdit[] {
  const [before = false, after = false] = [base.uniqueItems, revision.uniqueItems];
  if (before === after) return [];
  return [
    {
      rule: after ? "unique-items-set" : "unique-items-unset",
      details: [],
      describe: (name) =>
        `The items of ${name} ${after ? "must now" : "no longer have to"} be unique.`,
      without: withKeywords(revision, base, ["uniqueItems"]),
    },
  ];
}

function compareFormat(base: ObjectSchema, revision: ObjectSchema): SchemaEdit[] {
  const [before, after] = [valueFormat(base), valueFormat(revision)];
  if (before === after) return [];
  const action = before === undefined ? "set" : after === undefined ? "unset" : "changed";
  const isRule = isChecked(base) && isChecked(revision);
  const wider = widened.get(before ?? "") === after;
  const narrower = widened.get(after ?? "") === before;
  const safe =
    action === "unset" || (action === "changed" && wider)
      ? "request"
      : action === "set" || narrower
        ? "response"
        : undefined;
  return [
    {
      rule: `format-${action}`,
      details: [before ?? null, after ?? null],
      describe: (name) => changeText("`format`", name, before, after),
      ...((isRule || base.formatAssertion === true || revision.formatAssertion === true) && {
        without: withKeywords(revision, base, ["format"]),
      }),
      ...(isRule ? integerKind(base) !== integerKind(revision) && { least: otherType } : { least }),
    },
  ];

  function least(direction: "request" | "response"): Judgement {
    return direction === safe
      ? {
          class: "non-breaking",
          surface: "wire",
          why: "All values that were valid are still valid.",
        }
      : {
          class: "potentially-breaking",
          surface: "wire",
          why: "Validators and generated code that enforce formats may reject values that they accepted.",
        };
  }
}

/**
 * Returns the judgement of a new format that accepts all values of the old one. Only the type in generated
 * code may change.
 */
function otherType(): Judgement {
  return {
    class: "non-breaking",
    surface: "wire",
    why: "All values that were valid are still valid.",
  };
}

/**
 * Reports whether generated code checks the format of a schema. Returns true if the schema has no format.
 */
function isChecked({ format, types = [] }: ObjectSchema): boolean {
  if (format === undefined) return true;
  const isOfNumbers = types.some((type) => type === "integer" || type === "number");
  if (isOfNumbers && numberRange(format) !== undefined) return true;
  return types.includes("string") && stringFormat(format)?.rule !== undefined;
}

/** Maps a format to a wider format that includes all its values. */
const widened: ReadonlyMap<string, string> = new Map([
  ["int32", "int64"],
  ["float", "double"],
]);

// OpenAPI 3.0 states the encoding of content in `format`.
const contentFormats: ReadonlyMap<
  string,
  Pick<ObjectSchema, "contentEncoding" | "contentMediaType">
> = new Map([
  ["byte", { contentEncoding: "base64" }],
  ["binary", { contentMediaType: "application/octet-stream" }],
]);

function valueFormat({ format }: ObjectSchema): string | undefined {
  return format !== undefined && contentFormats.has(format) ? undefined : format;
}

function contentKeywords(
  schema: ObjectSchema,
): Pick<ObjectSchema, "contentEncoding" | "contentMediaType"> {
  return { ...contentFormats.get(schema.format ?? ""), ...definedContent(schema) };
}

function definedContent({
  contentEncoding,
  contentMediaType,
}: ObjectSchema): Pick<ObjectSchema, "contentEncoding" | "contentMediaType"> {
  return {
    ...(contentEncoding !== undefined && { contentEncoding }),
    ...(contentMediaType !== undefined && { contentMediaType }),
  };
}

const encoded: Judgement = {
  class: "potentially-breaking",
  surface: "wire",
  why: "Clients must encode or decode the content in a different way.",
};

function compareContents(base: ObjectSchema, revision: ObjectSchema): SchemaEdit[] {
  const edits: SchemaEdit[] = [];
  const keywords: readonly ["contentEncoding" | "contentMediaType", SchemaRuleId][] = [
    ["contentEncoding", "content-encoding-changed"],
    ["contentMediaType", "content-media-type-changed"],
  ];
  for (const [keyword, rule] of keywords) {
    const [before, after] = [contentKeywords(base)[keyword], contentKeywords(revision)[keyword]];
    if (before === after) continue;
    edits.push({
      rule,
      details: [before ?? null, after ?? null],
      describe: (name) => changeText(`\`${keyword}\``, name, before, after),
      least: () => encoded,
    });
  }
  const [before, after] = [base.contentSchema, revision.contentSchema];
  if ((before === undefined) !== (after === undefined)) {
    edits.push({
      rule: after === undefined ? "content-schema-removed" : "content-schema-added",
      details: [writtenSchema(before ?? after)],
      describe: (name) =>
        `The content of ${name} ${after === undefined ? "no longer has" : "now has"} a schema.`,
      least: (direction) =>
        (direction === "request") === (after === undefined)
          ? {
              class: "non-breaking",
              surface: "wire",
              why: "All contents that were valid are still valid.",
            }
          : {
              ...encoded,
              why: "The server may now reject contents that were valid, or send contents that were not.",
            },
    });
  }
  return edits;
}

/** Returns the sentence about a keyword that was added, removed or changed. */
function changeText(
  keyword: string,
  name: string,
  before: string | number | bigint | undefined,
  after: string | number | bigint | undefined,
): string {
  if (before === undefined) return `${keyword} of ${name} is now ${codeText(after ?? null)}.`;
  if (after === undefined) return `${keyword} of ${name} was removed; it was ${codeText(before)}.`;
  return `${keyword} of ${name} changed from ${codeText(before)} to ${codeText(after)}.`;
}

const bounds = [
  ["maximum", "maximum"],
  ["minimum", "minimum"],
  ["exclusiveMaximum", "exclusive-maximum"],
  ["exclusiveMinimum", "exclusive-minimum"],
  ["maxLength", "max-length"],
  ["minLength", "min-length"],
  ["maxItems", "max-items"],
  ["minItems", "min-items"],
  ["maxProperties", "max-properties"],
  ["minProperties", "min-properties"],
  ["maxContains", "max-contains"],
  ["minContains", "min-contains"],
] as const satisfies readonly (readonly [keyof ObjectSchema, BoundName])[];

export function compareBounds(base: ObjectSchema, revision: ObjectSchema): SchemaEdit[] {
  return bounds.flatMap(([keyword, rule]): SchemaEdit[] => {
    const [before, after] = [base[keyword], revision[keyword]];
    // A bigint and a number of the same value are equal, but `===` does not find that.
    if (
      before === after ||
      (before !== undefined && after !== undefined && !(before < after) && !(before > after))
    ) {
      return [];
    }
    const without = withKeywords(revision, base, [keyword]);
    if (before === undefined) {
      const describe = (name: string): string => `\`${keyword}\` of ${name} is now ${after}.`;
      return [{ rule: `${rule}-set`, details: [String(after)], describe, without }];
    }
    if (after === undefined) {
      const describe = (name: string): string =>
        `\`${keyword}\` of ${name} was removed; it was ${before}.`;
      return [{ rule: `${rule}-unset`, details: [String(before)], describe, without }];
    }
    const direction = after > before ? "increased" : "decreased";
    const describe = (name: string): string =>
      `\`${keyword}\` of ${name} ${direction} from ${before} to ${after}.`;
    return [
      { rule: `${rule}-${direction}`, details: [String(before), String(after)], describe, without },
    ];
  });
}
