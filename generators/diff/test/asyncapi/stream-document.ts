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
  "x-credentials": {
    version: 1,
    schemes: {
      lines: {
        algorithm: "blake2b-256",
        text: ["{method}", "{path}", "{time}"],
        end: "\n",
        time: { unit: "rfc3339", toleranceMs: 60000 },
        place: { headers: { Key: "{key}", Time: "{time}", Signature: "{signature}" } },
      },
    },
  },
  "x-endings": {
    version: 1,
    closes: [
      { codes: 1000, name: "normal", description: "Done.", client: "stop" },
      { codes: 4008, name: "slow", description: "Too slow.", client: "reconnect" },
      { codes: 4009, name: "too_old", description: "Too old.", client: "resync" },
      { codes: 4009, name: "version", description: "Wrong version.", client: "stop" },
    ],
  },
  "x-flow-control": { maxPendingFrames: 100, maxPendingBytes: 10000, closeCode: 4008 },
  "x-heartbeat": {
    version: 1,
    beats: [{ from: "server", message: "beat", every: { at: "/interval", unit: "s" } }],
  },
  "x-envelope": {
    version: 1,
    time: { at: "/at", unit: "ns" },
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
        version: 1,
        counters: [
          {
            messages: ["placed", "cancelled"],
            repeats: ["end", "beat", "fault"],
            scope: "connection",
            at: "/n",
            step: "one",
            gap: "reconnect",
          },
        ],
        resume: {
          parameter: "since",
          from: "next",
          endOfBacklog: "end",
          lastNumber: "/last",
          tooOld: { errorCode: "too_old", closeCode: 4009 },
          watermark: "/mark",
          identity: { parameter: "log", header: "Log", at: "/log" },
          filters: { item: [{ at: "/item" }] },
          owner: "/shop",
        },
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
        version: 1,
        topics: {
          book: {
            description: "The book of an item.",
            parameters: { item: { type: "string" } },
            subscribe: { type: "follow", items: ["{item}"] },
            unsubscribe: { type: "leave", items: ["{item}"] },
            list: "/items",
            messages: ["book", "change"],
            where: { "/item": "{item}" },
          },
        },
      },
      "x-sequence": {
        version: 1,
        counters: [
          {
            messages: ["change"],
            starts: ["book"],
            scope: "key",
            key: "/item",
            at: "/n",
            step: "one",
            gap: "snapshot",
          },
        ],
      },
      "x-snapshot": {
        version: 1,
        topics: {
          book: {
            source: "stream",
            request: { type: "follow", items: ["{item}"], fresh: true },
          },
        },
      },
      "x-book": {
        version: 1,
        topics: {
          book: {
            price: "/price",
            quantity: "/qty",
            number: "units-nanos",
            snapshots: { book: { bids: "/bids", asks: "/asks" } },
            updates: { change: { bids: "/bids", asks: "/asks" } },
          },
        },
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
