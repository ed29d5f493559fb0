// Documents that have an object of every kind, so that one change gives any fault.

import type { JsonObject } from "../../src/json/json-value.ts";

const info = {
  title: "Lights",
  version: "1.0.0",
  description: "Street lights.",
  termsOfService: "https://example.com/terms",
  contact: { name: "Help", url: "https://example.com", email: "help@example.com" },
  license: { name: "MIT", url: "https://example.com/license" },
};
const externalDocs = { url: "https://example.com/docs", description: "More." };
const tags = [{ name: "lights", description: "Lights.", externalDocs }, { name: "city" }];
const payload = { type: "object", properties: { lumens: { type: "integer" } } };
const scopes = { "lights:read": "Read.", "lights:write": "Write." };
const variables = { host: { default: "a", enum: ["a", "b"], description: "The host." } };

/** A valid document of AsyncAPI 2. */
export function validAsyncapi2(version: string): JsonObject {
  const tokenUrl = "https://example.com/token";
  const hasMessageIds = version >= "2.4.0";
  return {
    asyncapi: version,
    id: "urn:example:lights",
    info,
    servers: {
      main: {
        url: "mqtt://{host}:1883",
        protocol: "mqtt",
        variables,
        security: [{ oauth: ["lights:read"] }, { key: [] }],
        bindings: { mqtt: { clientId: "lights", keepAlive: 60 } },
      },
    },
    defaultContentType: "application/json",
    channels: {
      "lights/{id}": {
        parameters: { id: { schema: { type: "string" }, location: "$message.payload#/id" } },
        bindings: { ws: { method: "GET", bindingVersion: "0.1.0" } },
        publish: {
          operationId: "receiveLight",
          tags,
          externalDocs,
          traits: [{ $ref: "#/components/operationTraits/kafka" }],
          bindings: { mqtt: { qos: 1, retain: false } },
          message: {
            oneOf: [
              { $ref: "#/components/messages/light" },
              { payload, contentType: "text/plain" },
            ],
          },
        },
        subscribe: {
          operationId: "sendLight",
          message: {
            ...(hasMessageIds && { messageId: "turnOn" }),
            payload,
            headers: { type: "object" },
            correlationId: { location: "$message.header#/correlationId" },
            tags,
            examples: [{ payload: { lumens: 1 } }],
            traits: [{ $ref: "#/components/messageTraits/plain" }],
          },
        },
      },
    },
    components: {
      messages: { light: { ...(hasMessageIds && { messageId: "light" }), payload, name: "light" } },
      securitySchemes: {
        oauth: { type: "oauth2", flows: { clientCredentials: { tokenUrl, scopes } } },
        key: { type: "apiKey", in: "user" },
        header: { type: "httpApiKey", name: "key", in: "header" },
        openId: { type: "openIdConnect", openIdConnectUrl: "https://example.com/openid" },
      },
      parameters: { id: { description: "The light.", schema: { type: "string" } } },
      correlationIds: { id: { location: "$message.payload#/id" } },
      operationTraits: { kafka: { bindings: { kafka: { clientId: { type: "string" } } } } },
      messageTraits: { plain: { contentType: "application/json" } },
    },
    tags,
    externalDocs,
  };
}

/** A valid document of AsyncAPI 3. */
export function validAsyncapi3(version: string): JsonObject {
  const oauth = { $ref: "#/components/securitySchemes/oauth" };
  return {
    asyncapi: version,
    id: "urn:example:lights",
    info: { ...info, tags, externalDocs },
    servers: {
      main: {
        host: "{host}.example.com:1883",
        pathname: "/lights",
        protocol: "mqtt",
        variables,
        security: [oauth],
        tags,
        bindings: { mqtt: { clientId: "lights", keepAlive: 60 } },
      },
    },
    defaultContentType: "application/json",
    channels: {
      lights: {
        address: "lights/{id}",
        servers: [{ $ref: "#/servers/main" }],
        parameters: { id: { enum: ["a", "b"], location: "$message.payload#/id" } },
        messages: {
          light: { $ref: "#/components/messages/light" },
          off: { payload, correlationId: { location: "$message.header#/id" } },
        },
        bindings: { ws: { method: "GET", bindingVersion: "0.1.0" } },
        externalDocs,
      },
      answers: { address: null, messages: { answer: { payload } } },
    },
    operations: {
      receiveLight: {
        action: "receive",
        channel: { $ref: "#/channels/lights" },
        messages: [{ $ref: "#/channels/lights/messages/light" }],
        security: [oauth, { type: "userPassword" }],
        tags,
        traits: [{ $ref: "#/components/operationTraits/kafka" }],
        bindings: { mqtt: { qos: 1, retain: false } },
        reply: {
          address: { location: "$message.header#/replyTo" },
          channel: { $ref: "#/channels/answers" },
          messages: [{ $ref: "#/channels/answers/messages/answer" }],
        },
      },
    },
    components: {
      messages: {
        light: {
          payload: { schemaFormat: "application/schema+json;version=draft-07", schema: payload },
          headers: { type: "object" },
          examples: [{ name: "dim", payload: { lumens: 1 } }],
          traits: [{ contentType: "application/json" }],
        },
      },
      securitySchemes: {
        oauth: {
          type: "oauth2",
          flows: {
            clientCredentials: { tokenUrl: "https://example.com/token", availableScopes: scopes },
          },
          scopes: ["lights:read"],
        },
      },
      operationTraits: { kafka: { bindings: { kafka: { clientId: { type: "string" } } } } },
      replies: { answer: { address: { location: "$message.header#/replyTo" } } },
      replyAddresses: { answer: { location: "$message.header#/replyTo" } },
      tags: { city: { name: "city" } },
    },
  };
}

/** A valid document of any version of AsyncAPI. */
export function validAsyncapi(version: string): JsonObject {
  return version.startsWith("2.") ? validAsyncapi2(version) : validAsyncapi3(version);
}
