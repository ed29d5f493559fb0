// Converts names and other text of a document to identifiers.

/**
 * Formats text as a PascalCase identifier: `order-view` becomes `OrderView`; empty text becomes
 * `Unnamed`.
 */
export function pascalCase(text: string): string {
  const words = splitWords(text).map(capitalise);
  const name = joinWords(words);
  if (name === "") return "Unnamed";
  return startsName.test(name) ? name : `_${name}`;
}

/**
 * Formats text as a camelCase identifier: `GET /users` becomes `getUsers`; empty text becomes
 * `unnamed`.
 */
export function camelCase(text: string): string {
  const [first, ...rest] = splitWords(text);
  if (first === undefined) return "unnamed";
  const name = joinWords([uncapitalise(first), ...rest.map(capitalise)]);
  return startsName.test(name) ? name : `_${name}`;
}

const startsName = /^[\p{ID_Start}$_]/u;

function splitWords(text: string): string[] {
  const words = text
    .normalize("NFC")
    // Unicode joiners are valid in identifiers, but invisible.
    .split(/[^\p{ID_Continue}]|[_\u200c\u200d]/u)
    .filter((word) => word !== "");
  // If several words are all in capitals, they become lower case. A single word in capitals can be an
  // acronym.
  const shouted = words.length > 1 && words.every((word) => word === word.toUpperCase());
  return shouted ? words.map((word) => word.toLowerCase()) : words;
}

/** Joins words. An underscore separates digits of adjacent words, so that `v1_1` and `v11` differ. */
function joinWords(words: readonly string[]): string {
  return words.reduce(
    (name, word) =>
      /\p{Nd}$/u.test(name) && /^\p{Nd}/u.test(word) ? `${name}_${word}` : name + word,
    "",
  );
}

function capitalise(word: string): string {
  const [first = ""] = word;
  const upper = first.toUpperCase();
  // A letter whose upper case has two letters (ß becomes SS) stays unchanged.
  return ([...upper].length === 1 ? upper : first) + word.slice(first.length);
}

/** Converts the first letter, or a leading acronym, to lower case: `URLList` becomes `urlList`. */
function uncapitalise(word: string): string {
  const acronym = /^\p{Lu}+(?=\p{Lu}\p{Ll}|\P{L}|$)/u.exec(word)?.[0];
  const head = acronym ?? [...word][0] ?? "";
  return head.toLowerCase() + word.slice(head.length);
}

const words = `
  abstract any arguments as asserts async await bigint boolean break case catch class const
  constructor continue debugger declare default delete do else enum eval export extends false
  finally for from function get global if implements import in infer instanceof interface is keyof
  let module namespace never new null number object of out override package private protected public
  readonly require return satisfies set static string super switch symbol this throw true try type
  typeof undefined unique unknown using var void while with yield
`;

// Globals that generated modules use. A declaration with the same name would shadow the global.
const globals = `
  Array ArrayBuffer AsyncGenerator AsyncIterable AsyncIterator Awaited BigInt Blob Boolean
  ConstructorParameters DataView Date Error Exclude Extract File FormData Function Generator
  Infinity InstanceType Iterable Iterator JSON Map Math NaN NonNullable Number Object Omit
  Parameters Partial Pick Promise PromiseLike Proxy ReadableStream Readonly ReadonlyArray
  ReadonlyMap ReadonlySet Record RegExp Required ReturnType Set String Symbol TextDecoder
  TextEncoder TypeError Uint8Array URL URLSearchParams WeakMap WeakSet WritableStream AbortSignal
  globalThis console process exports decodeURIComponent encodeURIComponent
`;

// Imports of generated modules from the runtime and from zod, and the names of parameters and exports of
// generated modules.
const symbols = `
  z int64 Codec SafeParser Issue OperationDescriptor RequestParts ResponseParts
  ResponseDescriptor ParameterDescriptor ParameterType BodyDescriptor MediaDescriptor CallOptions
  RestTransport ChannelDescriptor ChannelParameters ChannelStream
  MessageDescriptor SequenceDescriptor SignatureDescriptor StreamOptions StreamTransport
  SubscriptionDescriptor UnknownMessage ServerConnection ServerStream Context
  request options transport parameters context stream operations channels webhooks handlers
  paths components value clientMethod openRequests serverUrl
`;

// Member names that JavaScript treats specially: `await` would call the method `then` of a client or of a
// module.
const members = `
  then toJSON toString toLocaleString valueOf hasOwnProperty isPrototypeOf propertyIsEnumerable
`;

/**
 * The names that declarations in generated code must not have: reserved words, globals, imports, and member
 * names that JavaScript treats specially.
 */
export const reservedNames: ReadonlySet<string> = new Set(
  [words, globals, symbols, members]
    .flatMap((text) => text.split(/\s+/))
    .filter((name) => name !== ""),
);
