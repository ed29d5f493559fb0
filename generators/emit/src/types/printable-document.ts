// Rewrites the parts of a document for which openapi-typescript would print invalid types. These are
// references to a part of a component, and schemas that contain themselves without a property in between.

import {
  isJsonArray,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  memberOf,
  setMember,
} from "@specwright/spec-loader";

/** Returns an equivalent document in which every reference points to a component. */
export function printableDocument(document: JsonObject): JsonObject {
  return withoutCircles(withBases(withNamedTargets(document)));
}

// If a reference points to a part of a component, that part becomes a component itself.

/**
 * The kind of component to which a reference under each key points. Under all other keys, references point
 * to schemas.
 */
const sections: ReadonlyMap<string, string> = new Map([
  ["parameters", "parameters"],
  ["responses", "responses"],
  ["requestBody", "requestBodies"],
  ["requestBodies", "requestBodies"],
  ["headers", "headers"],
  ["callbacks", "callbacks"],
  ["links", "links"],
  ["pathItems", "pathItems"],
]);

function withNamedTargets(document: JsonObject): JsonObject {
  const added = new Map<string, Map<string, JsonValue>>();
  const waiting: { readonly section: string; readonly name: string; readonly reference: string }[] =
    [];
  const rewritten = rewrite(document, "", "");
  // A part can refer to other parts. The loop also visits the parts that it adds to the list.
  for (const { section, name, reference } of waiting)
    added.get(section)?.set(name, rewrite(valueAt(document, reference) ?? {}, "", section));
  if (!isJsonObject(rewritten) || added.size === 0) return document;
  let { components = {} } = rewritten;
  for (const [section, named] of added) {
    const known = isJsonObject(components) ? memberOf(components, section) : undefined;
    const all: Record<string, JsonValue> = { ...(isJsonObject(known) && known) };
    for (const [name, value] of named) setMember(all, name, value);
    components = { ...(isJsonObject(components) && components), [section]: all };
  }
  return { ...rewritten, components };

  function rewrite(value: JsonValue, key: string, parent: string): JsonValue {
    if (isJsonArray(value)) return value.map((item) => rewrite(item, "", key));
    if (!isJsonObject(value)) return value;
    const copy: Record<string, JsonValue> = {};
    for (const [name, each] of Object.entries(value))
      setMember(copy, name, rewrite(each, name, key));
    const reference = value["$ref"];
    // Under `paths` and `properties`, `$ref` is a path or the name of a property.
    if (typeof reference === "string" && parent !== "paths" && isPart(reference))
      copy["$ref"] = named(reference, sections.get(key) ?? sections.get(parent) ?? "schemas");
    return copy;
  }

  function named(reference: string, section: string): string {
    const name = referenceSteps(reference).join(" ");
    const pointer = `#/components/${section}/${encodePointer(name)}`;
    const known = added.get(section) ?? new Map<string, JsonValue>();
    added.set(section, known);
    if (known.has(name)) return pointer;
    // The name is registered before the schema is complete, because the schema can refer to itself.
    known.set(name, null);
    waiting.push({ section, name, reference });
    return pointer;
  }
}

function isPart(reference: string): boolean {
  const steps = referenceSteps(reference);
  return reference.startsWith("#/") && !(steps[0] === "components" && steps.length === 3);
}

function encodePointer(name: string): string {
  return encodeURIComponent(name.replaceAll("~", "~0").replaceAll("/", "~1"));
}

// If a parent schema lists its child schemas, the properties that they share become a separate schema.

function withBases(document: JsonObject): JsonObject {
  const schemas = componentSchemas(document);
  const bases = new Map<string, JsonValue>();
  const copies: Record<string, JsonValue> = {};
  for (const [name, schema] of Object.entries(schemas)) {
    const parts = isJsonObject(schema) ? unionBranches(schema) : [];
    const isChild = (part: JsonValue): boolean => extendsSchema(schemas, targetName(part), name);
    if (!isJsonObject(schema) || !parts.some(isChild)) continue;
    const { oneOf, anyOf, ...base } = schema;
    bases.set(name, base);
    setMember(copies, name, {
      ...(parts.every(isChild) ? {} : base),
      ...(oneOf !== undefined && { oneOf }),
      ...(anyOf !== undefined && { anyOf }),
    });
  }
  if (bases.size === 0) return document;
  const all: Record<string, JsonValue> = {};
  for (const [name, schema] of Object.entries({ ...schemas, ...copies }))
    setMember(all, name, onBases(schema));
  for (const [name, base] of bases) setMember(all, `${name} base`, onBases(base));
  return withSchemas(document, all);

  function onBases(schema: JsonValue): JsonValue {
    if (!isJsonObject(schema) || !isJsonArray(schema["allOf"])) return schema;
    const allOf = schema["allOf"].map((part) => {
      const target = targetName(part);
      return target === undefined || !bases.has(target)
        ? onBases(part)
        : { $ref: `#/components/schemas/${encodePointer(`${target} base`)}` };
    });
    return { ...schema, allOf };
  }
}

