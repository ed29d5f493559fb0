import { type DiagnosticTable, defineDiagnostics, explanationPage } from "./diagnostic.ts";

/** The codes of problems in OpenAPI documents. */
export type OpenapiCode =
  | "OPERATION_ID_DUPLICATE"
  | "PATH_INVALID"
  | "PATH_DUPLICATE"
  | "PATH_PARAMETER_MISSING"
  | "PATH_PARAMETER_UNUSED"
  | "PATH_PARAMETER_OPTIONAL"
  | "PARAMETER_DUPLICATE"
  | "RESPONSE_CODE_INVALID"
  | "RESPONSE_DESCRIPTION_MISSING"
  | "RESPONSES_MISSING"
  | "SECURITY_SCHEME_UNKNOWN"
  | "COMPONENT_NAME_INVALID";

/** Declares the diagnostics of OpenAPI documents. */
export const openapiDiagnostics: DiagnosticTable<OpenapiCode> = defineDiagnostics({
  OPERATION_ID_DUPLICATE: {
    severity: "error",
    fix: "Give each operation its own operationId.",
    explanation: explanationPage({
      problem:
        "Two operations have the same `operationId`. Methods, types and routes are named after it, so it must be unique in the document.",
      wrong: "/orders:\n  get: { operationId: orders }\n  post: { operationId: orders }",
      fixed: "/orders:\n  get: { operationId: listOrders }\n  post: { operationId: createOrder }",
    }),
  },
  PATH_INVALID: {
    severity: "error",
    fix: "Start the path with /, and close each { with }.",
    explanation: explanationPage({
      problem:
        "A path must start with `/`, and its parameters must be in braces. In OpenAPI 3.2, a path has each parameter once.",
      wrong: "paths:\n  orders/{id:\n    get: {}",
      fixed: "paths:\n  /orders/{id}:\n    get: {}",
    }),
  },
  PATH_DUPLICATE: {
    severity: "warning",
    fix: "Keep one of the two paths.",
    explanation: explanationPage({
      problem:
        "Two paths differ only in the names of their parameters, so a router cannot tell them apart.",
      wrong: "paths:\n  /orders/{id}: {}\n  /orders/{order_id}: {}",
      fixed: "paths:\n  /orders/{order_id}: {}",
    }),
  },
  PATH_PARAMETER_MISSING: {
    severity: "warning",
    fix: "Declare the parameter with `in: path` and `required: true`.",
    explanation: explanationPage({
      problem:
        "The path has a parameter that neither the path item nor the operation declares. Its type is assumed to be string.",
      wrong: "/orders/{id}:\n  get:\n    responses: {}",
      fixed:
        "/orders/{id}:\n  get:\n    parameters:\n      - name: id\n        in: path\n        required: true\n        schema: { type: string }",
    }),
  },
  PATH_PARAMETER_UNUSED: {
    severity: "warning",
    fix: "Add {name} to the path, or remove the parameter.",
    explanation: explanationPage({
      problem: "A parameter has `in: path`, but its name is not in braces in the path.",
      wrong: "/orders:\n  get:\n    parameters:\n      - { name: id, in: path, required: true }",
      fixed:
        "/orders/{id}:\n  get:\n    parameters:\n      - { name: id, in: path, required: true }",
    }),
  },
  PATH_PARAMETER_OPTIONAL: {
    severity: "warning",
    fix: "Add `required: true`.",
    explanation: explanationPage({
      problem:
        "A path parameter must have `required: true`: a path needs all its values. It is treated as required.",
      wrong: "- name: id\n  in: path",
      fixed: "- name: id\n  in: path\n  required: true",
    }),
  },
  PARAMETER_DUPLICATE: {
    severity: "error",
    fix: "Remove or rename one of the two parameters.",
    explanation: explanationPage({
      problem:
        "One list has two parameters with the same name and the same `in`. An operation may replace a parameter of its path item, but must not list its own parameter twice.",
      wrong: "parameters:\n  - { name: id, in: query }\n  - { name: id, in: query }",
      fixed: "parameters:\n  - { name: id, in: query }\n  - { name: page, in: query }",
    }),
  },
  RESPONSE_CODE_INVALID: {
    severity: "error",
    fix: "Use a status such as 200, a range such as 4XX, or default.",
    explanation: explanationPage({
      problem:
        "The keys of `responses` are HTTP statuses of three digits, ranges from `1XX` to `5XX` with capital X, or `default`.",
      wrong: "responses:\n  2xx: { description: Done. }",
      fixed: "responses:\n  2XX: { description: Done. }",
    }),
  },
  RESPONSE_DESCRIPTION_MISSING: {
    severity: "warning",
    fix: "Describe in one sentence what the response means.",
    explanation: explanationPage({
      problem:
        "OpenAPI 3.0 and 3.1 require a description of every response; 3.2 no longer does. It documents the generated code.",
      wrong: "responses:\n  200: {}",
      fixed: "responses:\n  200:\n    description: The order.",
    }),
  },
  RESPONSES_MISSING: {
    severity: "warning",
    fix: "Add `responses` with at least one status or default.",
    explanation: explanationPage({
      problem:
        "The operation does not declare its responses, so every response has the type `unknown`. OpenAPI 3.0 requires `responses`.",
      wrong: "get:\n  operationId: getOrder",
      fixed: "get:\n  operationId: getOrder\n  responses:\n    200:\n      description: The order.",
    }),
  },
  SECURITY_SCHEME_UNKNOWN: {
    severity: "error",
    fix: "Declare the scheme under components.securitySchemes, or correct the name.",
    explanation: explanationPage({
      problem: "`security` names a scheme that `components.securitySchemes` does not have.",
      wrong: "security:\n  - bearer: []",
      fixed:
        "security:\n  - bearer: []\ncomponents:\n  securitySchemes:\n    bearer: { type: http, scheme: bearer }",
    }),
  },
  COMPONENT_NAME_INVALID: {
    severity: "warning",
    fix: "Use letters, digits, dot, hyphen and underscore.",
    explanation: explanationPage({
      problem:
        "The specification allows `A-Z a-z 0-9 . _ -` in names of components. Other names work here, but some tools reject them.",
      wrong: "schemas:\n  Order Item: { type: object }",
      fixed: "schemas:\n  OrderItem: { type: object }",
    }),
  },
});
