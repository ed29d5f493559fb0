/** The thing that a binding is written on. */
export type BindingLevel = "server" | "channel" | "operation" | "message";

/**
 * The fields, by protocol and level, on which both sides must agree to exchange messages. Whether a
 * change of another field matters depends on the broker.
 */
const decisive: Readonly<Record<string, Partial<Record<BindingLevel, readonly string[]>>>> = {
  ws: { channel: ["method"] },
  http: { operation: ["type", "method"], message: ["statusCode"] },
  kafka: {
    channel: ["topic"],
    message: ["schemaIdLocation", "schemaIdPayloadEncoding"],
  },
  amqp: {
    // A broker refuses to declare an exchange or queue that exists with other arguments.
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

/** The fields that are schemas, by protocol and level. */
const schemaFields: Readonly<Record<string, Partial<Record<BindingLevel, readonly string[]>>>> = {
  kafka: { operation: ["groupId", "clientId"], message: ["key"] },
  http: { operation: ["query"], message: ["headers"] },
  mqtt: { operation: ["messageExpiryInterval"], message: ["correlationData"] },
  solace: { message: ["headers"] },
};

/** Reports whether a field of a binding is a schema. */
export function isSchemaField(protocol: string, level: BindingLevel, field: string): boolean {
  return schemaFields[protocol]?.[level]?.includes(field) ?? false;
}

/** Reports whether both sides must agree on a field of a binding to exchange messages. */
export function isDecisive(protocol: string, level: BindingLevel, field: string): boolean {
  return decisive[protocol]?.[level]?.includes(field) ?? false;
}

/** Reports whether a field is compared elsewhere: a channel's WebSocket binding has its parameters. */
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
