// Documents for the tests of emitters.

/**
 * A document with one operation of each kind that descriptors, handlers and methods treat
 * differently.
 */
export const shop = `openapi: 3.1.0
info: { title: Shop, version: "1.0", description: "Sells **things** by \`id\`, not <b>bold</b>." }
paths:
  /orders/{order_id}:
    post:
      operationId: update-order
      summary: Changes an order
      security: [{ session: [] }, {}]
      parameters:
        - { name: order_id, in: path, required: true, schema: { type: integer, format: int64 } }
        - { name: filter, in: query, style: deepObject, explode: true, schema: { type: object, properties: { size: { type: integer } } } }
      requestBody: { required: true, content: { application/json: { schema: { $ref: "#/components/schemas/Order" } } } }
      responses:
        "200": { description: Done., content: { application/json: { schema: { $ref: "#/components/schemas/Order" } } } }
        "4XX": { description: Refused., content: { text/plain: { schema: { type: string } } } }
  /ping:
    get: { operationId: ping, responses: { "204": { description: Here. } } }
components:
  securitySchemes: { session: { type: http, scheme: bearer } }
  schemas:
    Order: { type: object, required: [id], properties: { id: { type: string, maxLength: 8, description: Names it. } } }
`;

/** A document with a WebSocket channel and a channel of another protocol. */
export const feed = `asyncapi: 3.0.0
info: { title: Feed, version: "1" }
servers:
  web: { host: feed.example, protocol: wss }
  broker: { host: broker.example, protocol: kafka }
channels:
  room:
    address: /rooms/{room}
    servers: [{ $ref: "#/servers/web" }]
    parameters: { room: {} }
    messages: { tick: { payload: { type: object, required: [type], properties: { type: { const: tick } } } } }
  log:
    address: log
    servers: [{ $ref: "#/servers/broker" }]
    messages: { line: { payload: { type: string } } }
operations:
  sendTick: { action: send, channel: { $ref: "#/channels/room" } }
  sendLine: { action: send, channel: { $ref: "#/channels/log" } }
`;
