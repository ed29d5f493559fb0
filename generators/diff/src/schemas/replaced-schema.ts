import { isPureReference, type ObjectSchema, type Schema } from "@specwright/contract";
import type { SchemaIdentity } from "./match-schemas.ts";
import type { Judgement, SchemaEdit } from "./schema-edit.ts";
import { viewOf } from "./schema-view.ts";
import { list } from "./text.ts";

/**
 * Returns the edit of a reference that names another schema now, or undefined if it names the same.
 * A schema that was merely renamed is the same: its old name is gone, and its new one is new.
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
  const differences = differencesText(viewOf(base), viewOf(revision), identity);
  return {
    rule: "schema-replaced",
    details: [before, after],
    describe: (name) => `${name} is now \`${after}\`, and no longer \`${before}\`${differences}.`,
    without: viewOf(base),
    least: () => otherType,
  };
}

const otherType: Judgement = {
  class: "breaking",
  surface: "code",
  why: "What is sent stays valid, but code that has the type of the one schema fails with the other.",
};

/** Says in which properties two schemas differ, if both are objects. */
function differencesText(
  base: ObjectSchema,
  revision: ObjectSchema,
  { areEqual }: SchemaIdentity,
): string {
  const [before, after] = [base.properties ?? new Map(), revision.properties ?? new Map()];
  const parts = [
    ["without", [...before.keys()].filter((name) => !after.has(name))],
    ["with", [...after.keys()].filter((name) => !before.has(name))],
    [
      "with another",
      [...before.keys()].filter((name) => differ(before.get(name), after.get(name))),
    ],
  ] as const;
  const texts = parts.flatMap(([word, names]) =>
    names.length === 0 ? [] : [`${word} ${namesText(names)}`],
  );
  return texts.length === 0 ? "" : `: ${list(texts)}`;

  function differ(left: Schema | undefined, right: Schema | undefined): boolean {
    return left !== undefined && right !== undefined && !areEqual(left, right);
  }
}

const mostNames = 5;

function namesText(names: readonly string[]): string {
  const shown = names.slice(0, mostNames).map((name) => `\`${name}\``);
  const more = names.length - shown.length;
  return list(more > 0 ? [...shown, `${more} more`] : shown);
}
