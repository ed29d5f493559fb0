import {
  type Discriminator,
  dereference,
  type ObjectSchema,
  type Schema,
} from "@specwright/contract";
import { isValid } from "@specwright/schemas";
import { type JsonObject, type JsonValue, pointerTokens } from "@specwright/spec-loader";
import { changedTexts } from "../../changes/changed-texts.ts";
import { writeTextChange } from "../../changes/write-text-change.ts";
import { canonicalText, writeChange } from "../../changes/write-value.ts";
import type { ComparisonSettings } from "../../comparison-options.ts";
import {
  type Deprecable,
  lifecycleFindings,
  stabilityFindings,
} from "../../lifecycle/lifecycle.ts";
import type { SchemaIdentity } from "../match-schemas.ts";
import type { Judgement, SchemaEdit } from "../schema-edit.ts";
import { codeText } from "../text.ts";

/** Compares the keywords that do not restrict values: defaults, discriminators and descriptions. */
export function compareAnnotations(
  base: ObjectSchema,
  revision: ObjectSchema,
  identity: SchemaIdentity,
): SchemaEdit[] {
  return [
    ...compareDefault(base, revision),
    ...compareDiscriminator(base, revision, identity),
    ...compareDescriptions(base, revision),
    ...compareExtensions(base, revision),
  ];
}

function compareDefault(base: ObjectSchema, revision: ObjectSchema): SchemaEdit[] {
  const [before, after] = [base.default, revision.default];
  if (isSame(before, after)) return [];
  const action = before === undefined ? "set" : after === undefined ? "unset" : "changed";
  return [
    {
      rule: `default-${action}`,
      details: [before ?? null, after ?? null],
      describe: (name) => {
        if (before === undefined)
          return `The default of ${name} is now ${codeText(after ?? null)}.`;
        if (after === undefined) return `${name} no longer has the default ${codeText(before)}.`;
        return `The default of ${name} changed from ${codeText(before)} to ${codeText(after)}.`;
      },
      least: (direction) => {
        if (direction === "response") return documentation;
        return isCorrectedDefault(base, before, after) ? corrected : otherEffect;
      },
    },
  ];
}

/**
 * Reports whether the new default is the old default with the right type. The schema must reject the old
 * default.
 */
function isCorrectedDefault(
  base: ObjectSchema,
  before: JsonValue | undefined,
  after: JsonValue | undefined,
): boolean {
  if (before === undefined || typeof before === "object" || typeof after === "object") return false;
  return String(before) === String(after) && isValid(base, before) === false;
}

const documentation: Judgement = {
  class: "docs",
  surface: "docs",
  why: "In a response, a default is only documentation.",
};

const corrected: Judgement = {
  class: "docs",
  surface: "docs",
  why: "The schema rejected the old default. The new one is the same value with the right type.",
};

const otherEffect: Judgement = {
  class: "potentially-breaking",
  surface: "wire",
  why: "A request without the value may now have a different effect, because the server uses the default.",
};

type Least = NonNullable<SchemaEdit["least"]>;

const chosen: Judgement = {
  class: "potentially-breaking",
  surface: "wire",
  why: "Code that uses the discriminator chooses the wrong type for a value, or finds no type.",
};

/** Returns a judge for values of a discriminator that receivers do not know in the direction `unsafe`. */
function unknownIn(unsafe: "request" | "response"): Least {
  return (direction) => (direction === unsafe ? chosen : hint);
}

const hint: Judgement = {
  class: "non-breaking",
  surface: "code",
  why: "A discriminator restricts no value; only the schemas of the union do.",
};

