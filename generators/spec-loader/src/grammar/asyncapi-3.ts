import { asyncapiKinds } from "./asyncapi-kinds.ts";
import { defineGrammar, type Grammar } from "./shape.ts";

const described = {
  title: "string",
  summary: "string",
  description: "string",
  tags: "[Tag]",
  externalDocs: "ExternalDocs",
};

const operationFields = {
  ...described,
  bindings: "OperationBindings",
  security: "[SecurityScheme]",
};

const messageFields = {
  ...described,
  bindings: "MessageBindings",
  name: "string",
  contentType: "string",
  headers: "Schema",
  correlationId: "CorrelationId",
  deprecated: "boolean",
  examples: "[MessageExample]",
};

/** The grammar of AsyncAPI 3.0 and 3.1 documents. */
export const asyncapi3Grammar: Grammar = defineGrammar("AsyncAPI", {
  ...asyncapiKinds,
  AsyncAPI: {
    required: ["asyncapi", "info"],
    fields: {
      asyncapi: "string",
      id: "string",
      info: "Info",
      servers: "{Server}",
      defaultContentType: "string",
      channels: "{Channel}",
      operations: "{Operation}",
      components: "Components",
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
      tags: "[Tag]",
      externalDocs: "ExternalDocs",
    },
  },
  Server: {
    reference: "whole",
    fields: {
      ...described,
      bindings: "ServerBindings",
      host: "string",
      pathname: "string",
      protocol: "string",
      protocolVersion: "string",
      variables: "{ServerVariable}",
      security: "[SecurityScheme]",
    },
  },
  Channel: {
    reference: "whole",
    fields: {
      ...described,
      bindings: "ChannelBindings",
      address: "string|null",
      messages: "{Message}",
      servers: "[Server]",
      parameters: "{Parameter}",
    },
  },
  Parameter: {
    reference: "whole",
    fields: {
      enum: "[string]",
      default: "string",
      description: "string",
      examples: "[string]",
      location: "string",
    },
  },
  Operation: {
    reference: "whole",
    fields: {
      ...operationFields,
      action: "string",
      channel: "Channel",
      messages: "[Message]",
      reply: "Reply",
      traits: "[OperationTrait]",
    },
  },
  OperationTrait: { reference: "whole", fields: operationFields },
  Reply: {
    reference: "whole",
    fields: { address: "ReplyAddress", channel: "Channel", messages: "[Message]" },
  },
  ReplyAddress: { reference: "whole", fields: { location: "string", description: "string" } },
  Message: {
    reference: "whole",
    fields: { ...messageFields, payload: "Schema", traits: "[MessageTrait]" },
  },
  MessageTrait: { reference: "whole", fields: messageFields },
  Components: {
    fields: {
      schemas: "{Schema}",
      servers: "{Server}",
      serverVariables: "{ServerVariable}",
      channels: "{Channel}",
      operations: "{Operation}",
      messages: "{Message}",
      securitySchemes: "{SecurityScheme}",
      parameters: "{Parameter}",
      correlationIds: "{CorrelationId}",
      replies: "{Reply}",
      replyAddresses: "{ReplyAddress}",
      tags: "{Tag}",
      externalDocs: "{ExternalDocs}",
      operationTraits: "{OperationTrait}",
      messageTraits: "{MessageTrait}",
      serverBindings: "{ServerBindings}",
      channelBindings: "{ChannelBindings}",
      operationBindings: "{OperationBindings}",
      messageBindings: "{MessageBindings}",
    },
  },
});