function extendsSchema(schemas: JsonObject, name: string | undefined, parent: string): boolean {
  const bases = new Set([name]);
  // The loop also visits the items that it adds to the set.
  for (const base of bases) {
    if (base === undefined || base === parent) continue;
    const schema = memberOf(schemas, base);
    const allOf = isJsonObject(schema) && isJsonArray(schema["allOf"]) ? schema["allOf"] : [];
    for (const part of allOf) bases.add(targetName(part));
  }
  return name !== parent && bases.has(parent);
}

// TypeScript rejects a type that contains itself without a property in between. It resolves the type of a
// component immediately if a type refers to the component directly or as an item of an array.

function withoutCircles(document: JsonObject): JsonObject {
  const schemas = componentSchemas(document);
  const done = new Map<string, JsonValue>();
  const open = new Set<string>();
  for (const name of Object.keys(schemas)) if (!done.has(name)) visit(name);
  const all: Record<string, JsonValue> = {};
  for (const name of Object.keys(schemas)) setMember(all, name, done.get(name) ?? {});
  return withSchemas(document, all);

  /**
   * Reads a schema after the schemas to which it refers. It uses an explicit stack instead of recursion,
   * because there can be thousands of schemas.
   */
  function visit(first: string): void {
    const reading = [start(first)];
    for (let last = reading.at(-1); last !== undefined; last = reading.at(-1)) {
      const step = last.steps.next();
      if (step.done === true) {
        done.set(last.name, step.value);
        open.delete(last.name);
        reading.pop();
      } else if (!done.has(step.value)) reading.push(start(step.value));
    }
  }

  function start(name: string) {
    open.add(name);
    return { name, steps: inPlace(memberOf(schemas, name) ?? {}) };
  }

  /** Yields the names of the schemas that must be read first, and returns the rewritten schema. */
  function* inPlace(schema: JsonValue): Generator<string, JsonValue, void> {
    if (!isJsonObject(schema)) return schema;
    const target = targetName(schema);
    if (target !== undefined) {
      if (open.has(target)) return {};
      if (memberOf(schemas, target) !== undefined) yield target;
      return schema;
    }
    const copy = { ...schema };
    if (isJsonObject(schema["items"])) copy["items"] = yield* inPlace(schema["items"]);
    for (const keyword of ["prefixItems", "allOf", "oneOf", "anyOf"]) {
      const parts = schema[keyword];
      if (!isJsonArray(parts)) continue;
      const isUnion = keyword === "oneOf" || keyword === "anyOf";
      const read: JsonValue[] = [];
      for (const part of isUnion ? parts.filter(isApart) : parts) read.push(yield* inPlace(part));
      copy[keyword] = read;
    }
    return copy;
  }

  function isApart(branch: JsonValue): boolean {
    const target = targetName(branch);
    return target === undefined || !open.has(target);
  }
}

function componentSchemas({ components }: JsonObject): JsonObject {
  const schemas = isJsonObject(components) ? components["schemas"] : undefined;
  return isJsonObject(schemas) ? schemas : {};
}

function withSchemas(document: JsonObject, schemas: JsonObject): JsonObject {
  const { components } = document;
  if (!isJsonObject(components)) return document;
  return { ...document, components: { ...components, schemas } };
}

function unionBranches({ oneOf, anyOf }: JsonObject): readonly JsonValue[] {
  return [oneOf, anyOf].filter((branches) => isJsonArray(branches)).flat();
}

/** Returns the name of the schema of `components` that a value refers to. */
function targetName(value: JsonValue): string | undefined {
  const reference = isJsonObject(value) ? value["$ref"] : undefined;
  if (typeof reference !== "string") return undefined;
  const [components, section, name, ...more] = referenceSteps(reference);
  const isSchema = components === "components" && section === "schemas" && more.length === 0;
  return isSchema ? name : undefined;
}

/** Splits a reference into the decoded steps of its path. */
function referenceSteps(reference: string): readonly string[] {
  return decodeReference(reference)
    .split("/")
    .slice(1)
    .map((step) => step.replaceAll("~1", "/").replaceAll("~0", "~"));
}

/** Decodes the percent-encoding of a reference. */
export function decodeReference(reference: string): string {
  try {
    return decodeURIComponent(reference);
  } catch {
    return reference;
  }
}

/** Returns the value in a document to which a reference points. */
export function valueAt(document: JsonObject, reference: string): JsonValue | undefined {
  let current: JsonValue | undefined = document;
  for (const name of referenceSteps(reference)) {
    if (typeof current !== "object" || current === null) return undefined;
    current = isJsonObject(current)
      ? memberOf(current, name)
      : Object.entries(current).find(([key]) => key === name)?.[1];
  }
  return current;
}
