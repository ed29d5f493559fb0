import {
  assertions,
  dereference,
  isAnything,
  type ObjectSchema,
  objectProperties,
  possibleTypes,
  type Schema,
} from "@specwright/contract";

/**
 * Returns the parts of `allOf` that restrict the type. If a different part of the schema describes an
 * object, parts that allow any object are omitted: their type (for example, of a base without members in
 * requests) would allow any member in the whole type. `isComposed` is true if the schema itself is one of
 * several parts.
 */
export function tellingParts(schema: ObjectSchema, isComposed = false): readonly Schema[] {
  // This also omits a part without restrictions, such as empty `properties`. It omits a part that only
  // excludes values of a member that a different part declares, because types cannot exclude values.
  const written = schema.allOf ?? [];
  const saying = written.filter((part) => !isAnything(part) && !onlyExcludes(part, written));
  const isAlone = !isComposed && [...assertions(schema)].every((name) => name === "allOf");
  const allOf = saying.length === 0 && isAlone ? written : saying;
  const telling = allOf.filter((part) => !isAnyObject(part));
  return hasMembers(schema) || telling.some(allowsOnlyObjects) ? telling : allOf;
}

/** Reports whether a part only excludes values of members that other parts declare. */
function onlyExcludes(part: Schema, parts: readonly Schema[]): boolean {
  if (part.kind === "boolean" || part.properties === undefined) return false;
  if (assertions(part).size > 1) return false;
  const others = parts.filter((other) => other !== part).map(objectProperties);
  return [...part.properties].every(([name, member]) => {
    if (member.kind === "boolean") return false;
    const says = assertions(member);
    return says.size === 1 && says.has("not") && others.some((declared) => declared?.has(name));
  });
}

/** Reports whether a schema allows only objects and names at least one member. */
export function hasMembers({ types, properties, required }: ObjectSchema): boolean {
  const isNamed = (properties?.size ?? 0) > 0 || (required?.length ?? 0) > 0;
  return isNamed && types?.length === 1 && types[0] === "object";
}

/** Reports whether a schema allows all objects and nothing else. */
export function isAnyObject(schema: Schema): boolean {
  const target = dereference(schema);
  if (target.kind === "boolean" || target.additionalProperties !== undefined) return false;
  const names = assertions(target);
  return names.size === 1 && names.has("types") && allowsOnlyObjects(target);
}

function allowsOnlyObjects(schema: Schema): boolean {
  const types = possibleTypes(schema);
  return types.size === 1 && types.has("object");
}

/** Reports whether an interface can express a schema completely. */
export function isPlainObject(schema: ObjectSchema): boolean {
  const { types, ref, dynamicRef, oneOf, anyOf } = schema;
  if (schema.enum !== undefined || schema.const !== undefined) return false;
  if (ref !== undefined || dynamicRef !== undefined || oneOf !== undefined || anyOf !== undefined)
    return false;
  if (types === undefined) return schema.items === undefined && schema.prefixItems === undefined;
  return types.length === 1 && types[0] === "object";
}

/** Reports whether a schema has keywords for members. */
export function hasShape(schema: ObjectSchema): boolean {
  return [
    schema.properties,
    schema.required,
    schema.patternProperties,
    schema.additionalProperties,
  ].some((keyword) => keyword !== undefined);
}
