import { dereference, type ObjectSchema, type Schema } from "@specwright/contract";
import { type Reader, unsentKeyword, unsentNames } from "@specwright/schemas";
import {
  ignored,
  judgeRemovalFromOpenObject,
  judgeRemovedProperty,
} from "../declared-properties.ts";
import type { ChildPair, Judgement, KeywordComparison, SchemaEdit } from "../schema-edit.ts";

/** Compares `properties` and `required`. */
export function compareProperties(base: ObjectSchema, revision: ObjectSchema): KeywordComparison {
  const edits: SchemaEdit[] = [];
  const children: ChildPair[] = [];
  const names = new Set([
    ...(base.properties?.keys() ?? []),
    ...(revision.properties?.keys() ?? []),
    ...(base.required ?? []),
    ...(revision.required ?? []),
  ]);
  for (const name of names) {
    const [before, after] = [base.properties?.get(name), revision.properties?.get(name)];
    const other = before === undefined ? base : revision;
    if ((before === undefined || after === undefined) && isDeclaredInParts(other, name)) {
      // The property moved between the schema and a part of its `allOf`, so only `required` can differ.
      edits.push(...requiredEdits(base, revision, name));
    } else if (before === undefined && after !== undefined && !isRequired(base, name)) {
      edits.push(addedEdit(revision, name));
    } else if (before !== undefined && after === undefined && !isRequired(revision, name)) {
      edits.push(removedEdit(base, revision, name, before));
    } else {
      edits.push(...requiredEdits(base, revision, name));
      edits.push(...schemaEdits(revision, name, before, after));
      if (before !== undefined && after !== undefined) {
        edits.push(...accessEdits(revision, name, before, after));
        const unsent = readers.filter((reader) =>
          [base, revision].some((each) => unsentNames(each, reader).has(name)),
        );
        children.push({ base: before, revision: after, inPlace: false, unsent });
      }
    }
  }
  return { edits, children };
}

const readers = ["request", "response"] as const;

function addedEdit(revision: ObjectSchema, name: string): SchemaEdit {
  const required = isRequired(revision, name);
  return {
    rule: required ? "required-property-added" : "property-added",
    details: [name],
    ...editPlace(undefined, revision.properties?.get(name)),
    describe: (schema) =>
      `The ${required ? "required" : "optional"} property \`${name}\` was added to ${schema}.`,
    without: withProperty(revision, name, undefined, false),
    whyBroken: (direction) => (direction === "response" ? notAllowed : undefined),
    least: () =>
      required ? { ...ignored, why: "Clients that do not know the property ignore it." } : ignored,
  };
}

const notAllowed = "The old version allows only listed properties, so strict clients reject it.";

function removedEdit(
  base: ObjectSchema,
  revision: ObjectSchema,
  name: string,
  schema: Schema,
): SchemaEdit {
  const required = isRequired(base, name);
  return {
    rule: required ? "required-property-removed" : "property-removed",
    details: [name],
    ...editPlace(schema, undefined),
    describe: (subject) =>
      `The ${required ? "required" : "optional"} property \`${name}\` was removed from ${subject}.`,
    without: withProperty(revision, name, schema, required),
    least: (direction) => judgeRemovedProperty(base, name, direction),
  };
}

/** Returns the edit of `required` for a property that both schemas declare or that neither declares. */
function requiredEdits(base: ObjectSchema, revision: ObjectSchema, name: string): SchemaEdit[] {
  const [before, after] = [isRequired(base, name), isRequired(revision, name)];
  if (before === after) return [];
  return [
    {
      rule: after ? "property-became-required" : "property-became-optional",
      details: [name],
      ...editPlace(base.properties?.get(name), revision.properties?.get(name)),
      describe: (schema) =>
        `The property \`${name}\` of ${schema} became ${after ? "required" : "optional"}.`,
      without: withProperty(revision, name, revision.properties?.get(name), before),
    },
  ];
}

/** Returns the edit of a required property if only one of the schemas describes the property. */
function schemaEdits(
  revision: ObjectSchema,
  name: string,
  before: Schema | undefined,
  after: Schema | undefined,
): SchemaEdit[] {
  if ((before === undefined) === (after === undefined)) return [];
  return [
    {
      rule: before === undefined ? "property-added" : "property-removed",
      details: [name],
      ...editPlace(before, after),
      describe: (schema) =>
        before === undefined
          ? `The required property \`${name}\` of ${schema} got a schema.`
          : `The required property \`${name}\` of ${schema} no longer has a schema.`,
      without: withProperty(revision, name, before, isRequired(revision, name)),
      ...(before !== undefined && { least: judgeRemovalFromOpenObject }),
    },
  ];
}

