// The identifiers for the names in a contract. They are unique, and independent of the order of keys.

import { compareCodePoints } from "@specwright/spec-loader";
import { type Defaults, noDefaults } from "../directions/find-defaults.ts";
import type { Channel, ChannelOperation } from "../model/channel.ts";
import type { Contract } from "../model/contract.ts";
import type { HttpOperation } from "../model/operation.ts";
import type { Declaration } from "../model/schema.ts";
import type { Topic } from "../model/stream-rules.ts";
import { servesTopics } from "../streams/stream-kind.ts";
import { camelCase, pascalCase, reservedNames } from "./identifier.ts";
import type { MethodNaming } from "./method-names.ts";
import { streamChannels } from "./stream-channels.ts";

/** The names of an operation or a channel. */
export interface DerivedNames {
  /** The name of the descriptor, and of the method of clients and handlers. */
  readonly value: string;
  /** The prefix of type names: `UpdateListing` of `UpdateListingRequest`. */
  readonly type: string;
}

/**
 * The identifiers of a contract. They do not change when the keys of the document are reordered.
 *
 * @throws RangeError for a name that the contract does not have; this is an error in the emitter.
 */
export interface Names {
  /** The PascalCase name of the API: `Marketplace`. */
  readonly api: string;
  /** Returns the name of the type of a declaration: `OrderView`. */
  type(declaration: Declaration): string;
  /**
   * Returns the name of the type for senders, such as `OrderViewWritten`. If senders and readers use the
   * same type, returns the same name as `type`.
   */
  written(declaration: Declaration): string;
  /** Returns the name of the zod schema of a declaration: `OrderViewSchema`. */
  schema(declaration: Declaration): string;
  /** Returns the name of the codec of a declaration: `OrderViewCodec`. */
  codec(declaration: Declaration): string;
  /**
   * Returns the name of the codec that processes a message or body in one pass: `OrderUpdateStreamCodec`.
   */
  streamCodec(declaration: Declaration): string;
  /**
   * Returns the names of an operation, webhook or callback: the method `updateListing`, and
   * `UpdateListing`, the prefix of types such as `UpdateListingRequest`.
   */
  operation(operation: HttpOperation): DerivedNames;
  /**
   * Returns the names of a channel: the method `marketData`, and `MarketData`, the prefix of types such as
   * `MarketDataServerMessage`. For a channel of a message broker, types have names such as
   * `MarketDataSent`.
   */
  channel(channel: Channel): DerivedNames;
  /** Returns the name of the client's method for a channel operation with a reply. */
  request(operation: ChannelOperation): string;
  /** Returns the name of the method for a kind of topics: `book`. */
  topic(topic: Topic): string;
}

const operationSuffixes = ["Request", "Response"];
const channelSuffixes = ["ServerMessage", "ClientMessage", "Parameters"];
const brokerSuffixes = ["Sent", "Received", "Parameters"];
/** The names of members that open channels and open feeds always have. */
const streamMembers = ["state", "run", "on", "pause", "resume", "send", "close", "constructor"];
const feedMembers = [
  ...["state", "done", "subscribe", "subscribeBook", "send", "close"],
  ...["constructor", "then"],
];
const apiSuffixes = ["Handlers", "RequestHandlers", "WebhookHandlers", "Client"];

/** The suffix of the name of a type for senders, if readers have a different type. */
export const writtenSuffix = "Written";

/**
 * Creates the identifiers of a contract. The name of the API is `name`, or else the title of the document.
 * With `defaults`, a type that differs for senders gets a second name. `methodName` chooses the names of
 * operations; without it, the ids of operations become their names.
 */
