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

function rule(title: string, explanation: string): Rule {
  return { area: "server", title, explanation };
}

/** The rules about servers. */
export const serverRules: Readonly<Record<ServerRuleId, Rule>> = {
  "server-added": rule("A server was added", "The server is new, so no client can break."),
  "server-removed": rule(
    "A server was removed",
    "Clients that use the server may get no response.",
  ),
  "server-url-changed": rule(
    "The URL of a server changed",
    "Existing clients use the old URL. If it keeps working, list both.",
  ),
  "server-renamed": rule(
    "The name of a server changed",
    "The URL is the same, but generated code names the server by its key.",
  ),
  "server-protocol-version-changed": rule(
    "The protocol version of a server changed",
    "Existing clients use the old protocol version. Whether the server still understands it " +
      "depends on the protocol: check it by hand.",
  ),
  "server-tags-changed": rule(
    "The tags of a server changed",
    "Tags only group the pages of the documentation.",
  ),
  "server-variable-added": rule(
    "A variable of a server's URL was added",
    "Clients that do not choose a value use the default.",
  ),
  "server-variable-removed": rule(
    "A variable of a server's URL was removed",
    "Code that sets the variable no longer compiles.",
  ),
  "server-variable-default-changed": rule(
    "The default of a variable of a server's URL changed",
    "Clients that do not choose a value connect to another URL than before.",
  ),
  "server-variable-value-added": rule(
    "A value of a variable of a server's URL was added",
    "Existing clients keep using their values.",
  ),
  "server-variable-value-removed": rule(
    "A value of a variable of a server's URL was removed",
    "Clients that use the value connect to a URL that may no longer exist.",
  ),
};
