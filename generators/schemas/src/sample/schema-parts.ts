// The schemas that a value must fulfil at once: a schema, what it refers to, and its `allOf`.

import {
  type Contract,
  type Declaration,
  foldConstants,
  type ObjectSchema,
  type Schema,
} from "@specwright/contract";

/** A schema with all that it is combined of. */
export interface SchemaParts {
  /** In the order of reading; the schema itself is the first. */
  readonly parts: readonly ObjectSchema[];
  /** The first name on the way from a reference to what it refers to. */
  readonly declaration?: Declaration;
  /** Whether null is allowed beside what the parts describe. */
  readonly isNullable: boolean;
}

/** Collects the parts of a schema; a union with null is what is united with it. */
export function schemaParts(schema: Schema, contract: Contract): SchemaParts {
  const parts: ObjectSchema[] = [];
  const seen = new Set<Schema>();
  let declaration: Declaration | undefined;
  let isNullable = false;
  const collect = (each: Schema, isWhole: boolean): void => {
    if (each.kind === "boolean" || seen.has(each)) return;
    seen.add(each);
    if (isWhole) declaration ??= contract.declarationOf(each);
    const folded = foldConstants(each);
    const other = besidesNull(folded);
    const isOnlyPart = isWhole && folded.properties === undefined;
    parts.push(other === undefined ? folded : withoutUnions(folded));
    if (folded.ref !== undefined) collect(folded.ref.target, isOnlyPart);
    if (folded.dynamicRef !== undefined) collect(folded.dynamicRef.target, isOnlyPart);
    const all = folded.allOf ?? [];
    for (const part of all) collect(part, isOnlyPart && all.length === 1);
    if (other === undefined) return;
    isNullable = true;
    collect(other, isOnlyPart);
  };
  collect(schema, true);
  return { parts, isNullable, ...(declaration !== undefined && { declaration }) };
}

/** Returns the other schema of a union of one schema and null. */
function besidesNull({ oneOf, anyOf }: ObjectSchema): Schema | undefined {
  const union = oneOf ?? anyOf;
  if (union?.length !== 2) return undefined;
  const others = union.filter((each) => !isNull(each));
  return others.length === 1 ? others[0] : undefined;
}

function isNull(schema: Schema): boolean {
  if (schema.kind === "boolean") return false;
  const { types, const: constant, enum: values } = schema;
  if (types !== undefined) return types.length === 1 && types[0] === "null";
  return constant?.value === null || (values?.length === 1 && values[0] === null);
}

function withoutUnions({ oneOf: _one, anyOf: _any, ...others }: ObjectSchema): ObjectSchema {
  return others;
}
