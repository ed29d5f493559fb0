import { isPureReference, type Schema } from "@specwright/contract";
import { declaredProperties } from "./declared-properties.ts";
import { haveSameKind, haveSameShape, similarPairs } from "./likeness.ts";
import type { Judgement, SchemaEdit } from "./schema-edit.ts";
import { viewOf, wrapperOf } from "./schema-view.ts";
import { listText, namesText } from "./text.ts";

/** The functions and names that decide whether schemas of two lists are the same. */
export interface SchemaIdentity {
  /** Returns the name of a component. Follows references to the component. */
  readonly baseName: (schema: Schema) => string | undefined;
  readonly revisionName: (schema: Schema) => string | undefined;
  readonly baseNames: ReadonlySet<string>;
  readonly revisionNames: ReadonlySet<string>;
  readonly areEqual: (base: Schema, revision: Schema) => boolean;
}

/** The pairs of matching schemas, and the schemas without a match. */
interface Matched {
  readonly pairs: readonly (readonly [Schema, Schema])[];
  readonly removed: readonly Schema[];
  readonly added: readonly Schema[];
}

/**
 * Matches the schemas of two lists. Tries these criteria in order: the same name, also inside a wrapper;
 * the same values; the same properties under a new name; the same title. Then matches schemas without a
 * name by the same constants, by similar properties, and finally by their order.
 */
export function matchSchemas(
  base: readonly Schema[],
  revision: readonly Schema[],
  { baseName, revisionName, baseNames, revisionNames, areEqual }: SchemaIdentity,
): Matched {
  const pairs: (readonly [Schema, Schema])[] = [];
  let removed = [...base];
  let added = [...revision];
  const pair = (before: Schema, after: Schema): void => {
    pairs.push([before, after]);
    removed = removed.filter((each) => each !== before);
    added = added.filter((each) => each !== after);
  };
  const match = (isSame: (before: Schema, after: Schema) => boolean): void => {
    for (const before of removed) {
      const after = added.find((each) => isSame(before, each));
      if (after !== undefined) pair(before, after);
    }
  };
  match((before, after) => {
    const name = baseName(before);
    return name !== undefined && name === revisionName(after);
  });
  // A wrapper means the same as the wrapped schema, even though the wrapper itself has no name.
  match((before, after) => {
    const [inner, newInner] = [innermostSchema(before), innermostSchema(after)];
    if (inner === before && newInner === after) return false;
    const name = baseName(inner);
    return name !== undefined && name === revisionName(newInner);
  });
  match(areEqual);
  // A renamed schema may also have new constants.
  match((before, after) => {
    const [name = "", newName = ""] = [baseName(before), revisionName(after)];
    return !revisionNames.has(name) && !baseNames.has(newName) && haveSameShape(before, after);
  });
  match(
    (before, after) =>
      schemaTitle(before) !== undefined && schemaTitle(before) === schemaTitle(after),
  );
  const isNameless = (schema: Schema, name: string | undefined): boolean =>
    name === undefined && schemaTitle(schema) === undefined;
  const wasNameless = (each: Schema): boolean => isNameless(each, baseName(each));
  const isNowNameless = (each: Schema): boolean => isNameless(each, revisionName(each));
  match(
    (before, after) =>
      (wasNameless(before) || isNowNameless(after)) && haveSameKind(before, after) === true,
  );
  for (const each of similarPairs(removed.filter(wasNameless), added.filter(isNowNameless))) {
    pair(...each);
  }
  match(
    (before, after) =>
      wasNameless(before) && isNowNameless(after) && haveSameKind(before, after) !== false,
  );
  return { pairs, removed, added };
}

function innermostSchema(schema: Schema): Schema {
  return wrapperOf(schema)?.inner ?? schema;
}

function schemaTitle(schema: Schema): string | undefined {
  return schema.kind === "schema" ? schema.title : undefined;
}

/**
 * Returns the edit of a reference to a different schema. Returns undefined if the reference has the same
 * target or only a renamed target. A schema is renamed if its old name no longer exists and its new name
 * did not exist before.
 */
export function replacedSchema(
  base: Schema,
  revision: Schema,
  identity: SchemaIdentity,
): SchemaEdit | undefined {
  if (!isPureReference(base) || !isPureReference(revision)) return undefined;
  const [before, after] = [identity.baseName(base), identity.revisionName(revision)];
  if (before === undefined || after === undefined || before === after) return undefined;
  const isRenamed = !identity.revisionNames.has(before) && !identity.baseNames.has(after);
  if (isRenamed || identity.areEqual(base, revision)) return undefined;
  const differences = differencesText(base, revision, identity);
  const properties = declaredProperties(revision);
  const isMissing = [...declaredProperties(base).keys()].some((name) => !properties.has(name));
  return {
    rule: "schema-replaced",
    details: [before, after],
    describe: (name) => `${name} is now \`${after}\` instead of \`${before}\`${differences}.`,
    without: viewOf(base),
    least: (direction) => (isMissing ? otherValue[direction] : otherType),
  };
}

const otherType: Judgement = {
  class: "breaking",
  surface: "code",
  why: "All values stay valid, but code that uses the type of the old schema fails.",
};

const otherValue: Readonly<Record<"request" | "response", Judgement>> = {
  request: {
    class: "breaking",
    surface: "wire",
    why: "Existing clients still send the old properties, which the new schema does not declare.",
  },
  response: {
    class: "breaking",
    surface: "wire",
    why: "Existing clients do not find the properties of the old schema in new values.",
  },
};

/** Returns the properties in which two objects differ, as the last words of a sentence. */
function differencesText(base: Schema, revision: Schema, { areEqual }: SchemaIdentity): string {
  const [before, after] = [declaredProperties(base), declaredProperties(revision)];
  const parts = [
    ["without", [...before.keys()].filter((name) => !after.has(name))],
    ["with", [...after.keys()].filter((name) => !before.has(name))],
    [
      "with changed",
      [...before.keys()].filter((name) => differ(before.get(name), after.get(name))),
    ],
  ] as const;
  const texts = parts.flatMap(([word, names]) =>
    names.length === 0 ? [] : [`${word} ${namesText(names)}`],
  );
  return texts.length === 0 ? "" : `: ${listText(texts)}`;

  function differ(left: Schema | undefined, right: Schema | undefined): boolean {
    return left !== undefined && right !== undefined && !areEqual(left, right);
  }
}