/**
 * Returns the edits of `readOnly` and `writeOnly`. With these keywords, a property is only sent in one
 * direction.
 */
function accessEdits(
  revision: ObjectSchema,
  name: string,
  before: Schema,
  after: Schema,
): SchemaEdit[] {
  return accesses.flatMap(({ reader, word, gone: judgement }): SchemaEdit[] => {
    const keyword = unsentKeyword[reader];
    const [was, is] = [hasAccess(before, keyword), hasAccess(after, keyword)];
    if (was === is || after.kind === "boolean") return [];
    const schema = withAccess(after, keyword, was);
    return [
      {
        rule: `property-${is ? "became" : "is-no-longer"}-${word}`,
        details: [name],
        ...editPlace(before, after),
        describe: (subject) =>
          `The property \`${name}\` of ${subject} ${is ? "became" : "is no longer"} ${word}.`,
        without: withProperty(revision, name, schema, isRequired(revision, name)),
        least: (direction) => (direction !== reader ? elsewhere : is ? judgement : sentNow),
      },
    ];
  });
}

interface Access {
  readonly reader: Reader;
  readonly word: "read-only" | "write-only";
  /** The judgement of a property that this reader no longer receives. */
  readonly gone: Judgement;
}

const accesses: readonly Access[] = [
  {
    reader: "request",
    word: "read-only",
    gone: {
      class: "potentially-breaking",
      surface: "wire",
      why: "The server may now ignore or reject the property in requests.",
    },
  },
  {
    reader: "response",
    word: "write-only",
    gone: {
      class: "breaking",
      surface: "code",
      why: "Responses no longer have the property that code reads.",
    },
  },
];

const sentNow: Judgement = {
  class: "non-breaking",
  surface: "wire",
  why: "Clients that do not know the property ignore it.",
};

const elsewhere: Judgement = {
  class: "docs",
  surface: "docs",
  why: "Nothing changes in this direction.",
};

function hasAccess(schema: Schema, keyword: "readOnly" | "writeOnly"): boolean {
  const target = dereference(schema);
  return [schema, target].some((each) => each.kind === "schema" && each[keyword] === true);
}

/**
 * Returns a copy of a schema with `readOnly` or `writeOnly`. Resolves a reference, because the target may
 * have the keyword.
 */
function withAccess(
  schema: ObjectSchema,
  keyword: "readOnly" | "writeOnly",
  value: boolean,
): ObjectSchema {
  const target = dereference(schema);
  return { ...(target.kind === "schema" ? target : schema), [keyword]: value };
}

/** Reports whether a part of a schema (a reference, `allOf` or a union) declares a property. */
function isDeclaredInParts(schema: ObjectSchema, name: string): boolean {
  const seen = new Set<Schema>();
  const waiting: Schema[] = schemaParts(schema);
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (next.kind === "boolean" || seen.has(next)) continue;
    seen.add(next);
    if (next.properties?.has(name) === true) return true;
    waiting.push(...schemaParts(next));
  }
  return false;
}

function schemaParts({ ref, allOf = [], anyOf = [], oneOf = [] }: ObjectSchema): Schema[] {
  return [...(ref ? [ref.target] : []), ...allOf, ...anyOf, ...oneOf];
}

/** Returns the positions of an edit: the schemas of the property. Empty if neither schema exists. */
function editPlace(base: Schema | undefined, revision: Schema | undefined): Pick<SchemaEdit, "at"> {
  if (base === undefined && revision === undefined) return {};
  return {
    at: {
      ...(base && { base: base.source }),
      ...(revision && { revision: revision.source }),
    },
  };
}

function isRequired({ required = [] }: ObjectSchema, name: string): boolean {
  return required.includes(name);
}

function withProperty(
  schema: ObjectSchema,
  name: string,
  property: Schema | undefined,
  required: boolean,
): ObjectSchema {
  const properties = new Map(schema.properties);
  if (property === undefined) properties.delete(name);
  else properties.set(name, property);
  const others = (schema.required ?? []).filter((each) => each !== name);
  return { ...schema, properties, required: required ? [...others, name] : others };
}
