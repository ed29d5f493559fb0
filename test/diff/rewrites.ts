import type { SeededRandom } from "@specwright/runtime/testing";
import { type Editable, member, objectOf, schemaSlots } from "./document-schemas.ts";

/** A way to write a document differently without a change on the wire. */
export interface Rewrite {
  readonly name: string;
  /** Rewrites some places of a document and returns how many. */
  readonly apply: (document: Editable, random: SeededRandom) => number;
}

export const rewrites: readonly Rewrite[] = [
  { name: "defaults of parameters written out", apply: writeParameterDefaults },
  { name: "defaults of schemas written out", apply: writeSchemaDefaults },
  { name: "wrapped in allOf of one", apply: wrapIn("allOf") },
  { name: "wrapped in oneOf of one", apply: wrapIn("oneOf") },
  { name: "wrapped in anyOf of one", apply: wrapIn("anyOf") },
  { name: "schemas moved to components", apply: moveSchemas },
  { name: "parameters, bodies and responses moved to components", apply: moveObjects },
  { name: "objects split into allOf of two", apply: splitObjects },
  { name: "keys and sets in another order", apply: reorder },
  { name: "written as OpenAPI 3.1", apply: upgrade },
];

const share = 0.3;

function writeParameterDefaults(document: Editable, random: SeededRandom): number {
  const styles: Record<string, string> = { query: "form", cookie: "form" };
  let count = 0;
  for (const parameter of parametersOf(document)) {
    if ("$ref" in parameter || "content" in parameter || !random.chance(share)) continue;
    const style = parameter["style"] ?? styles[String(parameter["in"])] ?? "simple";
    parameter["style"] = style;
    parameter["explode"] ??= style === "form";
    parameter["deprecated"] ??= false;
    if (parameter["in"] !== "path") parameter["required"] ??= false;
    count += 1;
  }
  return count;
}

function parametersOf(document: Editable): Editable[] {
  const found: Editable[] = [];
  const push = (parameter: Editable | undefined): void => {
    if (parameter !== undefined) found.push(parameter);
  };
  const collect = (holder: Editable | undefined): void => {
    const list = holder?.["parameters"];
    if (!Array.isArray(list)) return;
    for (const each of list) push(objectOf(each));
  };
  for (const item of Object.values(member(document, "paths") ?? {})) {
    collect(objectOf(item));
    for (const operation of Object.values(objectOf(item) ?? {})) collect(objectOf(operation));
  }
  for (const each of Object.values(member(member(document, "components"), "parameters") ?? {})) {
    push(objectOf(each));
  }
  return found;
}

function writeSchemaDefaults(document: Editable, random: SeededRandom): number {
  let count = 0;
  for (const { schema } of schemaSlots(document)) {
    if ("$ref" in schema || !random.chance(share)) continue;
    const { type } = schema;
    if (type === "string") schema["minLength"] ??= 0;
    if (type === "array") {
      schema["minItems"] ??= 0;
      schema["uniqueItems"] ??= false;
    }
    if (type === "object") {
      schema["minProperties"] ??= 0;
      // It would count as evaluated for the other keyword.
      if (!("unevaluatedProperties" in schema)) schema["additionalProperties"] ??= true;
    }
    if (type !== undefined && !Array.isArray(type)) {
      schema["readOnly"] ??= false;
      schema["deprecated"] ??= false;
    }
    count += 1;
  }
  return count;
}

function wrapIn(keyword: "allOf" | "oneOf" | "anyOf"): Rewrite["apply"] {
  return (document, random) => {
    let count = 0;
    for (const { schema, replace, isComponent } of schemaSlots(document).reverse()) {
      // Descriptions of a component belong to its name; a discriminator needs its union next to it.
      if (isComponent || "discriminator" in schema || !random.chance(share)) continue;
      const { title, description, readOnly, writeOnly, deprecated, ...rest } = schema;
      const kept = { title, description, readOnly, writeOnly, deprecated };
      const annotations = Object.entries(kept).filter(([, value]) => value !== undefined);
      // In 3.0, a reference has no siblings.
      const inner = "$ref" in schema ? schema : rest;
      replace({ ...("$ref" in schema ? {} : Object.fromEntries(annotations)), [keyword]: [inner] });
      count += 1;
    }
    return count;
  };
}

/** Returns a member of an object that is an object itself; adds it if it is missing. */
function section(object: Editable, key: string): Editable {
  const known = member(object, key);
  if (known !== undefined) return known;
  const added: Editable = {};
  object[key] = added;
  return added;
}

function moveSchemas(document: Editable, random: SeededRandom): number {
  const schemas = section(section(document, "components"), "schemas");
  let count = 0;
  for (const { schema, replace, isComponent } of schemaSlots(document).reverse()) {
    if (isComponent || "$ref" in schema || !random.chance(share / 3)) continue;
    const name = `Moved${count}`;
    schemas[name] = schema;
    replace({ $ref: `#/components/schemas/${name}` });
    count += 1;
  }
  return count;
}

