// Collects all schemas that a value must match: a schema, the target of its reference, and its `allOf`.

import {
  type Contract,
  conjuncts,
  type Declaration,
  foldConstants,
  type ObjectSchema,
  type Schema,
} from "@specwright/contract";

/** All schemas that the values of a schema must match. */
export interface SchemaParts {
  /** The schemas in the order of the document. The first is the schema itself. */
  readonly parts: readonly ObjectSchema[];
  /** The first declaration in the chain of references. */
  readonly declaration?: Declaration;
  /** Whether the schema allows null, in addition to the values that match the parts. */
  readonly isNullable: boolean;
}

const known = new WeakMap<Contract, WeakMap<Schema, SchemaParts>>();

/**
 * Collects the parts of a schema. If a schema is a union of one schema and null, that schema is a part.
 */
export function schemaParts(schema: Schema, contract: Contract): SchemaParts {
  let ofContract = known.get(contract);
  if (ofContract === undefined) {
    ofContract = new WeakMap();
    known.set(contract, ofContract);
  }
  const parts = ofContract.get(schema) ?? collectParts(schema, contract);
  ofContract.set(schema, parts);
  return parts;
}

function collectParts(schema: Schema, contract: Contract): SchemaParts {
  const parts: ObjectSchema[] = [];
  const seen = new Set<Schema>();
  let declaration: Declaration | undefined;
  let isNullable = false;
  const open: [schema: Schema, isWhole: boolean][] = [[schema, true]];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const [each, isWhole] = next;
    if (each.kind === "boolean" || seen.has(each)) continue;
    seen.add(each);
    if (isWhole) declaration ??= contract.declarationOf(each);
    const folded = foldConstants(each);
    const { ref, dynamicRef, allOf = [] } = folded;
    const other = nonNullBranch(folded);
    if (other !== undefined) isNullable = true;
    parts.push(other === undefined ? folded : withoutUnions(folded));
    const targets = [ref?.target, dynamicRef?.target].filter((target) => target !== undefined);
    const within = [...targets, ...allOf, ...(other === undefined ? [] : [other])];
    const isOnlyPart = isWhole && folded.properties === undefined;
    // The last item of the stack is read next, so the parts are added in reverse order.
    for (const part of within.toReversed())
      open.push([part, isOnlyPart && (allOf.length < 2 || !allOf.includes(part))]);
  }
  return { parts, isNullable, ...(declaration !== undefined && { declaration }) };
}

/**
 * The maximum number of unions that are nested at one value. For more unions, no samples are generated.
 */
const mostLevels = 50;

/** Reports whether the unions at one value are nested too deep to generate samples. */
export function isNestedTooDeep(schema: Schema): boolean {
  const seen = new Set<Schema>();
  let level = new Set([schema]);
  for (let depth = 0; level.size > 0 && depth <= mostLevels; depth += 1) {
    const inside = new Set<Schema>();
    for (const each of [...level].flatMap((branch) => [...conjuncts(branch)])) {
      if (each.kind === "boolean" || seen.has(each)) continue;
      seen.add(each);
      for (const branch of [...(each.oneOf ?? []), ...(each.anyOf ?? [])]) inside.add(branch);
    }
    level = inside;
  }
  return level.size > 0;
}

/** If a schema is a union of one schema and null, returns that schema. */
function nonNullBranch({ oneOf, anyOf }: ObjectSchema): Schema | undefined {
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
