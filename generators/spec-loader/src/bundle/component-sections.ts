import type { DocumentType } from "../detect-document.ts";

/** Maps kinds of objects to the sections of `components` in every version. */
const sections = {
  openapi: {
    Schema: "schemas",
    Response: "responses",
    Parameter: "parameters",
    Example: "examples",
    RequestBody: "requestBodies",
    Header: "headers",
    SecurityScheme: "securitySchemes",
    Link: "links",
    Callback: "callbacks",
  },
  asyncapi: {
    Schema: "schemas",
    Server: "servers",
    ServerVariable: "serverVariables",
    Channel: "channels",
    Message: "messages",
    SecurityScheme: "securitySchemes",
    Parameter: "parameters",
    CorrelationId: "correlationIds",
    OperationTrait: "operationTraits",
    MessageTrait: "messageTraits",
    ServerBindings: "serverBindings",
    ChannelBindings: "channelBindings",
    OperationBindings: "operationBindings",
    MessageBindings: "messageBindings",
  },
} as const;

/**
 * Maps kinds of objects to sections that older versions lack, and to the first version with the section.
 */
const laterSections = {
  openapi: { PathItem: ["pathItems", "3.1"], MediaType: ["mediaTypes", "3.2"] },
  asyncapi: {
    Operation: ["operations", "3.0"],
    Reply: ["replies", "3.0"],
    ReplyAddress: ["replyAddresses", "3.0"],
    Tag: ["tags", "3.0"],
    ExternalDocs: ["externalDocs", "3.0"],
  },
} as const;

/**
 * Returns the section of `components` for a kind of object. If the version has no such section, returns the
 * name of an extension (`x-`), where references can find the object too.
 */
export function componentSection({ kind, version }: DocumentType, object: string): string {
  const known = new Map<string, string>(Object.entries(sections[kind])).get(object);
  if (known !== undefined) return known;
  const later = new Map<string, readonly [string, string]>(Object.entries(laterSections[kind]));
  const [section, since] = later.get(object) ?? [];
  if (section !== undefined && since !== undefined && version >= since) return section;
  return `x-${section ?? object}`;
}

/**
 * The top-level fields of a document whose members are named objects, each with the kind of these objects.
 */
const topMaps: Readonly<Record<string, string>> = {
  paths: "PathItem",
  webhooks: "PathItem",
  channels: "Channel",
  operations: "Operation",
  servers: "Server",
};

/**
 * Reports whether a path is that of a named object of this kind: in a section of `components`, or in a
 * top-level field such as `channels`.
 */
export function isNamedPlace(
  document: DocumentType,
  tokens: readonly string[],
  kind: string,
): boolean {
  const [first = "", second] = tokens;
  if (first === "components")
    return tokens.length === 3 && second === componentSection(document, kind);
  return tokens.length === 2 && topMaps[first] === kind;
}
