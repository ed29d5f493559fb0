import type { Rule } from "./rule.ts";

/** The id of a rule about opening a connection, and about bindings. */
export type ConnectionRuleId =
  | `connection-parameter-${"added" | "removed" | "became-required" | "became-optional"}`
  | `connection-parameters-${"closed" | "opened"}`
  | `binding-${"added" | "removed" | "changed"}`;

function rule(title: string, explanation: string): Rule {
  return { area: "channel", title, explanation };
}

const connection =
  "The query parameters and headers of a WebSocket binding are sent by the client when it connects, " +
  "whoever sends the messages afterwards.";

const bindings =
  "Some settings have to be the same on both sides, such as the topic of Kafka, or an exchange of " +
  "AMQP. Whether another one matters depends on the broker. `bindingVersion` alone changes nothing.";

/** The rules about opening a connection, and about bindings. */
export const connectionRules: Readonly<Record<ConnectionRuleId, Rule>> = {
  "connection-parameter-added": rule(
    "A parameter of a connection was added",
    `${connection} Clients that do not send a required one are refused; an optional one breaks nobody.`,
  ),
  "connection-parameter-removed": rule(
    "A parameter of a connection was removed",
    `${connection} Where others than the listed ones are refused (\`additionalProperties: false\`), so are clients that send it. Elsewhere it has no effect any more.`,
  ),
  "connection-parameter-became-required": rule(
    "A parameter of a connection became required",
    `${connection} Clients that do not send it are refused.`,
  ),
  "connection-parameter-became-optional": rule(
    "A parameter of a connection became optional",
    `${connection} Clients may go on sending it.`,
  ),
  "connection-parameters-closed": rule(
    "Only the listed parameters of a connection are allowed",
    `${connection} Clients that send others, which had no declared effect, are refused.`,
  ),
  "connection-parameters-opened": rule(
    "Other than the listed parameters of a connection are allowed",
    `${connection} It breaks nobody.`,
  ),
  "binding-added": rule(
    "A binding was added",
    `${bindings} What applied before was not written down.`,
  ),
  "binding-removed": rule(
    "A binding was removed",
    `${bindings} What applies now is not written down.`,
  ),
  "binding-changed": rule("A binding changed", bindings),
};
