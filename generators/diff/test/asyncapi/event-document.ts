// A broker in AsyncAPI 2.6, described by the application that others publish to and subscribe to.

/** A document with bindings, traits, headers and foreign payloads. */
export const eventDocument = {
  asyncapi: "2.6.0",
  info: { title: "Lights", version: "1.0.0" },
  servers: {
    main: { url: "broker.example", protocol: "kafka" },
    spare: { url: "spare.example", protocol: "kafka" },
  },
  channels: {
    "lights/{lamp}/measured": {
      description: "The values that lamps measure.",
      servers: ["main", "spare"],
      parameters: {
        lamp: {
          description: "The lamp.",
          schema: { type: "string" },
          location: "$message.payload#/lamp",
        },
      },
      bindings: { kafka: { topic: "measured", partitions: 3, replicas: 2 } },
      publish: {
        operationId: "takeMeasured",
        summary: "Takes what lamps measure.",
        tags: [{ name: "lamps" }],
        bindings: { kafka: { groupId: { type: "string", enum: ["lights"] } } },
        message: { $ref: "#/components/messages/measured" },
      },
    },
    "lights/{lamp}/turn": {
      parameters: { lamp: { schema: { type: "string" } } },
      subscribe: {
        operationId: "sendTurn",
        message: {
          oneOf: [{ $ref: "#/components/messages/on" }, { $ref: "#/components/messages/off" }],
        },
      },
    },
    "lights/raw": {
      subscribe: { operationId: "sendRaw", message: { $ref: "#/components/messages/raw" } },
    },
  },
  components: {
    messages: {
      measured: {
        name: "measured",
        title: "Measured",
        summary: "A lamp measured.",
        contentType: "application/json",
        correlationId: { location: "$message.header#/id" },
        traits: [{ $ref: "#/components/messageTraits/traced" }],
        bindings: { kafka: { key: { type: "string" }, schemaIdLocation: "header" } },
        payload: { $ref: "#/components/schemas/Measured" },
        examples: [{ payload: { lamp: "a", lumens: 3 } }],
      },
      on: {
        name: "on",
        correlationId: { location: "$message.header#/id" },
        headers: { type: "object", required: ["id"], properties: { id: { type: "string" } } },
        payload: { type: "object", properties: { percent: { type: "integer", maximum: 100 } } },
      },
      off: { name: "off", payload: { type: "object", required: ["now"], properties: { now: {} } } },
      raw: {
        name: "raw",
        schemaFormat: "application/vnd.apache.avro;version=1.9.0",
        payload: { type: "record", name: "Raw", fields: [{ name: "a", type: "int" }] },
      },
    },
    messageTraits: {
      traced: {
        headers: { type: "object", required: ["trace"], properties: { trace: { type: "string" } } },
      },
    },
    schemas: {
      Measured: {
        type: "object",
        required: ["lamp"],
        properties: { lamp: { type: "string" }, lumens: { type: "integer", minimum: 0 } },
      },
    },
  },
} as const;
