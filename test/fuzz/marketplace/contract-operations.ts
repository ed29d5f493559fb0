// The operations of an OpenAPI document, read directly from the document instead of the contract and
// generated code: the form of requests and the allowed responses.

import { isRecord, listOf, type RawSchema } from "../reference/check.ts";
import { interpretSchema } from "../reference/interpret.ts";
import {
  type Place,
  type SchemaDocuments,
  schemaDocuments,
} from "../reference/schema-documents.ts";

/** A schema with a function that checks texts against it. */
export interface Checked {
  readonly place: Place;
  keeps(text: string): boolean;
}

/** A parameter of a request or a header of a response. */
export interface ContractParameter extends Checked {
  readonly name: string;
  readonly in: string;
  readonly required: boolean;
  /** Whether its text is a JSON value such as a number. */
  readonly isBare: boolean;
}

/** A documented response. */
export interface ContractAnswer {
  readonly headers: readonly ContractParameter[];
  /** By media type; files have no schema. */
  readonly content: ReadonlyMap<string, Checked>;
}

/** The body of a request. */
export interface ContractBody extends Checked {
  readonly type: string;
  readonly required: boolean;
  /** The largest number of bytes that the server reads. */
  readonly maxBytes: number;
}

export interface ContractOperation {
  readonly id: string;
  readonly method: string;
  readonly path: string;
  /** Whether a session is required, optional, or ignored. */
  readonly session: "required" | "optional" | "none";
  readonly parameters: readonly ContractParameter[];
  readonly body: ContractBody | undefined;
  /** By status. */
  readonly answers: ReadonlyMap<number, ContractAnswer>;
}

/** The parts of a document that the fuzz reads. */
export interface ContractDocument {
  readonly documents: SchemaDocuments;
  readonly operations: readonly ContractOperation[];
  /** The schema of a problem, for responses without an operation. */
  readonly problem: Checked;
}

function sessionOf(security: readonly unknown[]): ContractOperation["session"] {
  if (security.length === 0) return "none";
  const isOptional = security.some((schemes) => Object.keys(Object(schemes)).length === 0);
  return isOptional ? "optional" : "required";
}

const methods = ["get", "put", "post", "delete", "patch"];

/**
 * Reads a document of `specs`.
 *
 * @throws Error if a reference does not resolve.
 */
export function readContract(path: string): ContractDocument {
  const specs = new URL("../../../specs/", import.meta.url);
  const file = new URL(path, specs).pathname;
  const documents = schemaDocuments();
  const checks = new Map<unknown, Checked>();

  function follow(place: Place): Place {
    const reference = isRecord(place.schema) ? place.schema["$ref"] : undefined;
    return typeof reference === "string" ? follow(documents.follow(place.file, reference)) : place;
  }
  function record({ schema }: Place): RawSchema {
    return isRecord(schema) ? schema : {};
  }
  function checked(place: Place): Checked {
    const known = checks.get(place.schema);
    if (known !== undefined) return known;
    const judge = interpretSchema(documents, place);
    const made = { place, keeps: (text: string) => judge(text).kind === "valid" };
    checks.set(place.schema, made);
    return made;
  }
  function parameter(from: Place, name?: string): ContractParameter {
    const { file: at, schema } = follow(from);
    const found = record({ file: at, schema });
    const place = { file: at, schema: found["schema"] };
    const type = record(follow(place))["type"];
    const isBare = type === "integer" || type === "number" || type === "boolean";
    const { keeps } = checked(place);
    return {
      name: name ?? String(found["name"]),
      in: String(found["in"] ?? "header"),
      required: found["required"] === true,
      place,
      isBare,
      keeps: (text) => keeps(isBare ? text : JSON.stringify(text)),
    };
  }
  function contentOf(place: Place): ReadonlyMap<string, Checked> {
    const content = Object.entries(record({ ...place, schema: record(place)["content"] }));
    return new Map(
      content.map(([type, media]) => {
        const { schema } = record({ ...place, schema: media });
        return [type, checked({ file: place.file, schema: schema ?? true })];
      }),
    );
  }
  function answer(from: Place): ContractAnswer {
    const place = follow(from);
    const headers = Object.entries(record({ ...place, schema: record(place)["headers"] }));
    return {
      headers: headers.map(([name, schema]) => parameter({ file: place.file, schema }, name)),
      content: contentOf(place),
    };
  }

  const root = documents.follow(file, "#");
  const operations = Object.entries(record({ file, schema: record(root)["paths"] })).flatMap(
    ([template, item]) =>
      methods.flatMap((method): readonly ContractOperation[] => {
        const operation = isRecord(item) ? item[method] : undefined;
        if (!isRecord(item) || !isRecord(operation)) return [];
        const shared = [...listOf(item["parameters"]), ...listOf(operation["parameters"])];
        const asked = follow({ file, schema: operation["requestBody"] });
        const required = record(asked)["required"] === true;
        const maxBytes = Number(record(asked)["x-max-bytes"] ?? Number.POSITIVE_INFINITY);
        const [body] = [...contentOf(asked)].map(([type, check]) => ({
          ...{ type, required, maxBytes },
          ...check,
        }));
        const answers = Object.entries(record({ file, schema: operation["responses"] }));
        return [
          {
            id: String(operation["operationId"]),
            method: method.toUpperCase(),
            path: template,
            session: sessionOf(listOf(operation["security"] ?? record(root)["security"])),
            parameters: shared.map((schema) => parameter({ file, schema })),
            body,
            answers: new Map(
              answers.map(([status, schema]) => [Number(status), answer({ file, schema })]),
            ),
          },
        ];
      }),
  );
  const problem = documents.follow(file, "../schemas/problem.yaml#/components/schemas/Problem");
  return { documents, operations, problem: checked(problem) };
}
