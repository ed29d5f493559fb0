import type { ObjectSchema, Schema } from "@specwright/contract";
import type { SchemaRuleId } from "../../rules/schema-rules.ts";
import {
  type ChildPair,
  type KeywordComparison,
  type SchemaEdit,
  withKeywords,
} from "../schema-edit.ts";
import { codeText, listText } from "../text.ts";
import { writtenSchema } from "../written-schema.ts";

/** Compares the keywords of objects except `properties` and `required`. */
export function compareObjects(base: ObjectSchema, revision: ObjectSchema): KeywordComparison {
  const additional = compareAdditional(base, revision);
  const patterns = compareSchemaMap(base, revision, "patternProperties", "pattern-property");
  const dependent = compareSchemaMap(base, revision, "dependentSchemas", "dependent-schema");
  return {
    edits: [
      ...additional.edits,
      ...patterns.edits,
      ...dependent.edits,
      ...compareDependentRequired(base, revision),
    ],
    children: [...additional.children, ...patterns.children, ...dependent.children],
  };
}

function compareAdditional(base: ObjectSchema, revision: ObjectSchema): KeywordComparison {
  const [before, after] = [base.additionalProperties, revision.additionalProperties];
  const kinds = [schemaKind(before), schemaKind(after)] as const;
  if (kinds[0] === "schema" && kinds[1] === "schema" && before && after) {
    return { edits: [], children: [{ base: before, revision: after, inPlace: false }] };
  }
  if (kinds[0] === kinds[1]) return { edits: [], children: [] };
  const rule = additionalRule(kinds[0], kinds[1]);
  const edit: SchemaEdit = {
    rule,
    details: [...kinds, writtenSchema(before), writtenSchema(after)],
    describe: (name) => additionalText(rule, name),
    without: withKeywords(revision, base, ["additionalProperties"]),
  };
  return { edits: [edit], children: [] };
}

type AdditionalRule = Extract<SchemaRuleId, `additional-properties-${string}`>;

function additionalRule(before: string, after: string): AdditionalRule {
  if (after === "none") return "additional-properties-forbidden";
  if (before === "none") return "additional-properties-allowed";
  return after === "any"
    ? "additional-properties-unrestricted"
    : "additional-properties-restricted";
}

function additionalText(rule: AdditionalRule, name: string): string {
  const texts: Record<AdditionalRule, string> = {
    "additional-properties-forbidden": `${name} may no longer have additional properties.`,
    "additional-properties-allowed": `${name} may now have additional properties.`,
    "additional-properties-unrestricted": `Additional properties of ${name} may now be anything.`,
    "additional-properties-restricted": `Additional properties of ${name} must now match a schema.`,
  };
  return texts[rule];
}

function schemaKind(schema: Schema | undefined): "any" | "none" | "schema" {
  if (schema === undefined) return "any";
  if (schema.kind === "boolean") return schema.value ? "any" : "none";
  return Object.keys(schema.raw).length === 0 ? "any" : "schema";
}

function compareSchemaMap(
  base: ObjectSchema,
  revision: ObjectSchema,
  keyword: "patternProperties" | "dependentSchemas",
  rule: "pattern-property" | "dependent-schema",
): KeywordComparison {
  const edits: SchemaEdit[] = [];
  const children: ChildPair[] = [];
  const names = new Set([...(base[keyword]?.keys() ?? []), ...(revision[keyword]?.keys() ?? [])]);
  for (const name of names) {
    const [before, after] = [base[keyword]?.get(name), revision[keyword]?.get(name)];
    if (before !== undefined && after !== undefined) {
      const inPlace = keyword === "dependentSchemas";
      children.push({ base: before, revision: after, inPlace });
      continue;
    }
    const map = new Map(revision[keyword]);
    if (before === undefined) map.delete(name);
    else map.set(name, before);
    edits.push({
      rule: `${rule}-${before === undefined ? "added" : "removed"}`,
      details: [name, writtenSchema(before ?? after)],
      describe: (schema) => mapText(keyword, name, schema, before === undefined),
      without: { ...revision, [keyword]: map },
    });
  }
  return { edits, children };
}

function mapText(keyword: string, name: string, schema: string, isAdded: boolean): string {
  const has = isAdded ? "now has" : "no longer has";
  return keyword === "patternProperties"
    ? `${schema} ${has} a schema for properties that match ${codeText(name)}.`
    : `${schema} ${has} a schema that applies if it has the property \`${name}\`.`;
}

function compareDependentRequired(base: ObjectSchema, revision: ObjectSchema): SchemaEdit[] {
  const [before, after] = [base.dependentRequired, revision.dependentRequired];
  const names = new Set([...(before?.keys() ?? []), ...(after?.keys() ?? [])]);
  return [...names].flatMap((name): SchemaEdit[] => {
    const [old, now] = [before?.get(name), after?.get(name)];
    const key = (each: readonly string[] | undefined): string =>
      [...(each ?? [])].sort().join("\n");
    if (key(old) === key(now)) return [];
    const action = old === undefined ? "added" : now === undefined ? "removed" : "changed";
    const map = new Map(after);
    if (old === undefined) map.delete(name);
    else map.set(name, old);
    const needed = listText((now ?? old ?? []).map((each) => `\`${each}\``));
    return [
      {
        rule: `dependent-required-${action}`,
        details: [name, [...(old ?? [])].sort(), [...(now ?? [])].sort()],
        describe: (schema) =>
          now === undefined
            ? `${schema} with the property \`${name}\` no longer requires ${needed}.`
            : `${schema} with the property \`${name}\` now requires ${needed}.`,
        without: { ...revision, dependentRequired: map },
      },
    ];
  });
}
