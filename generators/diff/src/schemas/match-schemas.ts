import type { Schema } from "@specwright/contract";

/** How schemas of two lists are recognised as the same. */
export interface SchemaIdentity {
  /** Returns the name of a component, also behind a reference. */
  readonly baseName: (schema: Schema) => string | undefined;
  readonly revisionName: (schema: Schema) => string | undefined;
  /** The names of all components. */
  readonly baseNames: ReadonlySet<string>;
  readonly revisionNames: ReadonlySet<string>;
  readonly areEqual: (base: Schema, revision: Schema) => boolean;
}

/** The schemas of two lists that belong together, and those that are left. */
export interface Matched {
  readonly pairs: readonly (readonly [Schema, Schema])[];
  readonly removed: readonly Schema[];
  readonly added: readonly Schema[];
}

/**
 * Matches the schemas of two lists: by name, then those that accept the same, then by title, then
 * those without a name or title in their order.
 */
export function matchSchemas(
  base: readonly Schema[],
  revision: readonly Schema[],
  { baseName, revisionName, areEqual }: SchemaIdentity,
): Matched {
  const pairs: (readonly [Schema, Schema])[] = [];
  let removed = [...base];
  let added = [...revision];
  const match = (isSame: (before: Schema, after: Schema) => boolean): void => {
    for (const before of removed) {
      const after = added.find((each) => isSame(before, each));
      if (after === undefined) continue;
      pairs.push([before, after]);
      removed = removed.filter((each) => each !== before);
      added = added.filter((each) => each !== after);
    }
  };
  match((before, after) => {
    const name = baseName(before);
    return name !== undefined && name === revisionName(after);
  });
  match(areEqual);
  match((before, after) => titleOf(before) !== undefined && titleOf(before) === titleOf(after));
  const isNameless = (schema: Schema, name: string | undefined): boolean =>
    name === undefined && titleOf(schema) === undefined;
  match(
    (before, after) =>
      isNameless(before, baseName(before)) && isNameless(after, revisionName(after)),
  );
  return { pairs, removed, added };
}

function titleOf(schema: Schema): string | undefined {
  return schema.kind === "schema" ? schema.title : undefined;
}
