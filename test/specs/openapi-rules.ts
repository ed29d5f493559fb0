// Our rules for OpenAPI documents beyond those of the linters. Each rule returns its violations.

import { Ajv2020 } from "ajv/dist/2020.js";
import formats from "ajv-formats";
import {
  dereference,
  type OpenApiDocument,
  type Operation,
  operationsOf,
  type Place,
  placeAt,
} from "./openapi-document.ts";
import {
  documentBodies,
  examplesOf,
  isDescribed,
  parametersOf,
  schemasOf,
} from "./openapi-schemas.ts";
import { asArray, asObject, enumValues, isObject, type Json, toDoubles } from "./read-spec.ts";

/** Returns the violations of a rule as lines. */
export type Rule = (document: OpenApiDocument) => readonly string[];

/** Every example matches its schema. */
export const examplesObeySchemas: Rule = (document) => {
  const ajv = new Ajv2020({ allErrors: true, strict: false }); // strict refuses `openapi` at the root
  formats.default(ajv);
  ajv.addFormat("binary", true);
  schemasOf(document); // reads every file
  for (const [file, root] of document.files) {
    ajv.addSchema(asObject(toDoubles(root) as Json), `spec:/${file}`, false, false);
  }
  return [...documentBodies(document), ...parametersOf(document)].flatMap((owner) => {
    const schema = placeAt(document, owner, "schema");
    const validate = ajv.compile({ $ref: `spec:/${schema.file}#${encodeURI(schema.pointer)}` });
    return examplesOf(document, owner).flatMap((example) => {
      validate(toDoubles(example["value"] ?? null));
      return (validate.errors ?? []).map(
        (error) => `${nameOf(owner)} ${error.instancePath} ${error.message}`,
      );
    });
  });
};

/** Every body, parameter and header has an example. */
export const everythingHasAnExample: Rule = (document) =>
  [...documentBodies(document), ...parametersOf(document)]
    .filter((owner) => examplesOf(document, owner).length === 0)
    .map(nameOf);

/** Strings, numbers and arrays are bounded. */
export const valuesAreBounded: Rule = (document) => {
  const schemas = schemasOf(document);
  // An open enum lists today's values; the length of future values is unknown.
  const isOpenEnum = ({ value }: Place) => "anyOf" in value && enumValues(value).length > 0;
  const open = new Set(schemas.filter(isOpenEnum).map(nameOf));
  return schemas
    .filter((place) => !open.has(nameOf(place).replace(/\/anyOf\/\d+$/, "")))
    .filter(({ value }) => {
      const has = (...keys: readonly string[]) => keys.some((key) => key in value);
      const is = (type: string) => value["type"] === type || asArray(value["type"]).includes(type);
      if (is("string") && !has("maxLength", "enum", "const", "format")) return true;
      if (is("array") && !has("maxItems")) return true;
      return (is("integer") || is("number")) && !(has("minimum") && has("maximum"));
    })
    .map(nameOf);
};

/** Every schema has a type, except the schema that accepts everything. */
export const schemasAreTyped: Rule = (document) =>
  schemasOf(document)
    .filter(({ pointer }) => pointer !== "/components/schemas/JsonValue")
    .filter(({ value }) => !["type", "$ref", "allOf", "anyOf", "oneOf"].some((key) => key in value))
    .map(nameOf);

/** Objects in requests state whether further fields are allowed. */
export const requestObjectsAreClosed: Rule = (document) =>
  schemasOf(document)
    .filter(({ inRequest, value }) => inRequest && value["type"] === "object")
    .filter(({ value }) => typeof value["additionalProperties"] !== "boolean")
    .map(nameOf);

/** Operations have a name, tags and explicit security, and document their failures. */
export const operationsAreComplete: Rule = (document) =>
  operationsOf(document).flatMap((operation) => {
    const { value } = operation;
    const lacks = ["operationId", "summary", "description", "tags", "security"].filter(
      (key) => !(key in value),
    );
    const missing = failuresOf(operation).filter(
      (status) => !operation.responses.some(([given]) => given === status),
    );
    return [...lacks, ...missing].map((what) => `${operation.method} ${operation.path} ${what}`);
  });

/** Failures respond with a problem only. */
export const failuresAreProblems: Rule = (document) =>
  operationsOf(document).flatMap((operation) =>
    operation.responses
      .filter(([status]) => Number(status) >= 400)
      .filter(([, { value }]) => {
        const types = Object.keys(asObject(value["content"]));
        return types.length !== 1 || types[0] !== "application/problem+json";
      })
      .map(([status]) => `${operation.method} ${operation.path} ${status}`),
  );

/** Every part that a reader meets has a description. */
export const everythingIsDescribed: Rule = (document) => {
  const operations = operationsOf(document);
  const properties = schemasOf(document).flatMap((schema) =>
    Object.keys(asObject(schema.value["properties"])).map((name) =>
      placeAt(document, schema, "properties", name),
    ),
  );
  const bodies = documentBodies(document).map((body) =>
    dereference(document, placeAt(document, body, "schema")),
  );
  const places = [
    ...parametersOf(document),
    ...operations.flatMap(({ requestBody }) => (requestBody ? [requestBody] : [])),
    ...operations.flatMap(({ responses }) => responses.map(([, response]) => response)),
    ...properties,
    ...bodies,
  ];
  return [...new Set(places.filter((place) => !isDescribed(document, place)).map(nameOf))];
};

/** Objects require only fields that they define. */
export const requiredFieldsExist: Rule = (document) =>
  schemasOf(document)
    .filter(({ value }) => isObject(value["properties"]))
    .flatMap((schema) =>
      asArray(schema.value["required"])
        .filter((name) => !(`${name}` in asObject(schema.value["properties"])))
        .map((name) => `${nameOf(schema)} ${name}`),
    );

/** Every rule by name. */
export const rules: Readonly<Record<string, Rule>> = {
  examplesObeySchemas,
  everythingHasAnExample,
  valuesAreBounded,
  schemasAreTyped,
  requestObjectsAreClosed,
  operationsAreComplete,
  failuresAreProblems,
  everythingIsDescribed,
  requiredFieldsExist,
};

// The failures that each kind of operation must document.
function failuresOf(operation: Operation): readonly string[] {
  const inputs = operation.parameters.filter(({ value }) => value["in"] !== "header");
  const hasPath = inputs.some(({ value }) => value["in"] === "path");
  return [
    ...(inputs.length > 0 || operation.requestBody ? ["400"] : []),
    ...(asArray(operation.value["security"]).length > 0 ? ["401"] : []),
    ...(hasPath ? ["404"] : []),
    ...(operation.requestBody ? ["413", "415"] : []),
    "429",
    "500",
  ];
}

function nameOf(place: Place): string {
  return `${place.file}#${place.pointer}`;
}
