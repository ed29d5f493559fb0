// Lists the handler interfaces in the generated code of a contract, for `specwright implement`.

import {
  type Channel,
  type Contract,
  type HttpOperation,
  handledChannels,
  isBinaryMessage,
  type Message,
  type Names,
  type StreamRequest,
  servesTopics,
  streamChannels,
  streamKind,
  streamRequests,
  webhooksOf,
} from "@specwright/contract";
import {
  type EmitContext,
  type HandlerOperation,
  messageForms,
  modules,
  parameterForms,
  requestForms,
  responseForms,
  runtimeModule,
  type WantedImport,
} from "@specwright/emit/print";

/** A generated interface of handlers, and facts about the handlers. */
export interface HandlersInterface {
  readonly interfaceName: string;
  /** The generated module that exports the interface. */
  readonly module: "./server.ts" | "./webhooks.ts";
  /** The name of the constant that a new file declares. */
  readonly constant: string;
  /** The type of the data about a caller that each handler receives. */
  readonly context: WantedImport;
  readonly operations: readonly HandlerOperation[];
}

const requestContext: WantedImport = {
  name: "RequestContext",
  from: "@specwright/rest/server",
  typeOnly: true,
};

const streamPeer: WantedImport = {
  name: "StreamPeer",
  from: "@specwright/streams/server",
  typeOnly: true,
};

const feedPeer: WantedImport = {
  name: "FeedPeerInfo",
  from: "@specwright/streams/server",
  typeOnly: true,
};

/**
 * Lists the handler interfaces of a contract's servers. With `webhooks`, lists only the interface for the
 * receiver of webhooks and callbacks. Leaves out interfaces without operations.
 */
export function handlersInterfaces(
  context: EmitContext,
  { webhooks }: { readonly webhooks: boolean },
): readonly HandlersInterface[] {
  const { contract, names } = context;
  const channels = handledChannels(contract);
  const received: HandlersInterface = {
    interfaceName: `${names.api}WebhookHandlers`,
    module: modules.webhooks,
    constant: "webhookHandlers",
    context: requestContext,
    operations: webhooksOf(contract).map(({ operation, name: webhook, url }) => {
      const address = [
        operation.method.toUpperCase(),
        webhook,
        ...(url === undefined ? [] : [url]),
      ];
      return httpOperation(context, operation, address.join(" "));
    }),
  };
  const served: readonly HandlersInterface[] = [
    {
      interfaceName: `${names.api}Handlers`,
      module: modules.server,
      constant: "handlers",
      context: channels.length > 0 ? streamPeer : requestContext,
      operations: [
        ...contract.operations.map((operation) =>
          httpOperation(context, operation, `${operation.method.toUpperCase()} ${operation.path}`),
        ),
        ...channels.map((channel) => channelOperation(context, channel)),
      ],
    },
    {
      interfaceName: `${names.api}RequestHandlers`,
      module: modules.server,
      constant: "requestHandlers",
      context: streamPeer,
      operations: channels.flatMap((channel) => requestOperations(context, channel)),
    },
    ...streamChannels(contract)
      .filter(servesTopics)
      .map((channel) => ({
        interfaceName: `${names.channel(channel).type}RequestHandlers`,
        module: modules.server,
        constant: `${names.channel(channel).value}RequestHandlers`,
        context: feedPeer,
        operations: requestOperations(context, channel),
      })),
  ];
  return (webhooks ? [received] : served).filter(({ operations }) => operations.length > 0);
}

function httpOperation(
  context: EmitContext,
  operation: HttpOperation,
  address: string,
): HandlerOperation {
  const request = requestForms(context, operation).read;
  const response = responseForms(context, operation).written;
  return {
    name: context.names.operation(operation).value,
    doc: operation.summary ?? "",
    address,
    parameters: [
      { name: "request", type: request },
      { name: "context", type: "Context" },
    ],
    returns: `Promise<${response}>`,
    imports: fromTypes([request, response]),
  };
}

function channelOperation(context: EmitContext, channel: Channel): HandlerOperation {
  const { contract, names } = context;
  const parameters = parameterForms(context, channel).read;
  const messages = [
    messageForms(context, channel, "ServerMessage", channel.sends).written,
    messageForms(context, channel, "ClientMessage", channel.receives).read,
  ];
  return {
    name: names.channel(channel).value,
    doc: channel.summary ?? "",
    address: channel.address ?? channel.id,
    parameters: [
      { name: "stream", type: `ServerStream<${messages.join(", ")}>` },
      { name: "parameters", type: parameters },
      { name: "context", type: "Context" },
    ],
    returns: "Promise<void>",
    imports: [
      { name: "ServerStream", from: runtimeModule, typeOnly: true },
      ...fromTypes([...messages, parameters]),
    ],
    isOptional: isServedOtherwise(contract, channel),
  };
}

/**
 * Reports whether a channel needs no handler. The server may send its messages from a log, or only answer
 * requests.
 */
function isServedOtherwise(contract: Contract, channel: Channel): boolean {
  if (["log", "keys"].includes(streamKind(channel))) return true;
  const answered = streamRequests(contract, channel).flatMap(({ messages }) => messages);
  return answered.length > 0 && channel.receives.every((message) => answered.includes(message));
}

function requestOperations(context: EmitContext, channel: Channel): readonly HandlerOperation[] {
  return streamRequests(context.contract, channel).map((request) =>
    requestOperation(context, request),
  );
}

function requestOperation(context: EmitContext, request: StreamRequest): HandlerOperation {
  const { names } = context;
  const { operation, messages, replies, filled } = request;
  const parameters = parameterForms(context, operation.channel).read;
  const asked = payloadTypes(messages, names.type);
  const replied = payloadTypes(replies, names.written);
  const isKnown = replied.length > 0 && filled.length > 0;
  const reply = filled.reduce((type, path) => {
    const parts = path.map((part) => JSON.stringify(part));
    const key = parts.length > 1 ? `[${parts.join(", ")}]` : parts[0];
    return isKnown && key !== undefined ? `Uncorrelated<${type}, ${key}>` : type;
  }, replied.join(" | ") || "unknown");
  return {
    name: names.request(operation),
    doc: operation.summary ?? "",
    address: `${operation.channel.address}: ${messages.map(({ id }) => id).join(", ")}`,
    parameters: [
      { name: "request", type: asked.join(" | ") || "unknown" },
      { name: "parameters", type: parameters },
      { name: "context", type: "Context" },
    ],
    returns: `Promise<${reply}>`,
    imports: [
      ...(isKnown ? [{ name: "Uncorrelated", from: runtimeModule, typeOnly: true }] : []),
      ...fromTypes([...asked, ...replied, parameters]),
    ],
  };
}

/**
 * Lists the names of the payload types of messages. Returns an empty list if a message has no payload
 * schema, so that its type is unknown.
 */
function payloadTypes(messages: readonly Message[], nameOf: Names["type"]): readonly string[] {
  const declared = messages.flatMap((message) => {
    if (isBinaryMessage(message)) return ["Uint8Array"];
    return message.payload === undefined ? [] : [nameOf(message.payload)];
  });
  return declared.length < messages.length ? [] : [...new Set(declared)];
}

function fromTypes(names: readonly string[]): readonly WantedImport[] {
  return names
    .filter((name) => name !== "Uint8Array")
    .map((name) => ({ name, from: modules.types, typeOnly: true }));
}
