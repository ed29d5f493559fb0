// Names that generated code must not declare.

const words = `
  abstract any arguments as asserts async await bigint boolean break case catch class const
  constructor continue debugger declare default delete do else enum eval export extends false
  finally for from function get global if implements import in infer instanceof interface is keyof
  let module namespace never new null number object of out override package private protected public
  readonly require return satisfies set static string super switch symbol this throw true try type
  typeof undefined unique unknown using var void while with yield
`;

// Globals that generated modules use; a declaration with the same name would shadow them.
const globals = `
  Array ArrayBuffer AsyncGenerator AsyncIterable AsyncIterator Awaited BigInt Blob Boolean
  ConstructorParameters DataView Date Error Exclude Extract File FormData Function Generator
  Infinity InstanceType Iterable Iterator JSON Map Math NaN NonNullable Number Object Omit
  Parameters Partial Pick Promise PromiseLike Proxy ReadableStream Readonly ReadonlyArray
  ReadonlyMap ReadonlySet Record RegExp Required ReturnType Set String Symbol TextDecoder
  TextEncoder TypeError Uint8Array URL URLSearchParams WeakMap WeakSet WritableStream AbortSignal
  globalThis console process exports decodeURIComponent encodeURIComponent
`;

// The imports of generated modules from the runtime and from zod, and the names of their
// parameters and exports.
const symbols = `
  z int64 Codec SafeParser Issue OperationDescriptor RequestParts ResponseParts
  ResponseDescriptor ParameterDescriptor ParameterType BodyDescriptor MediaDescriptor CallOptions
  RestTransport ChannelDescriptor ChannelParameters ChannelStream CloseCodeDescriptor
  MessageDescriptor SequenceDescriptor SignatureDescriptor StreamOptions StreamTransport
  SubscriptionDescriptor UnknownMessage ServerConnection ServerStream Context
  request options transport parameters context stream operations channels webhooks handlers
  paths components value clientMethod openRequests serverUrl
`;

/**
 * The names that declarations of generated code must not have: reserved words, globals that they
 * would shadow, imports.
 */
export const reservedNames: ReadonlySet<string> = new Set(
  [words, globals, symbols].flatMap((text) => text.split(/\s+/)).filter((name) => name !== ""),
);
