// Every schema that the operations of a document reach.

import {
  childPlaces,
  dereference,
  type OpenApiDocument,
  operationsOf,
  type Place,
  placeAt,
  placeBelow,
} from "./openapi-document.ts";
import { asArray, asObject, isObject } from "./read-spec.ts";

/** A schema, and whether it can occur in a request. */
export interface ReachedSchema extends Place {
  readonly inRequest: boolean;
}

/** A body of an operation: one media type of a request or response. */
export interface Body extends Place {
  readonly name: string;
  readonly inRequest: boolean;
}

export function documentBodies(document: OpenApiDocument): readonly Body[] {
  return operationsOf(document).flatMap((operation) => {
    const bodies = (owner: Place, name: string, inRequest: boolean): readonly Body[] =>
      childPlaces(document, owner, "content").map(([type, media]) => ({
        ...media,
        name: `${operation.method} ${operation.path} ${name} ${type}`,
        inRequest,
      }));
    return [
      ...(operation.requestBody ? bodies(operation.requestBody, "request", true) : []),
      ...operation.responses.flatMap(([status, response]) => bodies(response, status, false)),
    ];
  });
}

/** Returns the parameters and headers of a document, each once. */
export function parametersOf(document: OpenApiDocument): readonly ReachedSchema[] {
  const found = operationsOf(document).flatMap((operation) => [
    ...operation.parameters.map((parameter) => ({ ...parameter, inRequest: true })),
    ...operation.responses.flatMap(([, response]) =>
      childPlaces(document, response, "headers").map(([, header]) => ({
        ...header,
        inRequest: false,
      })),
    ),
  ]);
  return [...new Map(found.map((place) => [`${place.file}#${place.pointer}`, place])).values()];
}

/** Returns the schemas of a document, each once for requests and once for responses. */
export function schemasOf(document: OpenApiDocument): readonly ReachedSchema[] {
  const found = new Map<string, ReachedSchema>();
  const visit = (place: Place, inRequest: boolean): void => {
    const id = `${inRequest}${place.file}#${place.pointer}`;
    if (found.has(id)) return;
    found.set(id, { ...place, inRequest });
    if ("$ref" in place.value) visit(dereference(document, place), inRequest);
    for (const child of subschemas(document, place)) visit(child, inRequest);
  };
  for (const body of documentBodies(document))
    visit(placeAt(document, body, "schema"), body.inRequest);
  for (const place of parametersOf(document))
    visit(placeAt(document, place, "schema"), place.inRequest);
  return [...found.values()];
}

/** Reports whether a place, or the target of its reference, has a description. */
export function isDescribed(document: OpenApiDocument, place: Place): boolean {
  return [place, dereference(document, place)].some(
    ({ value }) => typeof value["description"] === "string" && value["description"] !== "",
  );
}

/** Returns the examples of a body, parameter or header: `example`, and `examples` by name. */
export function examplesOf(document: OpenApiDocument, owner: Place): readonly Place["value"][] {
  const single = "example" in owner.value ? [{ value: owner.value["example"] ?? null }] : [];
  const named = Object.keys(asObject(owner.value["examples"]));
  return [...single, ...named.map((name) => placeBelow(document, owner, "examples", name).value)];
}

const one = ["items", "additionalProperties", "propertyNames", "not", "contains"];
const listed = ["allOf", "anyOf", "oneOf", "prefixItems"];
const named = ["properties", "patternProperties", "$defs"];

function subschemas(document: OpenApiDocument, place: Place): readonly Place[] {
  const { value } = place;
  return [
    ...one.filter((key) => isObject(value[key])).map((key) => placeAt(document, place, key)),
    ...listed.flatMap((key) =>
      asArray(value[key]).map((_, index) => placeAt(document, place, key, `${index}`)),
    ),
    ...named.flatMap((key) =>
      Object.keys(asObject(value[key])).map((name) => placeAt(document, place, key, name)),
    ),
  ];
}
