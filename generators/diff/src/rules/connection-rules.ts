import type { Rule } from "./rule.ts";

/** The id of a rule about opening a connection, and about bindings. */
export type ConnectionRuleId =
  | `connection-parameter-${"added" | "removed" | "became-required" | "became-optional"}`
  | `connection-parameters-${"closed" | "opened"}`
  | `binding-${"added" | "removed" | "changed"}`;

function connectionRule(title: string, explanation: string): Rule {
  return { area: "channel", title, explanation };
}

const connection =
  "The client sends the query parameters and headers of a WebSocket binding when it connects, " +
  "whichever side sends the messages afterwards.";

const bindings =
  "Both sides need some settings to be equal, such as the topic of Kafka or an exchange of AMQP. " +
  "Whether a change of another setting matters depends on the broker. `bindingVersion` alone " +
  "changes nothing.";

/** The rules about opening a connection, and about bindings. */
export const connectionRules: Readonly<Record<ConnectionRuleId, Rule>> = {
  "connection-parameter-added": connectionRule(
    "A parameter of a connection was added",
    `${connection} The server rejects clients that do not send a required parameter. An optional ` +
      "one breaks no client.",
  ),
  "connection-parameter-removed": connectionRule(
    "A parameter of a connection was removed",
    `${connection} If only listed parameters are allowed (\`additionalProperties: false\`), the ` +
      "server rejects clients that send it. Otherwise it has no effect any more.",
  ),
  "connection-parameter-became-required": connectionRule(
    "A parameter of a connection became required",
    `${connection} The server rejects clients that do not send it.`,
  ),
  "connection-parameter-became-optional": connectionRule(
    "A parameter of a connection became optional",
    `${connection} Clients that still send it keep working.`,
  ),
  "connection-parameters-closed": connectionRule(
    "Only the listed parameters of a connection are allowed",
    `${connection} The server rejects clients that send unlisted parameters. These had no declared ` +
      "effect.",
  ),
  "connection-parameters-opened": connectionRule(
    "Unlisted parameters of a connection are allowed",
    `${connection} Existing clients keep working.`,
  ),
  "binding-added": connectionRule(
    "A binding was added",
    `${bindings} The old document does not say which settings applied.`,
  ),
  "binding-removed": connectionRule(
    "A binding was removed",
    `${bindings} The new document does not say which settings apply.`,
  ),
  "binding-changed": connectionRule("A binding changed", bindings),
};