function compareDiscriminator(
  base: ObjectSchema,
  revision: ObjectSchema,
  identity: SchemaIdentity,
): SchemaEdit[] {
  const [before, after] = [base.discriminator, revision.discriminator];
  if (before === undefined || after === undefined) {
    const found = before ?? after;
    if (found === undefined) return [];
    const isAdded = before === undefined;
    return [
      {
        rule: isAdded ? "discriminator-added" : "discriminator-removed",
        details: [found.propertyName],
        describe: (name) =>
          isAdded
            ? `${name} got the discriminator \`${found.propertyName}\`.`
            : `${name} lost the discriminator \`${found.propertyName}\`.`,
        least: () => hint,
      },
    ];
  }
  const edits: SchemaEdit[] = [];
  if (before.propertyName !== after.propertyName) {
    edits.push({
      rule: "discriminator-property-changed",
      details: [before.propertyName, after.propertyName],
      describe: (name) =>
        `The discriminator of ${name} is now \`${after.propertyName}\`; it was \`${before.propertyName}\`.`,
      least: () => chosen,
    });
  }
  // If the mapping has no entry for a schema, the name of the schema is the value of the discriminator.
  return [...edits, ...compareMapping(base, revision, identity)];
}

type Mapping = Discriminator["mapping"];

const mappingJudgements: Readonly<Record<"added" | "removed" | "changed", Least>> = {
  added: unknownIn("response"),
  removed: unknownIn("request"),
  changed: () => chosen,
};

/**
 * Compares the mappings of two discriminators. Ignores alternatives that were added or removed, because the
 * union reports them.
 */
function compareMapping(
  base: ObjectSchema,
  revision: ObjectSchema,
  identity: SchemaIdentity,
): SchemaEdit[] {
  const [before, after] = [mappingOf(base), mappingOf(revision)];
  const edits: SchemaEdit[] = [];
  for (const value of new Set([...before.keys(), ...after.keys()])) {
    const [old, now] = [before.get(value), after.get(value)];
    if (old !== undefined && now !== undefined && isSameTarget(old, now, identity)) continue;
    if (old === undefined && now !== undefined && isNew(now, revision, base)) continue;
    if (now === undefined && old !== undefined && isNew(old, base, revision)) continue;
    const action = old === undefined ? "added" : now === undefined ? "removed" : "changed";
    edits.push({
      rule: `discriminator-mapping-${action}`,
      details: [value],
      describe: (name) =>
        now === undefined
          ? `The value \`${value}\` of the discriminator of ${name} was removed.`
          : `The value \`${value}\` of the discriminator of ${name} now means \`${schemaName(now)}\`.`,
      least: mappingJudgements[action],
    });
  }
  return edits;
}

function mappingOf({ discriminator }: ObjectSchema): Mapping {
  return discriminator?.mapping ?? new Map();
}

/** Reports whether only the first of two unions contains an alternative, even under a different name. */
function isNew(schema: Schema, of: ObjectSchema, other: ObjectSchema): boolean {
  const name = schemaName(schema);
  return (
    unionAlternatives(of).some((each) => schemaName(each) === name) &&
    unionAlternatives(other).every(
      (each) => schemaName(each) !== name && !isSame(rawSchema(each), rawSchema(schema)),
    )
  );
}

function unionAlternatives({ anyOf = [], oneOf = [] }: ObjectSchema): readonly Schema[] {
  return [...anyOf, ...oneOf];
}

/** Reports whether two schemas have the same name, or the second is the first under a new name. */
function isSameTarget(left: Schema, right: Schema, { revisionNames }: SchemaIdentity): boolean {
  if (schemaName(left) === schemaName(right)) return true;
  return !revisionNames.has(schemaName(left)) && isSame(rawSchema(left), rawSchema(right));
}

function schemaName(schema: Schema): string {
  return pointerTokens(dereference(schema).source.pointer)?.at(-1) ?? "";
}

function rawSchema(schema: Schema): JsonValue {
  const target = dereference(schema);
  return target.kind === "boolean" ? target.value : target.raw;
}

const described = ["description", "comment", "examples", "externalDocs"] as const;

/** Keywords with short values. The message shows the old and the new value. */
const naming = [
  ["title", "title"],
  ["id", "$id"],
] as const;