export function createNames(
  contract: Contract,
  name?: string,
  defaults: Defaults = noDefaults,
  methodName: MethodNaming = ({ id }) => id,
): Names {
  const inForms = (suffixes: readonly string[]): readonly string[] =>
    defaults.differing.size === 0
      ? suffixes
      : suffixes.flatMap((suffix) => [suffix, suffix + writtenSuffix]);
  const taken = new Set(reservedNames);
  const api = pascalCase(name ?? contract.info.title);
  for (const suffix of apiSuffixes) taken.add(api + suffix).add(`create${api}${suffix}`);

  const types = new Map<Declaration, string>();
  const byName = inNameOrder(contract.declarations);
  for (const declaration of exactFirst(byName, ({ name }) => name, pascalCase)) {
    types.set(declaration, claimName(taken, [pascalCase(declaration.name)], ["", "Schema"]));
  }
  // Names from the document are chosen first, so that derived names cannot take them.
  const written = new Map<Declaration, string>();
  for (const [declaration, type] of types) {
    if (!defaults.differing.has(declaration.schema)) continue;
    written.set(declaration, claimName(taken, [type + writtenSuffix], [""]));
  }
  const operations = new Map<HttpOperation, DerivedNames>();
  const called = new Set(contract.operations);
  const idOf = (operation: HttpOperation): string =>
    called.has(operation) ? methodName(operation) : operation.id;
  for (const operation of exactFirst(allOperations(contract), idOf)) {
    const suffixes = inForms(operationSuffixes);
    operations.set(operation, deriveNames(taken, idOf(operation), "Operation", suffixes));
  }
  const streams = new Set(streamChannels(contract));
  const channels = new Map<Channel, DerivedNames>();
  const inIdOrder = [...contract.channels].sort((a, b) => compareCodePoints(a.id, b.id));
  for (const channel of exactFirst(inIdOrder, ({ id }) => id)) {
    const hasReplies = contract.channelOperations.some(
      (operation) => operation.channel === channel && operation.reply !== undefined,
    );
    const streamSuffixes = hasReplies ? [...channelSuffixes, "Stream"] : channelSuffixes;
    const ownSuffixes = streams.has(channel) ? streamSuffixes : brokerSuffixes;
    const suffixes = servesTopics(channel)
      ? [...ownSuffixes, "Feed", "RequestHandlers"]
      : ownSuffixes;
    channels.set(channel, deriveNames(taken, channel.id, "Channel", inForms(suffixes)));
  }
  const topics = new Map<Topic, string>();
  const members = new Map<Channel, ReadonlySet<string>>();
  for (const channel of contract.channels) {
    const hasMethods = servesTopics(channel);
    const own = new Set(hasMethods ? feedMembers : streamMembers);
    for (const topic of exactFirst(hasMethods ? channel.topics : [], ({ name }) => name)) {
      topics.set(topic, claimName(own, [camelCase(topic.name)], [""]));
    }
    members.set(channel, own);
  }
  const requests = new Map<ChannelOperation, string>();
  for (const operation of exactFirst(contract.channelOperations, ({ id }) => id)) {
    if (operation.reply === undefined) continue;
    const request = camelCase(operation.id);
    const isMember = members.get(operation.channel)?.has(request) === true;
    requests.set(operation, claimName(taken, [isMember ? `${request}_` : request], [""]));
  }
  return {
    api,
    type: (declaration) => findKnown(types, declaration, declaration.name),
    written: (declaration) =>
      written.get(declaration) ?? findKnown(types, declaration, declaration.name),
    schema: (declaration) => `${findKnown(types, declaration, declaration.name)}Schema`,
    codec: (declaration) => `${findKnown(types, declaration, declaration.name)}Codec`,
    streamCodec: (declaration) => `${findKnown(types, declaration, declaration.name)}StreamCodec`,
    operation: (operation) => findKnown(operations, operation, operation.id),
    channel: (channel) => findKnown(channels, channel, channel.id),
    request: (operation) => findKnown(requests, operation, operation.id),
    topic: (topic) => findKnown(topics, topic, topic.name),
  };
}

/**
 * Chooses a name that is free together with all its suffixes. Tries the candidates, and then the first
 * candidate with `_`, `_2`, `_3` and so on.
 */
function claimName(
  taken: Set<string>,
  candidates: readonly string[],
  suffixes: readonly string[],
): string {
  const isFree = (base: string): boolean => suffixes.every((suffix) => !taken.has(base + suffix));
  const [first = "Unnamed"] = candidates;
  let base = candidates.find(isFree) ?? `${first}_`;
  for (let count = 2; !isFree(base); count++) base = `${first}_${count}`;
  for (const suffix of suffixes) taken.add(base + suffix);
  return base;
}

function deriveNames(
  taken: Set<string>,
  id: string,
  word: string,
  suffixes: readonly string[],
): DerivedNames {
  const base = pascalCase(id);
  return {
    value: claimName(taken, [camelCase(id)], [""]),
    // A component keeps its name. If the name is the same as a derived one (`CreateUserRequest`), the
    // derived name changes.
    type: claimName(taken, [base, base + word], suffixes),
  };
}

/**
 * Puts names that are already identifiers first, so that these names stay unchanged. If `GetUser` is added
 * to a document, the method of `getUser` keeps its name.
 */
function exactFirst<Named>(
  all: readonly Named[],
  nameOf: (named: Named) => string,
  identifier: (name: string) => string = camelCase,
): readonly Named[] {
  const isExact = (named: Named): boolean => identifier(nameOf(named)) === nameOf(named);
  return [...all.filter(isExact), ...all.filter((named) => !isExact(named))];
}

function inNameOrder(declarations: readonly Declaration[]): Declaration[] {
  const rank = (declaration: Declaration): number => (declaration.origin === "schema" ? 0 : 1);
  return [...declarations].sort((a, b) => rank(a) - rank(b) || compareCodePoints(a.name, b.name));
}

/** Lists operations and webhooks, then their callbacks, sorted by id. */
function allOperations(contract: Contract): HttpOperation[] {
  const byId = (a: HttpOperation, b: HttpOperation): number => compareCodePoints(a.id, b.id);
  const withCallbacks = (operation: HttpOperation): HttpOperation[] => [
    operation,
    ...[...operation.callbacks.values()].flat().sort(byId).flatMap(withCallbacks),
  ];
  const top = [[...contract.operations].sort(byId), [...contract.webhooks].sort(byId)].flat();
  return [...new Set([...top, ...top.flatMap(withCallbacks)])];
}

function findKnown<Key, Value>(map: ReadonlyMap<Key, Value>, key: Key, name: string): Value {
  const value = map.get(key);
  if (value === undefined) throw new RangeError(`The contract has no "${name}".`);
  return value;
}
