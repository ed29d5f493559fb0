import { type DiagnosticTable, defineDiagnostics, explanationPage } from "./diagnostic.ts";

/** The codes of problems in AsyncAPI documents. */
export type AsyncapiCode =
  | "ASYNCAPI_INVALID"
  | "ASYNCAPI_ADVICE"
  | "CHANNEL_PARAMETER_MISSING"
  | "CHANNEL_ADDRESS_DUPLICATE";

/** Declares the diagnostics of AsyncAPI documents. */
export const asyncapiDiagnostics: DiagnosticTable<AsyncapiCode> = defineDiagnostics({
  ASYNCAPI_INVALID: {
    severity: "error",
    fix: "Fix the document to match the AsyncAPI specification.",
    explanation: explanationPage({
      problem:
        "The document breaks a rule of the AsyncAPI specification. The message names the rule in parentheses, as the official parser does.",
      wrong: "operations:\n  sendOrder:\n    action: publish",
      fixed:
        "operations:\n  sendOrder:\n    action: send\n    channel: { $ref: '#/channels/orders' }",
    }),
  },
  ASYNCAPI_ADVICE: {
    severity: "warning",
    fix: "Follow the advice, or ignore it: generation works either way.",
    explanation: explanationPage({
      problem:
        "A part of the document is valid, but AsyncAPI advises against it. Generation still works. The message names the rule in parentheses, as the official parser does.",
      wrong: "info:\n  title: Orders\n  version: 1.0.0\ntags: []",
      fixed: "info:\n  title: Orders\n  version: 1.0.0\n  description: Changes of orders.",
    }),
  },
  CHANNEL_PARAMETER_MISSING: {
    severity: "warning",
    fix: "Declare the parameter under `parameters` of the channel.",
    explanation: explanationPage({
      problem:
        "The address of a channel has a parameter in braces that the channel does not declare. Its type is assumed to be string.",
      wrong: "channels:\n  orders:\n    address: /orders/{market}",
      fixed:
        "channels:\n  orders:\n    address: /orders/{market}\n    parameters:\n      market: { description: The market. }",
    }),
  },
  CHANNEL_ADDRESS_DUPLICATE: {
    severity: "warning",
    fix: "Merge the channels, or bind them to different servers.",
    explanation: explanationPage({
      problem:
        "Two channels have the same address on the same servers, so a receiver cannot tell which channel a message belongs to.",
      wrong: "channels:\n  orders: { address: /orders }\n  trades: { address: /orders }",
      fixed: "channels:\n  orders: { address: /orders }\n  trades: { address: /trades }",
    }),
  },
});
