import { asyncapiKinds } from "./asyncapi-kinds.ts";
import { defineGrammar, type Grammar } from "./shape.ts";

const messageFields = {
  messageId: "string",
  schemaFormat: "string",
  contentType: "string",
  headers: "Schema",
  correlationId: "CorrelationId",
  tags: "[Tag]",
  summary: "string",
  name: "string",
  title: "string",
  description: "string",
  externalDocs: "ExternalDocs",
  deprecated: "boolean",
  examples: "[MessageExample]",
  bindings: "MessageBindings",
};

const operationFields = {
  operationId: "string",
  summary: "string",
  description: "string",
  security: "[SecurityRequirement]",
  tags: "[Tag]",
  externalDocs: "ExternalDocs",
  bindings: "OperationBindings",
};

/** The grammar of AsyncAPI 2.0 to 2.6 documents. */
export const asyncapi2Grammar: Grammar = defineGrammar("AsyncAPI", {
  ...asyncapiKinds,
  AsyncAPI: {
    required: ["asyncapi", "info", "channels"],
    fields: {
      asyncapi: "string",
      id: "string",
      info: "Info",
      servers: "{Server}",
      defaultContentType: "string",
      channels: "{Channel}",
      components: "Components",
      tags: "[Tag]",
      externalDocs: "ExternalDocs",
    },
  },
  Info: {
    required: ["title", "version"],
    fields: {
      title: "string",
      version: "string",
      description: "string",
      termsOfService: "string",
      contact: "Contact",
      license: "License",
    },
  },
  Server: {
    reference: "whole",
    fields: {
      url: "string",
      protocol: "string",
      protocolVersion: "string",
      description: "string",
      variables: "{ServerVariable}",
      security: "[SecurityRequirement]",
      bindings: "ServerBindings",
      tags: "[Tag]",
    },
  },
  Channel: {
    reference: "whole",
    fields: {
      $ref: "string",
      description: "string",
      servers: "[string]",
      subscribe: "Operation",
      publish: "Operation",
      parameters: "{Parameter}",
      bindings: "ChannelBindings",
      deprecated: "boolean",
    },
  },
  Parameter: {
    reference: "whole",
    fields: { description: "string", schema: "Schema", location: "string" },
  },
  Operation: { fields: { ...operationFields, traits: "[OperationTrait]", message: "Message" } },
  OperationTrait: { reference: "whole", fields: operationFields },
  Message: {
    reference: "whole",
    fields: {
      ...messageFields,
      oneOf: "[Message]",
      payload: "Schema",
      traits: "[MessageTrait]",
    },
  },
  MessageTrait: { reference: "whole", fields: messageFields },
  Components: {
    fields: {
      schemas: "{Schema}",
      servers: "{Server}",
      serverVariables: "{ServerVariable}",
      channels: "{Channel}",
      messages: "{Message}",
      securitySchemes: "{SecurityScheme}",
      parameters: "{Parameter}",
      correlationIds: "{CorrelationId}",
      operationTraits: "{OperationTrait}",
      messageTraits: "{MessageTrait}",
      serverBindings: "{ServerBindings}",
      channelBindings: "{ChannelBindings}",
      operationBindings: "{OperationBindings}",
      messageBindings: "{MessageBindings}",
    },
  },
});
