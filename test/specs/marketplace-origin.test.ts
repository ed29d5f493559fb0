// Additions to the marketplace source are marked as ours, growing enums are open, and the response of an
// operation links to the operations that accept its id.

import { ListingCodec } from "@specwright/marketplace-api/codec";
import { Ajv2020 } from "ajv/dist/2020.js";
import { describe, expect, it } from "vitest";
import {
  childPlaces,
  dereference,
  locatePlace,
  openDocument,
  operationsOf,
  type Place,
  placeAt,
  placeOf,
} from "./openapi-document.ts";
import { schemasOf } from "./openapi-schemas.ts";
import { asArray, asObject, toDoubles } from "./read-spec.ts";

const document = openDocument("marketplace/openapi.yaml");
const operations = operationsOf(document);

describe("T16 the document names our additions", () => {
  it("T16 marks every narrowing of a field of the source", () => {
    const narrowing = ["pattern", "required", "additionalProperties", "propertyNames"];
    const unmarked = [...schemasOf(document)].flatMap((schema) => {
      if (originsAbove(schema).includes("decision")) return [];
      const own = asObject(schema.value["x-origin"]);
      return narrowing
        .filter((key) => key in schema.value && schema.value[key] !== true)
        .filter((key) => own[key] !== "decision")
        .map((key) => `${schema.file}#${schema.pointer} ${key}`);
    });
    expect(unmarked).toEqual([]);
  });

  it("T16 marks that null clears a field of the source", () => {
    const nullable = [...schemasOf(document)].filter(
      ({ inRequest, value }) => inRequest && asArray(value["type"]).includes("null"),
    );
    expect(nullable.length).toBeGreaterThan(3);
    const unmarked = nullable.filter(
      (schema) =>
        !originsAbove(schema).includes("decision") &&
        asObject(schema.value["x-origin"])["type"] !== "decision",
    );
    expect(unmarked.map(({ pointer }) => pointer)).toEqual([]);
  });

  it("T16 marks the semantics and the security of the operations of the source", () => {
    const ofSource = operations.filter(({ value }) => value["x-origin"] !== "decision");
    expect(ofSource).toHaveLength(13);
    const unmarked = ofSource.flatMap(({ value }) => {
      const id = value["operationId"];
      const origin = asObject(value["x-origin"]);
      // Section 4.3 describes the effect of a report.
      const wanted = id === "reportListing" ? ["security"] : ["description", "security"];
      return wanted.filter((key) => origin[key] !== "decision").map((key) => `${id} ${key}`);
    });
    expect(unmarked).toEqual([]);
  });

  /** Returns the origins of a schema and of its parents. */
  function originsAbove({ file, pointer }: Place): readonly unknown[] {
    const steps = pointer.split("/");
    return steps.map((_, index) => {
      const above = steps.slice(0, index + 1).join("/");
      return locatePlace(document, file, above).value["x-origin"];
    });
  }
});

describe("T16 enums that readers encounter", () => {
  it("T16 accept new values, unless none are expected", () => {
    const closed = schemasOf(document)
      .filter(({ inRequest, value, pointer }) => {
        const isBranch = /\/anyOf\/\d+$/.test(pointer);
        return !inRequest && "enum" in value && !isBranch;
      })
      .map(({ file, pointer }) => `${file}#${pointer}`);
    // The parts of a request.
    expect(closed).toEqual(["schemas/problem.yaml#/components/schemas/FieldError/properties/in"]);
  });

  it("T16 a listing with a new state is accepted by ajv and the SDK", () => {
    const { value } = placeOf(document, "/components/examples/PublishedListing");
    const example = asObject(asObject(value["value"])["data"]);
    const listing = { ...(toDoubles(example) as object), status: "archived" };
    const schema = placeOf(document, "/components/schemas/ListingStatus").value;
    const status = toDoubles(schema) as object;
    expect(new Ajv2020({ strict: false }).validate(status, "archived")).toBe(true);
    expect(new Ajv2020({ strict: false }).validate(status, 7)).toBe(false);
    expect(ListingCodec.decode(JSON.stringify(listing))).toMatchObject({ status: "archived" });
  });
});

describe("T16 links", () => {
  it("T16 lead to every operation that accepts an id, with that id", () => {
    const given = operations.flatMap(({ responses }) =>
      responses.flatMap(([, response]) =>
        childPlaces(document, response, "links").map(([, { value }]) => ({
          to: value["operationId"],
          ids: [
            ...Object.keys(asObject(value["parameters"])),
            ...Object.keys(asObject(value["requestBody"])),
          ],
        })),
      ),
    );
    const unreached = operations.flatMap(({ value, parameters, requestBody }) => {
      const schema = requestBody && dereference(document, schemaOf(requestBody));
      const asked = [
        ...parameters.filter((one) => one.value["in"] === "path").map((one) => one.value["name"]),
        ...(schema === undefined ? [] : asArray(schema.value["required"])),
      ].filter((name) => /_id$/.test(`${name}`));
      const id = value["operationId"];
      return asked
        .filter((name) => !given.some(({ to, ids }) => to === id && ids.includes(`${name}`)))
        .map((name) => `${id} ${name}`);
    });
    expect(unreached).toEqual([]);
    const ids = operations.map(({ value }) => value["operationId"]);
    expect(given.filter(({ to }) => !ids.includes(to))).toEqual([]);
  });

  function schemaOf(requestBody: Place): Place {
    const [type = ""] = Object.keys(asObject(requestBody.value["content"]));
    return placeAt(document, requestBody, "content", type, "schema");
  }
});
