// Keywords for objects. Only own properties count, so that a member may be called `constructor`,
// `toString` or `__proto__`.

import {
  adopt,
  apply,
  fail,
  isObject,
  type Payload,
  type Rule,
  reject,
  run,
  type Subschema,
} from "./rule.ts";

/** Requires the members. */
export function required(...names: readonly string[]): Rule {
  return (payload) => {
    const { value } = payload;
    if (!isObject(value)) return;
    for (const name of names) {
      if (!Object.hasOwn(value, name)) refuse(payload, name, "required", `Missing ${name}`);
    }
  };
}

/** Requires at least so many members. */
export function minProperties(least: number): Rule {
  return (payload) => {
    if (!isObject(payload.value) || Object.keys(payload.value).length >= least) return;
    fail(payload, "min_properties", `Expected at least ${least} properties`);
  };
}

/** Requires at most so many members. */
export function maxProperties(most: number): Rule {
  return (payload) => {
    if (!isObject(payload.value) || Object.keys(payload.value).length <= most) return;
    fail(payload, "max_properties", `Expected at most ${most} properties`);
  };
}

/** Says what members beyond the named ones must satisfy. */
export interface OtherProperties {
  /** `patternProperties`: every expression that matches a name adds its schema. */
  readonly patterns?: readonly (readonly [RegExp, Subschema])[];
  /** `additionalProperties`: for names that are neither listed nor matched. */
  readonly additional?: Subschema;
}

/** Checks members by name, by pattern, and the others. None is required by this. */
export function properties(
  shape: Readonly<Record<string, Subschema>>,
  { patterns = [], additional }: OtherProperties = {},
): Rule {
  const subschemasOf = (name: string): readonly Subschema[] => {
    const own = Object.hasOwn(shape, name) ? shape[name] : undefined;
    const found = own === undefined ? [] : [own];
    for (const [expression, subschema] of patterns) {
      if (expression.test(name)) found.push(subschema);
    }
    return found.length > 0 || additional === undefined ? found : [additional];
  };
  return (payload) => checkMembers(payload, subschemasOf);
}

/** Checks the name of every member. */
export function propertyNames(subschema: Subschema): Rule {
  return (payload) => {
    if (!isObject(payload.value)) return;
    for (const name of Object.keys(payload.value)) {
      if (run(subschema, name).issues.length > 0)
        refuse(payload, name, "property_names", "Name not allowed");
    }
  };
}

/** Requires members where another is present. */
export function dependentRequired(dependencies: Readonly<Record<string, readonly string[]>>): Rule {
  return (payload) => {
    const { value } = payload;
    if (!isObject(value)) return;
    for (const [trigger, names] of Object.entries(dependencies)) {
      if (!Object.hasOwn(value, trigger)) continue;
      for (const name of names) {
        if (!Object.hasOwn(value, name)) refuse(payload, name, "required", `Missing ${name}`);
      }
    }
  };
}

/** Applies a schema to the whole object where a member is present. */
export function dependentSchemas(dependencies: Readonly<Record<string, Subschema>>): Rule {
  return (payload) => {
    for (const [trigger, subschema] of Object.entries(dependencies)) {
      if (isObject(payload.value) && Object.hasOwn(payload.value, trigger))
        apply(subschema, payload);
    }
  };
}

/** Checks the members that no other keyword has looked at. Belongs last in `tracked`. */
export function unevaluatedProperties(subschema: Subschema): Rule {
  return (payload) => {
    checkMembers(payload, (name) => (payload.evaluated?.properties.has(name) ? [] : [subschema]));
  };
}

/** Applies the one schema that the value of a member selects by its text; any other value is refused. */
export function tagged(property: string, schemas: Readonly<Record<string, Subschema>>): Rule {
  return (payload) => {
    const { value } = payload;
    if (!isObject(value)) {
      fail(payload, "type", "Expected object");
    } else if (!Object.hasOwn(value, property)) {
      refuse(payload, property, "required", `Missing ${property}`);
    } else {
      const tag = value[property];
      // An object has no text of its own, and one from JSON may even shadow `toString`.
      const text = typeof tag === "object" ? "" : String(tag);
      const selected = Object.hasOwn(schemas, text) ? schemas[text] : undefined;
      if (selected !== undefined) apply(selected, payload);
      else refuse(payload, property, "enum", `Expected one of ${Object.keys(schemas).join(", ")}`);
    }
  };
}

function refuse(payload: Payload, name: string, code: string, message: string): void {
  const child: Payload = { value: undefined, issues: [] };
  fail(child, code, message);
  adopt(payload, name, child);
}

function checkMembers(payload: Payload, select: (name: string) => readonly Subschema[]): void {
  const { value } = payload;
  if (!isObject(value)) return;
  let decoded: Record<string, unknown> | undefined;
  for (const name of Object.keys(value)) {
    const subschemas = select(name);
    if (subschemas.length === 0) continue;
    const child: Payload = { value: value[name], issues: [] };
    for (const subschema of subschemas) {
      if (subschema === reject) fail(child, "unknown_key", "Unknown key");
      else apply(subschema, child);
    }
    adopt(payload, name, child);
    payload.evaluated?.properties.add(name);
    if (child.value === value[name]) continue;
    decoded ??= { ...value };
    // Plain assignment of `__proto__` would change the prototype instead of the member.
    Object.defineProperty(decoded, name, {
      value: child.value,
      enumerable: true,
      writable: true,
      configurable: true,
    });
  }
  if (decoded !== undefined) payload.value = decoded;
}
