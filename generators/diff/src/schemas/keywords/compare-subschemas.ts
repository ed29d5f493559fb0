import type { ObjectSchema } from "@specwright/contract";
import type { SubschemaName } from "../../rules/schema-rules.ts";
import {
  type ChildPair,
  type KeywordComparison,
  type SchemaEdit,
  withKeywords,
} from "../schema-edit.ts";
import { listText } from "../text.ts";
import { writtenSchema } from "../written-schema.ts";

interface SubschemaKeyword {
  readonly keyword:
    | "items"
    | "contains"
    | "propertyNames"
    | "unevaluatedItems"
    | "unevaluatedProperties"
    | "not"
    | "if"
    | "then"
    | "else";
  readonly rule: SubschemaName;
  /**
   * How a change inside the schema is compared: as a change of a member, or as a change of the same value
   * (`in place`). `never` means that the keyword is compared only as a whole.
   */
  readonly opens: "member" | "in place" | "never";
}

// A restriction inside `not`, `if` or `contains` may have the opposite effect on the whole schema.
// Therefore these keywords are compared only as a whole.
const keywords: readonly SubschemaKeyword[] = [
  { keyword: "items", rule: "items", opens: "member" },
  { keyword: "contains", rule: "contains", opens: "never" },
  { keyword: "propertyNames", rule: "property-names", opens: "member" },
  { keyword: "unevaluatedItems", rule: "unevaluated-items", opens: "member" },
  { keyword: "unevaluatedProperties", rule: "unevaluated-properties", opens: "member" },
  { keyword: "not", rule: "not", opens: "never" },
  { keyword: "if", rule: "if", opens: "never" },
  { keyword: "then", rule: "then", opens: "in place" },
  { keyword: "else", rule: "else", opens: "in place" },
];

/** The keywords of a condition. They depend on each other, so they are judged together. */
const conditional: ReadonlySet<keyof ObjectSchema> = new Set(["if", "then", "else"]);

/**
 * Compares `prefixItems` and all keywords that contain a single schema. `differ` reports whether two
 * schemas accept different values.
 */
export function compareSubschemas(
  base: ObjectSchema,
  revision: ObjectSchema,
  differ: (pair: ChildPair) => boolean,
): KeywordComparison {
  const edits: SchemaEdit[] = [];
  const children: ChildPair[] = [];
  const condition = conditionEdit(base, revision);
  if (condition !== undefined) edits.push(condition);
  const isResized = base.prefixItems?.length !== revision.prefixItems?.length;
  for (const { keyword, rule, opens } of keywords) {
    if (condition !== undefined && conditional.has(keyword)) continue;
    // With a longer or shorter `prefixItems`, `items` applies to different positions. The edits of
    // `prefixItems` report this change.
    if (keyword === "items" && isResized) continue;
    const [before, after] = [base[keyword], revision[keyword]];
    const undo = conditional.has(keyword) ? [...conditional] : [keyword];
    if (before !== undefined && after !== undefined) {
      const pair = { base: before, revision: after, inPlace: opens === "in place" };
      if (opens !== "never") children.push(pair);
      else if (differ(pair)) {
        edits.push(changedEdit(rule, keyword, pair, withKeywords(revision, base, undo)));
      }
    } else if (before !== undefined || after !== undefined) {
      const isAdded = before === undefined;
      if (isWithoutEffect(keyword, before ?? after)) continue;
      edits.push({
        rule: `${rule}-${isAdded ? "added" : "removed"}`,
        details: [writtenSchema(before ?? after)],
        describe: (name) => `\`${keyword}\` was ${isAdded ? "added to" : "removed from"} ${name}.`,
        without: withKeywords(revision, base, undo),
      });
    }
  }
  const prefix = comparePrefixItems(base, revision);
  return { edits: [...edits, ...prefix.edits], children: [...children, ...prefix.children] };
}

/**
 * Returns the edit of a whole condition (`if`, `then` and `else`) if only one of the schemas has a
 * condition.
 */
function conditionEdit(base: ObjectSchema, revision: ObjectSchema): SchemaEdit | undefined {
  const isAdded = base.if === undefined;
  if (isAdded === (revision.if === undefined)) return undefined;
  const { if: test, then: pass, else: fail } = isAdded ? revision : base;
  const others = [pass && "`then`", fail && "`else`"].filter((each) => each !== undefined);
  const whole = others.length === 0 ? "`if`" : `\`if\` with ${listText(others)}`;
  return {
    rule: isAdded ? "if-added" : "if-removed",
    details: [test, pass, fail].map(writtenSchema),
    describe: (name) => `${whole} was ${isAdded ? "added to" : "removed from"} ${name}.`,
    without: withKeywords(revision, base, [...conditional]),
  };
}

function changedEdit(
  rule: SubschemaName,
  keyword: string,
  { base, revision }: ChildPair,
  without: ObjectSchema,
): SchemaEdit {
  const id = rule === "not" ? "not-changed" : rule === "if" ? "if-changed" : "contains-changed";
  return {
    rule: id,
    details: [writtenSchema(base), writtenSchema(revision)],
    describe: (name) => `\`${keyword}\` of ${name} changed.`,
    without,
  };
}

/** Reports whether a keyword has no effect because its schema is `true`. */
function isWithoutEffect(keyword: string, schema: ObjectSchema["items"]): boolean {
  return schema?.kind === "boolean" && schema.value && !["contains", "not", "if"].includes(keyword);
}

function comparePrefixItems(base: ObjectSchema, revision: ObjectSchema): KeywordComparison {
  const [before, after] = [base.prefixItems ?? [], revision.prefixItems ?? []];
  const edits: SchemaEdit[] = [];
  const children: ChildPair[] = [];
  for (let index = 0; index < Math.max(before.length, after.length); index += 1) {
    const [old, now] = [before[index], after[index]];
    if (old !== undefined && now !== undefined) {
      children.push({ base: old, revision: now, inPlace: false });
      continue;
    }
    const isAdded = old === undefined;
    const prefixItems = isAdded ? after.slice(0, index) : [...after, ...before.slice(index)];
    edits.push({
      rule: isAdded ? "prefix-items-added" : "prefix-items-removed",
      details: [index, writtenSchema(old ?? now)],
      describe: (name) => `Item ${index} of ${name} ${isAdded ? "got" : "lost"} its own schema.`,
      without: { ...withKeywords(revision, base, ["items"]), prefixItems },
    });
  }
  return { edits, children };
}
