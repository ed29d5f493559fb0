import type { Rule } from "./rule.ts";

/** The id of a rule about security requirements and schemes. */
export type SecurityRuleId =
  | "security-added"
  | "security-removed"
  | "security-became-required"
  | "security-became-optional"
  | "security-scope-added"
  | "security-scope-removed"
  | "security-scheme-added"
  | "security-scheme-removed"
  | "security-scheme-renamed"
  | "security-scheme-type-changed"
  | "security-scheme-location-changed"
  | "security-scheme-url-changed"
  | "bearer-format-changed"
  | "oauth-flow-added"
  | "oauth-flow-removed"
  | "oauth-authorization-url-changed"
  | "oauth-token-url-changed"
  | "oauth-scope-added"
  | "oauth-scope-removed"
  | "oauth-scope-changed";

function rule(title: string, explanation: string): Rule {
  return { area: "security", title, explanation };
}

const decided =
  "A requirement lists alternatives, each of which may need several schemes with scopes. What " +
  "decides is the whole list: a client with credentials for one alternative of the base must be let " +
  "in by some alternative of the revision.";

/** The rules about security requirements and schemes. */
export const securityRules: Readonly<Record<SecurityRuleId, Rule>> = {
  "security-added": rule(
    "A security requirement was added",
    `${decided} One more alternative breaks nobody. A first one breaks every client without credentials.`,
  ),
  "security-removed": rule(
    "A security requirement was removed",
    `${decided} Clients that used the alternative are refused, unless they need no credentials now.`,
  ),
  "security-became-required": rule(
    "Credentials became required",
    "Clients without credentials were let in by the empty requirement (`{}`) and are refused now.",
  ),
  "security-became-optional": rule(
    "Credentials became optional",
    "An empty requirement (`{}`) lets in clients without credentials, too. It breaks nobody.",
  ),
  "security-scope-added": rule(
    "A scope became required",
    `${decided} A token without the scope is refused.`,
  ),
  "security-scope-removed": rule(
    "A scope is no longer required",
    "Tokens with the scope are let in as before, and those without it, too.",
  ),
  "security-scheme-added": rule(
    "A security scheme was added",
    "It has an effect only where a requirement names it; that change is listed for itself.",
  ),
  "security-scheme-removed": rule(
    "A security scheme was removed",
    "It has an effect only where a requirement named it; that change is listed for itself.",
  ),
  "security-scheme-renamed": rule(
    "A security scheme was renamed",
    "Credentials are sent as before, but generated code names them by the key of the scheme.",
  ),
  "security-scheme-type-changed": rule(
    "The type of a security scheme changed",
    "Clients send credentials of the old kind and are refused.",
  ),
  "security-scheme-location-changed": rule(
    "The name or the place of an API key changed",
    "Clients send the key where the server no longer looks for it.",
  ),
  "security-scheme-url-changed": rule(
    "A URL of a security scheme changed",
    "Clients that use the old URL get no token. If the old URL stays in service, it breaks nobody: " +
      "accept the change then.",
  ),
  "bearer-format-changed": rule(
    "The format of a bearer token changed",
    "`bearerFormat` is a hint in the documentation.",
  ),
  "oauth-flow-added": rule("An OAuth flow was added", "Clients may use the flows that they know."),
  "oauth-flow-removed": rule(
    "An OAuth flow was removed",
    "Clients that get their tokens by the flow get none.",
  ),
  "oauth-authorization-url-changed": rule(
    "The authorization URL of an OAuth flow changed",
    "Clients send their users to the old URL. If it stays in service, it breaks nobody: accept the " +
      "change then.",
  ),
  "oauth-token-url-changed": rule(
    "The token URL of an OAuth flow changed",
    "Clients ask for tokens at the old URL. If it stays in service, it breaks nobody: accept the " +
      "change then.",
  ),
  "oauth-scope-added": rule(
    "A scope of an OAuth flow was added",
    "Tokens can have it now. A change of an operation says where it is required.",
  ),
  "oauth-scope-removed": rule(
    "A scope of an OAuth flow was removed",
    "A client that asks for the scope is refused a token.",
  ),
  "oauth-scope-changed": rule(
    "The description of a scope changed",
    "Only the documentation changes; the scope itself stays.",
  ),
};
