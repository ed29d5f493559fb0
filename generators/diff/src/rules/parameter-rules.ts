import type { Rule } from "./rule.ts";

/** The id of a rule about parameters of OpenAPI operations. */
export type ParameterRuleId =
  | "required-parameter-added"
  | "optional-parameter-added"
  | "parameter-removed"
  | "parameter-became-required"
  | "parameter-became-optional"
  | "parameter-deprecated"
  | "parameter-reactivated"
  | "parameter-style-changed"
  | "parameter-content-changed"
  | "parameter-allow-reserved-added"
  | "parameter-allow-reserved-removed"
  | "parameter-allow-empty-value-added"
  | "parameter-allow-empty-value-removed"
  | "parameter-schema-added"
  | "parameter-schema-removed"
  | "path-parameter-renamed";

function parameterRule(title: string, explanation: string): Rule {
  return { area: "parameter", title, explanation };
}

/** The rules about parameters of OpenAPI operations. */
export const parameterRules: Readonly<Record<ParameterRuleId, Rule>> = {
  "required-parameter-added": parameterRule(
    "A required parameter was added",
    "The server rejects requests without it, so every existing client breaks. Add the parameter as " +
      "optional.",
  ),
  "optional-parameter-added": parameterRule(
    "An optional parameter was added",
    "Existing clients do not send it, which is valid.",
  ),
  "parameter-removed": parameterRule(
    "A parameter was removed",
    "The server may ignore the parameter and return something other than the client asked for, " +
      "or reject the request. Code that sets the parameter no longer compiles.",
  ),
  "parameter-became-required": parameterRule(
    "A parameter became required",
    "The server now rejects requests without it, which were valid.",
  ),
  "parameter-became-optional": parameterRule(
    "A parameter became optional",
    "Requests with the parameter are still valid.",
  ),
  "parameter-deprecated": parameterRule(
    "A parameter was deprecated",
    "The parameter still works. Say in its description what to use instead, and in `x-sunset` how " +
      "long it is kept.",
  ),
  "parameter-reactivated": parameterRule(
    "A parameter is no longer deprecated",
    "Existing clients keep working.",
  ),
  "parameter-style-changed": parameterRule(
    "The format of a parameter changed",
    "`style` and `explode` say how lists and objects are written. A change is reported only if it " +
      "affects values of the parameter's types.",
  ),
  "parameter-content-changed": parameterRule(
    "The media type of a parameter changed",
    "Values have a new format. Existing clients send the old one.",
  ),
  "parameter-allow-reserved-added": parameterRule(
    "Reserved characters may be sent unencoded",
    "Clients that encode them keep working.",
  ),
  "parameter-allow-reserved-removed": parameterRule(
    "Reserved characters must be encoded",
    "Existing clients send them unencoded, and the server may read them as delimiters.",
  ),
  "parameter-allow-empty-value-added": parameterRule(
    "An empty parameter became valid",
    "Clients that send a value keep working.",
  ),
  "parameter-allow-empty-value-removed": parameterRule(
    "An empty parameter is no longer valid",
    "The server rejects clients that send the parameter without a value.",
  ),
  "parameter-schema-added": parameterRule(
    "A parameter got a schema",
    "Any value was valid before.",
  ),
  "parameter-schema-removed": parameterRule(
    "A parameter lost its schema",
    "Any value is valid now.",
  ),
  "path-parameter-renamed": parameterRule(
    "A path parameter was renamed",
    "The name is not sent, but generated code names an argument after it.",
  ),
};
