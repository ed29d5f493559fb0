/** The kinds of objects that can have a binding. */
export type BindingLevel = "server" | "channel" | "operation" | "message";

/**
 * The fields, by protocol and level, on which client and server must agree to exchange messages. For all
 * other fields, the effect of a change depends on the broker.
 */
const decisive: Readonly<Record<string, Partial<Record<BindingLevel, readonly string[]>>>> = {
  ws: { channel: ["method"] },
  http: { operation: ["type", "method"], message: ["statusCode"] },
  kafka: {
    channel: ["topic"],
    message: ["schemaIdLocation", "schemaIdPayloadEncoding"],
  },
  amqp: {
    // A broker refuses to declare an existing exchange or queue with different arguments.
    channel: ["is", "exchange", "queue"],
    operation: ["cc"],
    message: ["contentEncoding", "messageType"],
  },
  anypointmq: { channel: ["destination", "destinationType"] },
  ibmmq: { channel: ["destinationType", "queue", "topic"], message: ["type", "headers"] },
  jms: { channel: ["destination", "destinationType"] },
  mqtt: { message: ["contentType", "responseTopic"] },
  mqtt5: { message: ["contentType", "responseTopic"] },
  pulsar: { channel: ["namespace", "persistence"] },
  sns: { channel: ["name"], operation: ["topic"] },
  solace: { operation: ["destinations"] },
  sqs: { channel: ["queue"] },
};

/** The fields whose values are schemas, by protocol and level. */
const schemaFields: Readonly<Record<string, Partial<Record<BindingLevel, readonly string[]>>>> = {
  kafka: { operation: ["groupId", "clientId"], message: ["key"] },
  http: { operation: ["query"], message: ["headers"] },
  mqtt: { operation: ["messageExpiryInterval"], message: ["correlationData"] },
  solace: { message: ["headers"] },
};

/** Reports whether the value of a binding's field is a schema. */
export function isSchemaField(protocol: string, level: BindingLevel, field: string): boolean {
  return schemaFields[protocol]?.[level]?.includes(field) ?? false;
}

/** Reports whether client and server must agree on a field of a binding to exchange messages. */
export function isDecisive(protocol: string, level: BindingLevel, field: string): boolean {
  return decisive[protocol]?.[level]?.includes(field) ?? false;
}

/**
 * Reports whether a different function compares the field. The WebSocket binding of a channel has such
 * fields: `compareConnectionParameters` compares their parameters.
 */
export function isComparedElsewhere(protocol: string, level: BindingLevel, field: string): boolean {
  return protocol === "ws" && level === "channel" && (field === "query" || field === "headers");
}

/** Returns the default value that a protocol gives a missing field. */
export function defaultField(
  protocol: string,
  level: BindingLevel,
  field: string,
  address: string | null,
): string | undefined {
  if (level !== "channel") return undefined;
  if (protocol === "ws" && field === "method") return "GET";
  return protocol === "kafka" && field === "topic" ? (address ?? undefined) : undefined;
}