function compareDescriptions(base: ObjectSchema, revision: ObjectSchema): SchemaEdit[] {
  const edits = naming.flatMap(([field, keyword]): SchemaEdit[] => {
    const [before, after] = [base[field], revision[field]];
    if (before === after) return [];
    return [
      {
        rule: "schema-documentation-changed",
        details: [keyword, before ?? null, after ?? null],
        describe: (name) => `The ${keyword} of ${name} ${writeChange(before, after)}.`,
        least: () => ({ class: "docs", surface: "docs", why: "Only the documentation changes." }),
      },
    ];
  });
  const changed = described.filter((keyword) => !isSame(base[keyword], revision[keyword]));
  if (changed.length > 0) {
    edits.push({
      rule: "schema-documentation-changed",
      details: [...changed],
      describe: (name) => {
        const parts = changed.map((keyword, index) => {
          const what = index === 0 ? `The ${keyword} of ${name}` : `its ${keyword}`;
          return `${what} ${writeTextChange(base[keyword], revision[keyword])}`;
        });
        return `${parts.join("; ")}.`;
      },
      ...(changed.includes("description") && changedTexts(base.description, revision.description)),
      least: () => ({ class: "docs", surface: "docs", why: "Only the documentation changes." }),
    });
  }
  if (!isSame(xmlForm(base), xmlForm(revision))) {
    edits.push({
      rule: "xml-changed",
      details: [base.xml ?? null, revision.xml ?? null],
      describe: (name) => `The XML form of ${name} changed.`,
      least: () => ({
        class: "potentially-breaking",
        surface: "wire",
        why: "XML bodies have a different form; JSON bodies are not affected.",
      }),
    });
  }
  return edits;
}

/** Returns `xml` without members that have their default value. */
function xmlForm({ xml = {}, source }: ObjectSchema): JsonObject {
  const [keyword, name] = pointerTokens(source.pointer)?.slice(-2) ?? [];
  const isNamed = keyword === "properties" || keyword === "schemas";
  return Object.fromEntries(
    Object.entries(xml).filter(
      ([field, value]) => value !== false && !(field === "name" && isNamed && value === name),
    ),
  );
}

const known: ReadonlySet<string> = new Set([
  "x-extensible-enum",
  "x-stability-level",
  "x-sunset",
  "x-origin",
]);

function compareExtensions(base: ObjectSchema, revision: ObjectSchema): SchemaEdit[] {
  const names = new Set([...base.extensions.keys(), ...revision.extensions.keys()]);
  const changed = [...names].filter(
    (name) => !known.has(name) && !isSame(base.extensions.get(name), revision.extensions.get(name)),
  );
  return changed.map((name) => ({
    rule: "schema-extension-changed",
    details: [name, base.extensions.get(name) ?? null, revision.extensions.get(name) ?? null],
    describe: (schema) => `\`${name}\` of ${schema} changed.`,
    least: () => ({
      class: "docs",
      surface: "docs",
      why: "Only tools that read the keyword are affected.",
    }),
  }));
}

function isSame(left: JsonValue | undefined, right: JsonValue | undefined): boolean {
  if (left === undefined || right === undefined) return left === right;
  return canonicalText(left) === canonicalText(right);
}

/** Compares the deprecation, the sunset date and the stability level of a schema. */
export function compareLifecycle(
  base: ObjectSchema,
  revision: ObjectSchema,
  settings: ComparisonSettings,
): SchemaEdit[] {
  const stability = levelOf(revision);
  const rules = {
    deprecated: "schema-deprecated",
    reactivated: "schema-reactivated",
    increased: "schema-stability-increased",
    decreased: "schema-stability-decreased",
  } as const;
  const things: readonly [Deprecable, Deprecable] = [toDeprecable(base), toDeprecable(revision)];
  const levels = [levelOf(base), stability] as const;
  const findingsFor = (name: string) => [
    ...lifecycleFindings({}, { name, ...rules, stability }, things, settings),
    ...stabilityFindings({}, { name, ...rules }, levels),
  ];
  return findingsFor("").map(
    ({ rule, details = [], class: each, surface, why, sunset }, index): SchemaEdit => ({
      rule,
      details,
      describe: (name) => findingsFor(name)[index]?.message ?? "",
      least: () => ({ class: each, surface, why }),
      ...(sunset !== undefined && { sunset }),
    }),
  );
}

function toDeprecable({ deprecated = false, extensions }: ObjectSchema): Deprecable {
  return { deprecated, extensions };
}

function levelOf({ extensions }: ObjectSchema): JsonValue | undefined {
  return extensions.get("x-stability-level");
}
