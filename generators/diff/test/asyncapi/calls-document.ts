// Requests and replies over queues in AsyncAPI 3.0.

const reference = (pointer: string) => ({ $ref: `#/${pointer}` });

/** A document in which both sides send requests. */
export const callsDocument = {
  asyncapi: "3.0.0",
  info: { title: "Calls", version: "1.0.0" },
  servers: { rabbit: { host: "rabbit.example", protocol: "amqp" } },
  channels: {
    ask: {
      address: "ask",
      messages: {
        question: { payload: { type: "object", properties: { text: { type: "string" } } } },
      },
      bindings: { amqp: { is: "queue", queue: { name: "ask", durable: true } } },
    },
    answer: {
      address: "answer",
      messages: { answer: { payload: { type: "string" } } },
      bindings: { amqp: { is: "queue", queue: { name: "answer", durable: true } } },
    },
    other: { address: "other", messages: { note: { payload: { type: "number" } } } },
    inbox: { address: null, messages: { letter: { payload: { type: "boolean" } } } },
    probe: { address: "probe", messages: { probe: {}, found: { payload: { type: "string" } } } },
  },
  operations: {
    takeQuestion: {
      action: "receive",
      channel: reference("channels/ask"),
      reply: {
        address: { location: "$message.header#/replyTo" },
        channel: reference("channels/answer"),
        messages: [reference("channels/answer/messages/answer")],
      },
      bindings: { amqp: { deliveryMode: 2, cc: ["copies"] } },
    },
    sendProbe: {
      action: "send",
      channel: reference("channels/probe"),
      messages: [reference("channels/probe/messages/probe")],
      reply: { messages: [reference("channels/probe/messages/found")] },
    },
    takeLetter: { action: "receive", channel: reference("channels/inbox") },
  },
} as const;
