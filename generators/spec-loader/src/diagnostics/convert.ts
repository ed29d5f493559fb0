import { type DiagnosticTable, defineDiagnostics, page } from "./diagnostic.ts";

/** The codes of what a conversion changes or loses. */
export type ConvertCode =
  | "CONVERT_VERSION"
  | "CONVERT_CONFLICT"
  | "CONVERT_LOST"
  | "CONVERT_DROPPED"
  | "CONVERT_ASSUMED"
  | "CONVERT_RENAMED"
  | "CONVERT_COPIED";

/** Declares the diagnostics of `specwright convert`. */
export const convertDiagnostics: DiagnosticTable<ConvertCode> = defineDiagnostics({
  CONVERT_VERSION: {
    severity: "error",
    fix: "Use the document without conversion.",
    explanation: page({
      problem:
        "`convert` reads documents of Swagger 2.0 and AsyncAPI 2.0 to 2.6. This one has a version that needs no conversion.",
      wrong: "openapi: 3.0.4",
      fixed: 'swagger: "2.0"',
    }),
  },
  CONVERT_CONFLICT: {
    severity: "error",
    fix: "Remove all but one body, or the form.",
    explanation: page({
      problem:
        "A request has one body. In Swagger 2.0 that is one parameter with `in: body`, or the fields of a form.",
      wrong:
        "parameters:\n  - { name: pet, in: body, schema: {} }\n  - { name: note, in: formData, type: string }",
      fixed: "parameters:\n  - { name: pet, in: body, schema: {} }",
    }),
  },
  CONVERT_LOST: {
    severity: "warning",
    fix: "Say it in a description, if readers need it.",
    explanation: page({
      problem:
        "The new version of the specification cannot express a part of the document. The part is left out, so the converted document says less.",
      wrong:
        "parameters:\n  - name: ids\n    in: query\n    type: array\n    items: { type: string }\n    collectionFormat: tsv",
      fixed:
        "parameters:\n  - name: ids\n    in: query\n    description: The ids, separated by tabs.\n    schema: { type: string }",
      note: "Others are the `type` and `pattern` of a channel parameter of AsyncAPI 2, and security requirements of several schemes there.",
    }),
  },
  CONVERT_DROPPED: {
    severity: "info",
    fix: "Nothing: the document means the same without it.",
    explanation: page({
      problem:
        "A part without effect on requests or messages is left out, because the new version has no place for it: the name of a body, or a member beside a `$ref` in Swagger 2.0.",
      wrong: "- { name: body, in: body, schema: { $ref: '#/definitions/Pet' } }",
      fixed:
        "requestBody:\n  content:\n    application/json:\n      schema: { $ref: '#/components/schemas/Pet' }",
    }),
  },
  CONVERT_ASSUMED: {
    severity: "info",
    fix: "Add `consumes` to the document, if the body has another media type.",
    explanation: page({
      problem:
        "OpenAPI 3 describes a body by its media types. The document names none, so JSON is assumed.",
      wrong: "post:\n  parameters:\n    - { name: pet, in: body, schema: {} }",
      fixed:
        "post:\n  consumes: [application/xml]\n  parameters:\n    - { name: pet, in: body, schema: {} }",
    }),
  },
  CONVERT_RENAMED: {
    severity: "info",
    fix: "Nothing, or choose a name of letters, digits, points, dashes and underscores.",
    explanation: page({
      problem:
        "A name is not allowed in the new version, or another part has it there. The part gets a new name, and its references follow.",
      wrong: "definitions:\n  Page«Pet»: { type: object }",
      fixed: "components:\n  schemas:\n    Page_Pet: { type: object }",
    }),
  },
  CONVERT_COPIED: {
    severity: "info",
    fix: "Nothing, or let all operations have the same media types.",
    explanation: page({
      problem:
        "In Swagger 2.0, each operation decides the media types of the shared bodies and responses that it refers to. In OpenAPI 3 they have their own media types, so an operation with different ones gets a copy.",
      wrong:
        "produces: [application/json]\npaths:\n  /pets:\n    get:\n      produces: [text/csv]\n      responses: { 200: { $ref: '#/responses/pets' } }",
      fixed:
        "paths:\n  /pets:\n    get:\n      responses:\n        200:\n          description: The pets.\n          content: { text/csv: { schema: { type: string } } }",
    }),
  },
});
