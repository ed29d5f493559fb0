// A WebSocket service in AsyncAPI 3.0: numbered orders, and prices of chosen keys.

const frame = (type: string, members: object = {}) => ({
  type: "object",
  required: ["type", "n"],
  properties: {
    type: { type: "string", const: type },
    n: { type: "integer" },
    at: { type: "integer", format: "int64" },
    ...members,
  },
});

const message = (name: string, payload: object) => ({ name, payload });

const reference = (pointer: string) => ({ $ref: `#/${pointer}` });

/** A document with all extensions of channels. */
export const streamDocument = {
  asyncapi: "3.0.0",
  info: { title: "Shop", version: "1.0.0" },
  servers: {
    live: { host: "shop.example", protocol: "wss" },
    test: { host: "test.shop.example", protocol: "wss" },
  },
  "x-signature": {
    algorithm: "blake2b-256",
    headers: { key: "Key", timestamp: "Time", signature: "Signature" },
    lines: ["method", "path", "timestamp"],
    clockSkewMs: 60000,
  },
  "x-close-codes": [
    { code: 1000, name: "normal", description: "Done.", client: "stop" },
    { code: 4008, name: "slow", description: "Too slow.", client: "reconnect" },
    { code: 4009, name: "too_old", description: "Too old.", client: "resync" },
    { code: 4009, name: "version", description: "Wrong version.", client: "stop" },
  ],
  "x-flow-control": { maxPendingFrames: 100, maxPendingBytes: 10000, closeCode: 4008 },
  "x-envelope": {
    time: { field: "at", unit: "ns" },
    heartbeat: { message: "beat", every: { pointer: "/interval", unit: "s" } },
    error: {
      message: "fault",
      code: "/code",
      text: "/text",
      details: "/details",
      codes: { unknown_key: "unknown_item" },
    },
  },
  channels: {
    orders: {
      address: "/orders",
      title: "Orders",
      servers: [reference("servers/live"), reference("servers/test")],
      tags: [{ name: "numbered" }],
      messages: {
        placed: reference("components/messages/placed"),
        cancelled: reference("components/messages/cancelled"),
        end: reference("components/messages/end"),
        beat: reference("components/messages/beat"),
        fault: reference("components/messages/fault"),
      },
      bindings: {
        ws: {
          bindingVersion: "0.1.0",
          query: {
            type: "object",
            additionalProperties: false,
            properties: {
              since: { type: "integer", minimum: 0 },
              log: { type: "string" },
              item: { type: "string" },
              market: { type: "string" },
            },
          },
          headers: {
            type: "object",
            required: ["Key"],
            properties: { Key: { type: "string" }, Trace: { type: "string" } },
          },
        },
      },
      "x-sequence": {
        field: "n",
        counts: ["placed", "cancelled"],
        repeats: ["end", "beat", "fault"],
        resumeParameter: "since",
        endOfBacklog: "end",
        lastNumber: "/last",
        tooOld: { errorCode: "too_old", closeCode: 4009 },
        watermarkField: "mark",
        identity: { parameter: "log", header: "Log", pointer: "/log" },
        filters: { item: [{ at: "/item" }] },
        owner: "/shop",
      },
    },
    prices: {
      address: "/prices/{region}",
      parameters: { region: { enum: ["eu", "us"], description: "Where." } },
      servers: [reference("servers/live")],
      messages: {
        follow: reference("components/messages/follow"),
        leave: reference("components/messages/leave"),
        book: reference("components/messages/book"),
        change: reference("components/messages/change"),
        sold: reference("components/messages/sold"),
        beat: reference("components/messages/beat"),
      },
      "x-subscription": {
        subscribe: "follow",
        unsubscribe: "leave",
        keysField: "items",
        keyField: "item",
        forceSnapshotField: "fresh",
        snapshot: "book",
        diffs: ["change"],
        counterField: "n",
        book: { bids: "bids", asks: "asks", price: "price", quantity: "qty" },
      },
    },
  },
  operations: {
    sendOrders: { action: "send", channel: reference("channels/orders") },
    sendPrices: {
      action: "send",
      channel: reference("channels/prices"),
      messages: ["book", "change", "sold", "beat"].map((id) =>
        reference(`channels/prices/messages/${id}`),
      ),
    },
    takeFollow: {
      action: "receive",
      channel: reference("channels/prices"),
      messages: [reference("channels/prices/messages/follow")],
      reply: { messages: [reference("channels/prices/messages/book")] },
    },
    takeLeave: {
      action: "receive",
      channel: reference("channels/prices"),
      messages: [reference("channels/prices/messages/leave")],
    },
  },
  components: {
    messages: {
      placed: message("order_placed", reference("components/schemas/Placed")),
      cancelled: message("order_cancelled", frame("cancelled", { reason: { type: "string" } })),
      end: message("end", frame("end", { last: { type: "integer" } })),
      beat: message("beat", frame("beat", { interval: { type: "integer" } })),
      fault: message("fault", frame("fault", { code: { type: "string" } })),
      follow: message("follow", frame("follow", { items: { type: "array" } })),
      leave: message("leave", frame("leave", { items: { type: "array" } })),
      book: message("book", frame("book", { item: { type: "string" } })),
      change: message("change", frame("change", { item: { type: "string" } })),
      sold: message("sold", frame("sold", { item: { type: "string" } })),
      spare: message("spare", frame("spare")),
    },
    schemas: {
      Placed: frame("placed", { item: { type: "string" }, status: { enum: ["new", "paid"] } }),
    },
  },
} as const;