function moveObjects(document: Editable, random: SeededRandom): number {
  const components = section(document, "components");
  let count = 0;
  const move = (kind: string, holder: Editable | unknown[], key: string | number): void => {
    const list = holder as Record<string | number, unknown>;
    const value = objectOf(list[key]);
    if (value === undefined || "$ref" in value || !random.chance(share)) return;
    const name = `Moved${count}`;
    section(components, kind)[name] = value;
    list[key] = { $ref: `#/components/${kind}/${name}` };
    count += 1;
  };
  for (const item of Object.values(member(document, "paths") ?? {})) {
    for (const each of Object.values(objectOf(item) ?? {})) {
      const operation = objectOf(each);
      if (operation === undefined) continue;
      move("requestBodies", operation, "requestBody");
      const responses = member(operation, "responses");
      for (const status of Object.keys(responses ?? {})) move("responses", responses ?? {}, status);
      const { parameters } = operation;
      if (!Array.isArray(parameters)) continue;
      for (const index of parameters.keys()) move("parameters", parameters, index);
    }
  }
  return count;
}

function splitObjects(document: Editable, random: SeededRandom): number {
  let count = 0;
  for (const { schema, replace } of schemaSlots(document).reverse()) {
    const properties = Object.entries(member(schema, "properties") ?? {});
    const plain = ["type", "properties", "required", "description", "title", "example"];
    const isPlain = Object.keys(schema).every((key) => plain.includes(key));
    if (!isPlain || properties.length < 2 || !random.chance(share)) continue;
    const half = Math.ceil(properties.length / 2);
    const required = Array.isArray(schema["required"]) ? schema["required"] : [];
    const part = (entries: readonly [string, unknown][]): Editable => {
      const names = required.filter((name) => entries.some(([each]) => each === name));
      const types = schema["type"] === undefined ? {} : { type: schema["type"] };
      const needed = names.length > 0 ? { required: names } : {};
      return { ...types, properties: Object.fromEntries(entries), ...needed };
    };
    const others = required.filter((name) => !properties.some(([each]) => each === name));
    const { description, title, example } = schema;
    const annotations = Object.entries({ description, title, example });
    replace({
      ...Object.fromEntries(annotations.filter(([, value]) => value !== undefined)),
      ...(others.length > 0 && { required: others }),
      allOf: [part(properties.slice(0, half)), part(properties.slice(half))],
    });
    count += 1;
  }
  return count;
}

const sets: ReadonlySet<string> = new Set([
  "required",
  "enum",
  "oneOf",
  "anyOf",
  "allOf",
  "tags",
  "parameters",
]);

function reorder(document: Editable, random: SeededRandom): number {
  let count = 0;
  const visit = (value: unknown, key: string): unknown => {
    if (Array.isArray(value)) {
      const items = value.map((each) => visit(each, ""));
      return sets.has(key) ? random.shuffle(items) : items;
    }
    const object = objectOf(value);
    if (object === undefined || key === "example" || key === "examples") return value;
    count += 1;
    const entries = random.shuffle(Object.entries(object));
    return Object.fromEntries(entries.map(([name, each]) => [name, visit(each, name)]));
  };
  const result = objectOf(visit(document, "")) ?? {};
  for (const key of Object.keys(document)) delete document[key];
  Object.assign(document, result);
  return count;
}

function upgrade(document: Editable): number {
  if (!String(document["openapi"]).startsWith("3.0")) return 0;
  document["openapi"] = "3.1.0";
  let count = 0;
  for (const { schema } of schemaSlots(document)) {
    for (const [bound, exclusive] of [
      ["minimum", "exclusiveMinimum"],
      ["maximum", "exclusiveMaximum"],
    ] as const) {
      const flag = schema[exclusive];
      if (typeof flag !== "boolean") continue;
      delete schema[exclusive];
      if (!flag) continue;
      schema[exclusive] = schema[bound];
      delete schema[bound];
      count += 1;
    }
    // 3.0 ignores the siblings of a reference.
    if ("$ref" in schema) {
      for (const key of Object.keys(schema)) if (key !== "$ref") delete schema[key];
      continue;
    }
    if (schema["nullable"] === undefined) continue;
    const isNullable = schema["nullable"] === true;
    delete schema["nullable"];
    // In 3.0, `nullable` needs a `type` next to it.
    if (!isNullable || typeof schema["type"] !== "string") continue;
    schema["type"] = [schema["type"], "null"];
    const values = schema["enum"];
    if (Array.isArray(values) && !values.includes(null)) values.push(null);
    count += 1;
  }
  return count;
}
