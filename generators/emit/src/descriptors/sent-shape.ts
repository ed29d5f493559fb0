// Determines which values a sender is allowed to write. Readers accept more: members that the schema does
// not list, and values that an open enum does not list. If the schema is unclear, senders can write any
// value, so that no valid value is rejected.

import {
  assertions,
  type Declaration,
  isAnything,
  isNothing,
  type ObjectSchema,
  possibleTypes,
  type Schema,
  type Tag,
  unionTag,
} from "@specwright/contract";

/**
 * Refers to the values that a sender is allowed to write: those of a declaration, those of an inline shape,
 * or (`true`) every value that readers accept.
 */
export type ShapeRef = Declaration | SentShape | true;

/** The values that a sender is allowed to write. */
export interface SentShape {
  /** The allowed members. If this is set and `additional` is not, no other members are allowed. */
  readonly members?: ReadonlyMap<string, ShapeRef>;
  /** The shape of the values of members that are not listed, if such members are allowed. */
  readonly additional?: ShapeRef;
  readonly items?: ShapeRef;
  /** The allowed strings. */
  readonly values?: readonly string[];
  /** The shapes of the branches of a union, by the value of the member that distinguishes the branches. */
  readonly variants?: { readonly property: string; readonly of: ReadonlyMap<Tag, ShapeRef> };
}

/** Returns the shape of a declaration; `true` if senders can write every value that readers accept. */
export type ShapeReader = (declaration: Declaration) => SentShape | true;

/** Schemas that all apply to the same value, and the unions among their keywords. */
interface Parts {
  readonly schemas: readonly ObjectSchema[];
  readonly unions: readonly Union[];
}

interface Union {
  readonly branches: readonly Schema[];
  readonly owner: ObjectSchema;
}

/**
 * The maximum depth to which unnamed schemas are read. Values that are nested deeper are not restricted.
 */
const DEEPEST = 32;

/** Creates the function that reads shapes of declarations. */
export function createShapeReader(
  declarationOf: (schema: Schema) => Declaration | undefined,
): ShapeReader {
  const known = new Map<Declaration, SentShape | true | undefined>();

  function read(declaration: Declaration): SentShape | true {
    const found = known.get(declaration);
    if (found !== undefined) return found;
    // Marks the declaration as being read, because a recursive declaration refers to itself.
    known.set(declaration, undefined);
    const shape = shapeOf([declaration.schema], 0);
    known.set(declaration, shape);
    return shape;
  }

  function refer(schema: Schema, depth = 0): ShapeRef {
    const declaration = standsFor(schema);
    if (declaration === undefined) return shapeOf([schema], depth + 1);
    const isOpen = known.has(declaration) && known.get(declaration) === undefined;
    return !isOpen && read(declaration) === true ? true : declaration;
  }

  /** Finds the declaration to which a schema refers, if the schema adds nothing except null. */
  function standsFor(schema: Schema): Declaration | undefined {
    const own = declarationOf(schema);
    if (own !== undefined || schema.kind === "boolean") return own;
    if (assertions(schema).size !== 1) return undefined;
    if (schema.ref !== undefined) return standsFor(schema.ref.target);
    const [branch, ...others] = (schema.oneOf ?? schema.anyOf ?? []).filter(isNoNull);
    return branch === undefined || others.length > 0 ? undefined : standsFor(branch);
  }

  /**
   * Reads the shape that schemas have together if all of them apply to the value. `without` are unions that
   * were already read.
   */
  function shapeOf(
    together: readonly Schema[],
    depth: number,
    without: ReadonlySet<Union["branches"]> = new Set(),
  ): SentShape | true {
    if (depth > DEEPEST) return true;
    const { schemas, unions: all } = collectParts(together);
    const unions = all.filter(({ branches }) => !without.has(branches));
    for (const { branches, owner } of unions) {
      const tag = unionTag(branches, owner.discriminator);
      if (tag === undefined) continue;
      const isAlone = schemas.every((schema) => assertions(schema).size === 1);
      const of = [...tag.branches].map(([value, branch]): [Tag, ShapeRef] => {
        const named = isAlone ? standsFor(branch) : undefined;
        const rest = new Set([...without, branches]);
        return [
          value,
          named === undefined
            ? shapeOf([...together, branch], depth + 1, rest)
            : refer(named.schema),
        ];
      });
      return { variants: { property: tag.property, of: new Map(of) } };
    }
    const united = unions.map(({ branches }) =>
      uniteShapes(branches.map((branch) => alternative(branch, depth + 1))),
    );
    return closeShape(united.reduce(joinShapes, ownShape(schemas, depth)));
  }

  /** Reads one branch of a union. */
  function alternative(branch: Schema, depth: number): OpenShape {
    const shape = shapeOf([branch], depth);
    const { variants, ...listed } = shape === true ? {} : shape;
    // If a branch does not describe an object, for example if it only has `required`, it says nothing about
    // unlisted members. The schemas next to the union decide.
    const isObject = collectParts([branch]).schemas.some(({ types }) => types?.includes("object"));
    const isFree =
      isAnything(branch) ||
      variants !== undefined ||
      listed.additional !== undefined ||
      (shape === true && isObject);
    return { ...listed, isFree, hasStrings: possibleTypes(branch).has("string") };
  }

  function ownShape(schemas: readonly ObjectSchema[], depth: number): OpenShape {
    const found = new Map<string, Schema[]>();
    for (const { properties } of schemas) {
      for (const [name, schema] of properties ?? []) {
        found.set(name, [...(found.get(name) ?? []), schema]);
      }
    }
    const members = new Map(
      [...found]
        .filter(([, of]) => !of.some(isNothing))
        .map(([name, of]): [string, ShapeRef] => {
          const [only, ...others] = of;
          const alone = others.length === 0 && only !== undefined;
          return [name, alone ? refer(only, depth) : shapeOf(of, depth + 1)];
        }),
    );
    const { additional, items } = containedBy(schemas);
    const values = schemas.flatMap((schema) =>
      schema.openEnum ? [stringValues(schema.enum)] : [],
    )[0];
    return {
      ...(members.size > 0 && { members }),
      ...(additional !== undefined && { additional: refer(additional, depth) }),
      ...(items !== undefined && { items: refer(items, depth) }),
      ...(values !== undefined && { values }),
      isFree: schemas.some(leavesOpen),
      hasStrings: true,
    };
  }

  return read;
}

