// Rewrites parts of a document that openapi-typescript would print as invalid types: references
// into a part of a component, and schemas that contain themselves without a property in between.

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

// For references into a part of a component: the part becomes a component itself.

/** The kinds of components by the key that contains a reference; all other keys contain schemas. */
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
  // A part can refer to other parts: the list grows during the iteration.
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
    // The keys of `paths` are paths, and the keys of `properties` are names.
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
    // Registered before it is complete, because it can refer to itself.
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

// If a parent lists its children, their shared properties become a separate schema.

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
  // The set grows during the iteration.
  for (const base of bases) {
    if (base === undefined || base === parent) continue;
    const schema = memberOf(schemas, base);
    const allOf = isJsonObject(schema) && isJsonArray(schema["allOf"]) ? schema["allOf"] : [];
    for (const part of allOf) bases.add(targetName(part));
  }
  return name !== parent && bases.has(parent);
}

// TypeScript rejects a schema that contains itself without a property in between: it needs the type
// of a component immediately if another one refers to it, also as the item of an array.

function withoutCircles(document: JsonObject): JsonObject {
  const schemas = componentSchemas(document);
  const done = new Map<string, JsonValue>();
  const open = new Set<string>();
  for (const name of Object.keys(schemas)) if (!done.has(name)) visit(name);
  const all: Record<string, JsonValue> = {};
  for (const name of Object.keys(schemas)) setMember(all, name, done.get(name) ?? {});
  return withSchemas(document, all);

  /**
   * Reads a schema after the schemas that it refers to, with an explicit stack, because there can
   * be thousands.
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

  /** Yields the names of the schemas to read first. */
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

// Functions that read parts of documents.

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

/** Returns the steps of a reference, decoded. */
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

/** Returns the value at a reference within a document. */
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
