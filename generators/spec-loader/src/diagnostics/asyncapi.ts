import { type DiagnosticTable, defineDiagnostics, page } from "./diagnostic.ts";

/** The problems of AsyncAPI documents. */
export type AsyncapiCode =
  | "ASYNCAPI_INVALID"
  | "ASYNCAPI_ADVICE"
  | "CHANNEL_PARAMETER_MISSING"
  | "CHANNEL_ADDRESS_DUPLICATE";

/** Declares the diagnostics of AsyncAPI documents. */
export const asyncapiDiagnostics: DiagnosticTable<AsyncapiCode> = defineDiagnostics({
  ASYNCAPI_INVALID: {
    severity: "error",
    fix: "Change the document as the AsyncAPI specification wants it.",
    explanation: page({
      problem:
        "The document breaks a rule of the AsyncAPI specification: of its JSON Schema, or one that no schema can express. The name of the rule, which is that of the official parser, stands in parentheses in the message.",
      wrong: "operations:\n  sendOrder:\n    action: publish",
      fixed:
        "operations:\n  sendOrder:\n    action: send\n    channel: { $ref: '#/channels/orders' }",
    }),
  },
  ASYNCAPI_ADVICE: {
    severity: "warning",
    fix: "Follow the advice, or leave it: generation works either way.",
    explanation: page({
      problem:
        "The document has something that AsyncAPI advises against, and that does not stop generation. The name of the rule, which is that of the official parser, stands in parentheses in the message.",
      wrong: "info:\n  title: Orders\n  version: 1.0.0\ntags: []",
      fixed: "info:\n  title: Orders\n  version: 1.0.0\n  description: Orders as they change.",
    }),
  },
  CHANNEL_PARAMETER_MISSING: {
    severity: "warning",
    fix: "Declare the parameter under `parameters` of the channel.",
    explanation: page({
      problem:
        "The address of a channel has a parameter in braces that the channel does not declare. It is taken as a string.",
      wrong: "channels:\n  orders:\n    address: /orders/{market}",
      fixed:
        "channels:\n  orders:\n    address: /orders/{market}\n    parameters:\n      market: { description: The market. }",
    }),
  },
  CHANNEL_ADDRESS_DUPLICATE: {
    severity: "warning",
    fix: "Merge the channels, or bind them to different servers.",
    explanation: page({
      problem:
        "Two channels have one address on the same servers, so a message that arrives there cannot be told to belong to either.",
      wrong: "channels:\n  orders: { address: /orders }\n  trades: { address: /orders }",
      fixed: "channels:\n  orders: { address: /orders }\n  trades: { address: /trades }",
    }),
  },
});
