// Finds the places of an OpenAPI document where an edit has only one effect.

import {
  childOf,
  type EditableObject,
  type EditableValue,
  itemsOf,
  objectOf,
  pointerInside,
} from "./json.ts";

/**
 * A schema in a component. The path from the component to the schema contains only properties and
 * items.
 */
export interface SchemaSite {
  readonly component: string;
  readonly pointer: string;
  readonly schema: EditableObject;
}

export interface OperationSite {
  readonly pointer: string;
  readonly method: string;
  readonly path: string;
  readonly operation: EditableObject;
}

const methods = ["get", "put", "post", "delete", "options", "head", "patch", "trace"];

/** Returns the operations of a document. */
export function operationSites(document: EditableObject): OperationSite[] {
  const paths = Object.entries(childOf(document, "paths") ?? {});
  return paths.flatMap(([path, item]) =>
    methods.flatMap((method): OperationSite[] => {
      const operation = childOf(item, method);
      if (operation === undefined) return [];
      return [{ pointer: pointerInside("/paths", path, method), method, path, operation }];
    }),
  );
}

/** Returns the schemas in those components that operations use. */
export function schemaSites(document: EditableObject): SchemaSite[] {
  const schemas = childOf(childOf(document, "components"), "schemas") ?? {};
  const sites: SchemaSite[] = [];
  for (const component of reachedComponents(document)) {
    const pointer = pointerInside("/components/schemas", component);
    collectSites({ component, pointer }, objectOf(schemas[component]), sites);
  }
  return sites;
}

function collectSites(
  at: Omit<SchemaSite, "schema">,
  schema: EditableObject | undefined,
  sites: SchemaSite[],
): void {
  // With these keywords, different schemas may have the same meaning, so an edit may have no
  // effect.
  const mixed = ["$ref", "allOf", "anyOf", "oneOf", "not", "if", "const"];
  if (schema === undefined || mixed.some((keyword) => keyword in schema)) return;
  sites.push({ ...at, schema });
  for (const [name, property] of Object.entries(childOf(schema, "properties") ?? {})) {
    const pointer = pointerInside(at.pointer, "properties", name);
    collectSites({ ...at, pointer }, objectOf(property), sites);
  }
  collectSites(
    { ...at, pointer: pointerInside(at.pointer, "items") },
    childOf(schema, "items"),
    sites,
  );
}

const reference = "#/components/schemas/";

/** Returns the names of the schemas that the paths refer to, directly or through other schemas. */
function reachedComponents(document: EditableObject): readonly string[] {
  const reached = new Set<string>();
  const seen = new Set<EditableValue>();
  const waiting: EditableValue[] = [document["paths"]];
  for (let next = waiting.pop(); waiting.length > 0 || next !== undefined; next = waiting.pop()) {
    if (typeof next !== "object" || next === null || seen.has(next)) continue;
    seen.add(next);
    if (Array.isArray(next)) {
      waiting.push(...next);
      continue;
    }
    const { $ref } = next;
    if (typeof $ref === "string" && $ref.startsWith("#/")) {
      if ($ref.startsWith(reference)) reached.add($ref.slice(reference.length));
      waiting.push(findTarget(document, $ref));
    }
    waiting.push(...Object.values(next));
  }
  return [...reached].sort();
}

function findTarget(document: EditableObject, text: string): EditableValue {
  let target: EditableValue = document;
  for (const token of text.slice(2).split("/")) {
    const key = decodeURIComponent(token).replaceAll("~1", "/").replaceAll("~0", "~");
    target = Array.isArray(target) ? target[Number(key)] : objectOf(target)?.[key];
  }
  return target;
}

/** Returns the parameters that are defined in the operation itself, with their indexes. */
export function inlineParameters({ operation }: OperationSite): [number, EditableObject][] {
  return itemsOf(operation["parameters"]).flatMap((each, index): [number, EditableObject][] => {
    const parameter = objectOf(each);
    return parameter === undefined || "$ref" in parameter ? [] : [[index, parameter]];
  });
}
