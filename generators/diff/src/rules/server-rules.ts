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
  "server-added": rule("A server was added", "Nobody uses it yet, so that it breaks nobody."),
  "server-removed": rule(
    "A server was removed",
    "A client that uses it finds nobody there, or is no longer promised an answer.",
  ),
  "server-url-changed": rule(
    "The URL of a server changed",
    "A client that was written for the base uses the old address. If the old one stays, list both.",
  ),
  "server-renamed": rule(
    "The name of a server changed",
    "The address is the same, but generated code names the server by its key.",
  ),
  "server-protocol-version-changed": rule(
    "The protocol version of a server changed",
    "A client of the base speaks the old version. Whether the server still understands it depends on " +
      "the protocol, so that it has to be judged by a person.",
  ),
  "server-tags-changed": rule(
    "The tags of a server changed",
    "Tags only group what the documentation shows.",
  ),
  "server-variable-added": rule(
    "A variable of a server's URL was added",
    "Its default gives the address for a client that does not choose a value.",
  ),
  "server-variable-removed": rule(
    "A variable of a server's URL was removed",
    "Code that gives the variable a value no longer compiles.",
  ),
  "server-variable-default-changed": rule(
    "The default of a variable of a server's URL changed",
    "A client that does not choose a value goes to another address than before.",
  ),
  "server-variable-value-added": rule(
    "A value of a variable of a server's URL was added",
    "Clients may go on with the values that they use.",
  ),
  "server-variable-value-removed": rule(
    "A value of a variable of a server's URL was removed",
    "A client that uses the value goes to an address that is no longer promised.",
  ),
};
