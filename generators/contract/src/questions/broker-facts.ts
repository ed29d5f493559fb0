// Lists facts about a channel from the bindings of message brokers: keys, groups, queues.

import {
  isJsonArray,
  isJsonObject,
  type JsonObject,
  type JsonValue,
} from "@specwright/spec-loader";
import type { Channel } from "../model/channel.ts";
import type { Contract } from "../model/contract.ts";

/** One fact, such as the consumer group of an operation. */
export interface BrokerFact {
  readonly label: string;
  readonly value: string;
}

const channelFields: readonly (readonly [path: string, label: string])[] = [
  ["kafka.topic", "Kafka topic"],
  ["amqp.queue.name", "AMQP queue"],
  ["amqp.exchange.name", "AMQP exchange"],
];
const operationFields: readonly (readonly [path: string, label: string])[] = [
  ["kafka.groupId", "Kafka consumer group"],
  ["kafka.clientId", "Kafka client id"],
  ["amqp.cc", "AMQP routing keys"],
  ["mqtt.qos", "MQTT quality of service"],
  ["mqtt.retain", "MQTT retain"],
  ["nats.queue", "NATS queue group"],
];
const messageFields: readonly (readonly [path: string, label: string])[] = [
  ["kafka.key", "Kafka key"],
];

/** Lists the broker facts of a channel, its operations and its messages. Each fact is listed once. */
export function brokerFacts(contract: Contract, channel: Channel): readonly BrokerFact[] {
  const operations = contract.channelOperations.filter((each) => each.channel === channel);
  const facts = [
    ...bindingFacts(channel.bindings, channelFields, ""),
    ...operations.flatMap(({ id, bindings }) => bindingFacts(bindings, operationFields, id)),
    ...channel.messages.flatMap(({ id, bindings }) => bindingFacts(bindings, messageFields, id)),
  ];
  return [...new Map(facts.map((fact) => [`${fact.label} ${fact.value}`, fact])).values()];
}

function bindingFacts(
  bindings: JsonObject,
  fields: readonly (readonly [path: string, label: string])[],
  owner: string,
): BrokerFact[] {
  return fields.flatMap(([path, name]) => {
    const value = path.split(".").reduce<JsonValue | undefined>((inner, key) => {
      return isJsonObject(inner) && Object.hasOwn(inner, key) ? inner[key] : undefined;
    }, bindings);
    const text = value === undefined ? "" : valueText(value);
    if (text === "") return [];
    return [{ label: owner === "" ? name : `${name} of ${owner}`, value: text }];
  });
}

/**
 * Returns a value as text. For a schema, returns the values that it allows, its type, or its description.
 */
function valueText(value: JsonValue): string {
  if (isJsonArray(value)) return value.map(valueText).join(", ");
  if (!isJsonObject(value)) return value === null ? "" : String(value);
  const { const: constant, enum: listed, description, type } = value;
  const stated = constant ?? listed ?? type ?? description;
  return stated === undefined || isJsonObject(stated) ? "" : valueText(stated);
}
