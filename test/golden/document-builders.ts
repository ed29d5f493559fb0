// Builds documents from named schemas.

/** A JSON object. */
export type Json = Readonly<Record<string, unknown>>;

const info = { title: "Unusual", version: "1" };
export const ref = (name: string): Json => ({ $ref: `#/components/schemas/${name}` });
export const object = (properties: Json, ...required: readonly string[]): Json => ({
  type: "object",
  properties,
  ...(required.length > 0 && { required }),
});

/** A document whose schemas are also the bodies of operations. */
export function openapi(schemas: Json, openapi = "3.1.0", paths: Json = {}): Json {
  const bodies = Object.keys(schemas).map((name, index) => {
    const content = { "application/json": { schema: ref(name) } };
    const responses = { 200: { description: "Done.", content } };
    return [`/schemas/${index}`, { put: { requestBody: { content }, responses } }] as const;
  });
  const all = { ...Object.fromEntries(bodies), ...paths };
  return { openapi, info, paths: all, components: { schemas } };
}

/** A document whose schemas are the payloads of messages in both directions. */
export function asyncapi(schemas: Json): Json {
  const names = Object.keys(schemas);
  const messages = Object.fromEntries(names.map((name) => [name, { payload: ref(name) }]));
  const channel = { $ref: "#/channels/feed" };
  return {
    asyncapi: "3.0.0",
    info,
    channels: { feed: { address: "/feed", messages } },
    operations: { out: { action: "send", channel }, in: { action: "receive", channel } },
    components: { schemas },
  };
}
