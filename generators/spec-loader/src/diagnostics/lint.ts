import { type DiagnosticTable, defineDiagnostics, explanationPage } from "./diagnostic.ts";

/** The codes of the advice from `specwright lint`. */
export type LintCode =
  | "OPERATION_ID_MISSING"
  | "OPERATION_DESCRIPTION_MISSING"
  | "PARAMETER_DESCRIPTION_MISSING"
  | "SCHEMA_DESCRIPTION_MISSING"
  | "MESSAGE_DESCRIPTION_MISSING"
  | "EXAMPLE_MISSING"
  | "ERROR_RESPONSE_MISSING"
  | "COMPONENT_UNUSED"
  | "TAG_UNDECLARED"
  | "REQUIRED_UNDECLARED"
  | "RANGE_EMPTY";

/**
 * Declares the advice on the quality of a document. `specwright lint` reports the advice, and generation
 * ignores it.
 */
export const lintDiagnostics: DiagnosticTable<LintCode> = defineDiagnostics({
  OPERATION_ID_MISSING: {
    severity: "warning",
    fix: "Add an operationId: a verb and a noun, such as listOrders.",
    explanation: explanationPage({
      problem:
        "The operation has no `operationId`, so the generated method is named after the HTTP method and the path. The name changes whenever the path changes.",
      wrong: "/orders:\n  get:\n    summary: Lists orders.",
      fixed: "/orders:\n  get:\n    operationId: listOrders\n    summary: Lists orders.",
    }),
  },
  OPERATION_DESCRIPTION_MISSING: {
    severity: "warning",
    fix: "Add a summary or a description.",
    explanation: explanationPage({
      problem:
        "The operation has neither `summary` nor `description`. These texts document the generated method.",
      wrong: "get:\n  operationId: listOrders",
      fixed: "get:\n  operationId: listOrders\n  summary: Lists the orders of a market.",
    }),
  },
  PARAMETER_DESCRIPTION_MISSING: {
    severity: "info",
    fix: "Describe what the parameter does.",
    explanation: explanationPage({
      problem: "The parameter has no `description`.",
      wrong: "- name: since\n  in: query",
      fixed: "- name: since\n  in: query\n  description: The sequence number to resume after.",
    }),
  },
  SCHEMA_DESCRIPTION_MISSING: {
    severity: "info",
    fix: "Describe what the type stands for.",
    explanation: explanationPage({
      problem:
        "A schema under `components` has no `description`. This text documents the generated type.",
      wrong: "schemas:\n  Order: { type: object }",
      fixed:
        "schemas:\n  Order:\n    description: The current state of an order.\n    type: object",
    }),
  },
  MESSAGE_DESCRIPTION_MISSING: {
    severity: "warning",
    fix: "Add a summary or a description.",
    explanation: explanationPage({
      problem: "The message has no `title`, `summary` or `description`.",
      wrong: "messages:\n  orderUpdate:\n    payload: { type: object }",
      fixed:
        "messages:\n  orderUpdate:\n    summary: An order changed.\n    payload: { type: object }",
    }),
  },
  EXAMPLE_MISSING: {
    severity: "info",
    fix: "Add `examples` with one realistic value.",
    explanation: explanationPage({
      problem:
        "A JSON body or message has no example, and neither has its schema. Readers look at examples first, and tests can check them.",
      wrong: "application/json:\n  schema: { $ref: '#/components/schemas/Order' }",
      fixed:
        "application/json:\n  schema: { $ref: '#/components/schemas/Order' }\n  examples:\n    open: { value: { id: 7, status: open } }",
    }),
  },
  ERROR_RESPONSE_MISSING: {
    severity: "warning",
    fix: "Add a 4XX or default response.",
    explanation: explanationPage({
      problem:
        "The operation documents no error: no 4xx or 5xx status and no `default`. Every operation can fail, and a client cannot handle an error without a type.",
      wrong: "responses:\n  200: { description: The order. }",
      fixed:
        "responses:\n  200: { description: The order. }\n  default: { $ref: '#/components/responses/Problem' }",
    }),
  },
  COMPONENT_UNUSED: {
    severity: "warning",
    fix: "Remove the component, or refer to it.",
    explanation: explanationPage({
      problem: "Nothing refers to this component.",
      wrong: "components:\n  schemas:\n    OldOrder: { type: object }",
      fixed: "components:\n  schemas: {}",
      note: "Security schemes count as used when `security` names them.",
    }),
  },
  TAG_UNDECLARED: {
    severity: "warning",
    fix: "Declare the tag in the list `tags` at the top of the document.",
    explanation: explanationPage({
      problem:
        "An operation has a tag that the document does not declare, so the tag has no description and no position in the order of tags.",
      wrong: "get:\n  tags: [orders]",
      fixed: "tags:\n  - name: orders\n    description: Orders and their history.",
    }),
  },
  RANGE_EMPTY: {
    severity: "warning",
    fix: "Swap the two limits, or correct one limit.",
    explanation: explanationPage({
      problem: "The lower limit of a schema is greater than the upper limit, so no value matches.",
      wrong: "type: integer\nminimum: 100\nmaximum: 10",
      fixed: "type: integer\nminimum: 10\nmaximum: 100",
    }),
  },
  REQUIRED_UNDECLARED: {
    severity: "warning",
    fix: "Add the property, or correct the name in `required`.",
    explanation: explanationPage({
      problem:
        "`required` names a property that the schema does not describe. Often the name is misspelt, which makes every value invalid.",
      wrong: "required: [order_id]\nproperties:\n  orderId: { type: string }",
      fixed: "required: [orderId]\nproperties:\n  orderId: { type: string }",
    }),
  },
});