/** A shape while it is not yet known whether unlisted members are allowed. */
interface OpenShape extends SentShape {
  readonly isFree: boolean;
  readonly hasStrings: boolean;
}

/** Returns the final shape. It omits the parts that restrict nothing. */
function closeShape({ isFree, members, ...rest }: OpenShape): SentShape | true {
  const { additional, items, values } = rest;
  const kept = new Map([...(members ?? [])].filter(([, shape]) => !isFree || shape !== true));
  const others = isFree ? (additional ?? true) : undefined;
  const shape: SentShape = {
    ...(kept.size > 0 && { members: kept }),
    ...(others !== undefined && (others !== true || kept.size > 0) && { additional: others }),
    ...(items !== undefined && items !== true && { items }),
    ...(values !== undefined && { values }),
  };
  return Object.keys(shape).length === 0 ? true : shape;
}

/** Returns the shape for values to which both shapes apply. */
function joinShapes(one: OpenShape, other: OpenShape): OpenShape {
  const members = new Map(one.members);
  for (const [name, shape] of other.members ?? []) {
    const own = members.get(name);
    members.set(name, own === undefined || own === true || own === shape ? shape : true);
  }
  const values = one.values ?? other.values;
  const items = one.items === undefined || one.items === true ? other.items : one.items;
  return {
    ...(members.size > 0 && { members }),
    ...(one.additional !== undefined && { additional: one.additional }),
    ...(items !== undefined && { items }),
    ...(values !== undefined && { values }),
    isFree: one.isFree || other.isFree,
    hasStrings: true,
  };
}

/** Returns the shape for a union: a sender can write the values of any branch. */
function uniteShapes(shapes: readonly OpenShape[]): OpenShape {
  const members = new Map<string, ShapeRef>();
  for (const shape of shapes) {
    for (const [name, of] of shape.members ?? []) {
      const other = members.get(name);
      members.set(name, other === undefined || other === of ? of : true);
    }
  }
  const texts = shapes.filter((shape) => shape.hasStrings);
  const isListed = texts.length > 0 && texts.every(({ values }) => values !== undefined);
  const lists = shapes.filter(({ items }) => items !== undefined);
  const [items] = lists.length === 1 ? lists : [];
  return {
    ...(members.size > 0 && { members }),
    ...(items?.items !== undefined && { items: items.items }),
    ...(isListed && { values: texts.flatMap(({ values = [] }) => values) }),
    isFree: shapes.some((shape) => shape.isFree),
    hasStrings: texts.length > 0,
  };
}

/**
 * Collects the schemas that apply to the same value: the given schemas, the targets of their references,
 * and the parts of `allOf`.
 */
function collectParts(together: readonly Schema[]): Parts {
  const schemas = new Set<ObjectSchema>();
  const unions: Union[] = [];
  function add(schema: Schema | undefined): void {
    if (schema === undefined || schema.kind === "boolean" || schemas.has(schema)) return;
    schemas.add(schema);
    for (const branches of [schema.oneOf, schema.anyOf]) {
      if (branches !== undefined) unions.push({ branches, owner: schema });
    }
    add(schema.ref?.target);
    for (const part of schema.allOf ?? []) add(part);
  }
  for (const schema of together) add(schema);
  return { schemas: [...schemas], unions };
}

/** Reports whether a schema allows unlisted members, or may allow them. */
function leavesOpen(schema: Schema): boolean {
  if (schema.kind === "boolean") return false;
  const { additionalProperties: additional, unevaluatedProperties: rest } = schema;
  const isOpen = (other: Schema | undefined): boolean => other !== undefined && !isNothing(other);
  const { patternProperties, dynamicRef, if: condition, dependentSchemas } = schema;
  return (
    isOpen(additional) ||
    isOpen(rest) ||
    [patternProperties, dynamicRef, condition, dependentSchemas].some((one) => one !== undefined)
  );
}

/**
 * Returns the schema for the values of a map, and the schema for the items of a list. Each is only returned
 * if exactly one of the schemas defines it.
 */
function containedBy(schemas: readonly ObjectSchema[]): {
  readonly additional: Schema | undefined;
  readonly items: Schema | undefined;
} {
  const only = (found: readonly Schema[]): Schema | undefined =>
    found.length === 1 ? found[0] : undefined;
  return {
    additional: only(schemas.flatMap((schema) => schema.additionalProperties ?? [])),
    items: only(schemas.flatMap(({ items, prefixItems }) => (prefixItems ? [] : (items ?? [])))),
  };
}

function isNoNull(schema: Schema): boolean {
  const types = possibleTypes(schema);
  return types.size !== 1 || !types.has("null");
}

function stringValues(values: ObjectSchema["enum"]): readonly string[] {
  return (values ?? []).filter((value) => typeof value === "string");
}
