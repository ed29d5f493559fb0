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

function securityRule(title: string, explanation: string): Rule {
  return { area: "security", title, explanation };
}

const decided =
  "A security requirement lists alternatives, and each alternative may need several schemes with " +
  "scopes. The list is compared as a whole: credentials for an alternative of the old version " +
  "must satisfy some alternative of the new version.";

/** The rules about security requirements and schemes. */
export const securityRules: Readonly<Record<SecurityRuleId, Rule>> = {
  "security-added": securityRule(
    "A security requirement was added",
    `${decided} One more alternative breaks no client. The first requirement breaks every client ` +
      "without credentials.",
  ),
  "security-removed": securityRule(
    "A security requirement was removed",
    `${decided} The server rejects clients that used the alternative, unless they no longer need ` +
      "credentials.",
  ),
  "security-became-required": securityRule(
    "Credentials became required",
    "The server accepted clients without credentials because of the empty requirement (`{}`), and " +
      "now rejects them.",
  ),
  "security-became-optional": securityRule(
    "Credentials became optional",
    "The empty requirement (`{}`) also allows clients without credentials. Existing clients keep " +
      "working.",
  ),
  "security-scope-added": securityRule(
    "A scope became required",
    `${decided} The server rejects a token without the scope.`,
  ),
  "security-scope-removed": securityRule(
    "A scope is no longer required",
    "Tokens are accepted with the scope and without it.",
  ),
  "security-scheme-added": securityRule(
    "A security scheme was added",
    "It has an effect only where a requirement names it. That is reported as a separate change.",
  ),
  "security-scheme-removed": securityRule(
    "A security scheme was removed",
    "It had an effect only where a requirement named it. That is reported as a separate change.",
  ),
  "security-scheme-renamed": securityRule(
    "A security scheme was renamed",
    "Clients send the same credentials, but generated code names them after the scheme.",
  ),
  "security-scheme-type-changed": securityRule(
    "The type of a security scheme changed",
    "Existing clients send credentials of the old type, which the server rejects.",
  ),
  "security-scheme-location-changed": securityRule(
    "The name or the location of an API key changed",
    "Existing clients send the key where the server no longer reads it.",
  ),
  "security-scheme-url-changed": securityRule(
    "A URL of a security scheme changed",
    "Clients that use the old URL get no token. If the old URL keeps working, no client breaks: " +
      "accept the change.",
  ),
  "bearer-format-changed": securityRule(
    "The format of a bearer token changed",
    "`bearerFormat` is a hint in the documentation.",
  ),
  "oauth-flow-added": securityRule(
    "An OAuth flow was added",
    "Existing clients use the flows that they know.",
  ),
  "oauth-flow-removed": securityRule(
    "An OAuth flow was removed",
    "Clients that use the flow no longer get tokens.",
  ),
  "oauth-authorization-url-changed": securityRule(
    "The authorization URL of an OAuth flow changed",
    "Existing clients send their users to the old URL. If the old URL keeps working, no client " +
      "breaks: accept the change.",
  ),
  "oauth-token-url-changed": securityRule(
    "The token URL of an OAuth flow changed",
    "Existing clients request tokens from the old URL. If the old URL keeps working, no client " +
      "breaks: accept the change.",
  ),
  "oauth-scope-added": securityRule(
    "A scope of an OAuth flow was added",
    "Tokens can have the scope now. If an operation requires it, that is reported as a change of " +
      "the operation.",
  ),
  "oauth-scope-removed": securityRule(
    "A scope of an OAuth flow was removed",
    "The server gives no token to clients that request the scope.",
  ),
  "oauth-scope-changed": securityRule(
    "The description of a scope changed",
    "Only the documentation changes.",
  ),
};
