import type { Rule } from "./rule.ts";

/** The id of a rule about servers. */
export type ServerRuleId =
  | "server-added"
  | "server-removed"
  | "server-url-changed"
  | "server-renamed"
  | "server-protocol-version-changed"
  | "server-tags-changed"
  | "server-variable-added"
  | "server-variable-removed"
  | "server-variable-default-changed"
  | "server-variable-value-added"
  | "server-variable-value-removed";

function serverRule(title: string, explanation: string): Rule {
  return { area: "server", title, explanation };
}

/** The rules about servers. */
export const serverRules: Readonly<Record<ServerRuleId, Rule>> = {
  "server-added": serverRule("A server was added", "The server is new, so no client can break."),
  "server-removed": serverRule(
    "A server was removed",
    "Clients that use the server may get no response.",
  ),
  "server-url-changed": serverRule(
    "The URL of a server changed",
    "Existing clients use the old URL. If the old URL keeps working, list both URLs.",
  ),
  "server-renamed": serverRule(
    "The name of a server changed",
    "The URL is the same, but generated code names the server by its key.",
  ),
  "server-protocol-version-changed": serverRule(
    "The protocol version of a server changed",
    "Existing clients use the old protocol version. Whether the server still understands it " +
      "depends on the protocol: check it by hand.",
  ),
  "server-tags-changed": serverRule(
    "The tags of a server changed",
    "Tags only group the pages of the documentation.",
  ),
  "server-variable-added": serverRule(
    "A variable of a server's URL was added",
    "Clients that do not choose a value use the default.",
  ),
  "server-variable-removed": serverRule(
    "A variable of a server's URL was removed",
    "Code that sets the variable no longer compiles.",
  ),
  "server-variable-default-changed": serverRule(
    "The default of a variable of a server's URL changed",
    "Clients that do not choose a value now connect to a different URL.",
  ),
  "server-variable-value-added": serverRule(
    "A value of a variable of a server's URL was added",
    "Existing clients keep using their values.",
  ),
  "server-variable-value-removed": serverRule(
    "A value of a variable of a server's URL was removed",
    "Clients that use the value connect to a URL that may no longer exist.",
  ),
};
