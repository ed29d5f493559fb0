import { compareCodePoints, pathItemMethods } from "@specwright/spec-loader";
import type { HttpOperation } from "../model/operation.ts";
import type { Build } from "../reading/build.ts";
import { mapField, reportShape, textField } from "../reading/fields.ts";
import { resolveReference } from "../reading/follow-reference.ts";
import {
  holdsObject,
  memberOf,
  type ObjectPlace,
  omitUndefined,
  type Place,
} from "../reading/place.ts";
import type { PathItemUse } from "./callback-object.ts";
import { type OpenApi, reportMisplaced } from "./openapi.ts";
import { readOperation } from "./operation-object.ts";

/**
 * Reads the operations of a Path Item Object. The methods are in the order of the OpenAPI specification.
 */
export function readPathItem(openapi: OpenApi, start: Place, use: PathItemUse): HttpOperation[] {
  const { build } = openapi;
  const layers = pathItemLayers(build, start);
  for (const layer of layers) reportMisplaced(build, layer, "a Path Item Object");
  const layerWith = (key: string): ObjectPlace | undefined =>
    layers.find((layer) => Object.hasOwn(layer.value, key));
  const textOf = (key: string): string | undefined => {
    const layer = layerWith(key);
    return layer === undefined ? undefined : textField(build, layer, key);
  };
  const operations: HttpOperation[] = [];
  for (const [method, place] of operationPlaces(openapi, layers)) {
    if (!holdsObject(place)) {
      reportShape(build, place, "an object");
      continue;
    }
    const site = omitUndefined({
      method,
      path: use.path,
      pathPlace: start,
      fallbackId: use.idOf(method),
      templated: use.templated,
      parameters: layerWith("parameters"),
      servers: layerWith("servers"),
      summary: textOf("summary"),
      description: textOf("description"),
    });
    operations.push(readOperation(openapi, place, site, readPathItem));
  }
  return operations;
}

function operationPlaces(
  { build, hasAdditionalOperations }: OpenApi,
  layers: readonly ObjectPlace[],
): [method: string, place: Place][] {
  const found = new Map<string, Place>();
  const known = pathItemMethods.filter((each) => each !== "query" || hasAdditionalOperations);
  for (const method of known) {
    for (const layer of layers) {
      const place = memberOf(layer, method);
      if (place !== undefined && !found.has(method)) found.set(method, place);
    }
  }
  if (!hasAdditionalOperations) return [...found];
  const additional = new Map<string, Place>();
  for (const layer of layers) {
    for (const [method, place] of mapField(build, layer, "additionalOperations")) {
      if (!additional.has(method)) additional.set(method, place);
    }
  }
  return [...found, ...[...additional].sort(([a], [b]) => compareCodePoints(a, b))];
}

// A path item can have fields beside its `$ref`. These fields remain valid, unlike the fields beside other
// references.
function pathItemLayers(build: Build, start: Place): ObjectPlace[] {
  const layers: ObjectPlace[] = [];
  const seen = new Set<string>();
  let next: Place | undefined = start;
  while (next !== undefined) {
    if (!holdsObject(next)) {
      reportShape(build, next, "an object");
      break;
    }
    const place: ObjectPlace = next;
    const key = `${place.file}#${place.pointer}`;
    if (seen.has(key)) break;
    seen.add(key);
    layers.push(place);
    const text = place.value["$ref"];
    next = typeof text === "string" ? resolveReference(build, place, text) : undefined;
  }
  return layers;
}
