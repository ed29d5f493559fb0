import { schemaKinds } from "./schema.ts";
import type { KindNotation } from "./shape.ts";

/** Maps protocols to bindings. */
const bindings: KindNotation = { reference: "whole", rest: "Binding" };

/** The kinds of objects that AsyncAPI 2 and 3 share. */
export const asyncapiKinds: Readonly<Record<string, KindNotation>> = {
  ...schemaKinds,
  Contact: { fields: { name: "string", url: "string", email: "string" } },
  License: { fields: { name: "string", url: "string" } },
  Tag: {
    reference: "whole",
    fields: { name: "string", description: "string", externalDocs: "ExternalDocs" },
  },
  ExternalDocs: { reference: "whole", fields: { description: "string", url: "string" } },
  ServerVariable: {
    reference: "whole",
    fields: {
      enum: "[string]",
      default: "string",
      description: "string",
      examples: "[string]",
    },
  },
  SecurityRequirement: { rest: "[string]" },
  CorrelationId: {
    reference: "whole",
    fields: { description: "string", location: "string" },
  },
  MessageExample: {
    fields: { name: "string", summary: "string", headers: "any", payload: "any" },
  },
  SecurityScheme: {
    reference: "whole",
    required: ["type"],
    choices: {
      type: [
        "userPassword",
        "apiKey",
        "X509",
        "symmetricEncryption",
        "asymmetricEncryption",
        "httpApiKey",
        "http",
        "oauth2",
        "openIdConnect",
        "plain",
        "scramSha256",
        "scramSha512",
        "gssapi",
      ],
    },
    fields: {
      type: "string",
      description: "string",
      name: "string",
      in: "string",
      scheme: "string",
      bearerFormat: "string",
      openIdConnectUrl: "string",
      flows: "any",
      scopes: "[string]",
    },
  },
  ServerBindings: bindings,
  ChannelBindings: bindings,
  OperationBindings: bindings,
  MessageBindings: bindings,
  /**
   * The binding of one protocol. The fields are those that contain a schema in the binding of at least one
   * protocol.
   */
  Binding: {
    rest: "any",
    fields: {
      query: "Schema",
      headers: "Schema",
      key: "Schema",
      groupId: "Schema",
      clientId: "Schema",
    },
  },
};
