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

function rule(title: string, explanation: string): Rule {
  return { area: "parameter", title, explanation };
}

/** The rules about parameters of OpenAPI operations. */
export const parameterRules: Readonly<Record<ParameterRuleId, Rule>> = {
  "required-parameter-added": rule(
    "A required parameter was added",
    "Requests without it are refused, which breaks every client. Add it as optional.",
  ),
  "optional-parameter-added": rule(
    "An optional parameter was added",
    "Clients that do not know it do not send it.",
  ),
  "parameter-removed": rule(
    "A parameter was removed",
    "A server may ignore what it does not know, and then does something else than the client asked " +
      "for, or refuse the request. Code that sets the parameter no longer compiles.",
  ),
  "parameter-became-required": rule(
    "A parameter became required",
    "Requests without it, which were valid, are refused.",
  ),
  "parameter-became-optional": rule(
    "A parameter became optional",
    "Requests with it are valid as before.",
  ),
  "parameter-deprecated": rule(
    "A parameter was deprecated",
    "It still works. Say in the description what to use instead, and in `x-sunset` until when it is " +
      "kept.",
  ),
  "parameter-reactivated": rule("A parameter is no longer deprecated", "It breaks nobody."),
  "parameter-style-changed": rule(
    "A parameter is written in another way",
    "`style` and `explode` say how lists and objects are written. Only a change that is visible for " +
      "values of the parameter's types is reported.",
  ),
  "parameter-content-changed": rule(
    "The media type of a parameter changed",
    "Values are written in another way. Clients send them in the old one.",
  ),
  "parameter-allow-reserved-added": rule(
    "Reserved characters may be sent as they are",
    "Clients that encode them are understood as before.",
  ),
  "parameter-allow-reserved-removed": rule(
    "Reserved characters must be encoded",
    "Clients send them as they are; the server may read them as delimiters.",
  ),
  "parameter-allow-empty-value-added": rule(
    "An empty parameter became valid",
    "Clients that send a value are understood as before.",
  ),
  "parameter-allow-empty-value-removed": rule(
    "An empty parameter is no longer valid",
    "Clients that send none of its value are refused.",
  ),
  "parameter-schema-added": rule("A parameter got a schema", "Any value was valid before."),
  "parameter-schema-removed": rule("A parameter lost its schema", "Any value is valid now."),
  "path-parameter-renamed": rule(
    "A path parameter was renamed",
    "Its name is not sent. But generated code names an argument after it.",
  ),
};
