import type { StreamServerSettings } from "@specwright/streams/server";
import type { JsonObject, SequencedName } from "../../src/index.ts";
import type { Frame } from "../../src/streams/line/frame.ts";
import type { ProxyHooks } from "../faulty-proxy.ts";
import type { ServiceUnderTest } from "../start-service.ts";

/** One way in which a server can be wrong. */
export interface Fault {
  readonly name: string;
  /** The clauses that must fail. */
  readonly breaks: readonly string[];
  /** Clauses or sections that fail or may fail as well, because they depend on the broken rule. */
  readonly mayBreak?: readonly string[];
  /** Creates the hooks of the proxy; called once for each server. */
  readonly proxy?: (service: ServiceUnderTest) => ProxyHooks;
  /** The sequenced channels on which their common rules are judged. Default: orders. */
  readonly channels?: readonly SequencedName[];
  readonly settings?: Partial<StreamServerSettings>;
  readonly snapshotIntervalMs?: number;
  /** Changes the behaviour of the stimulus. */
  readonly stimulus?: (service: ServiceUnderTest) => ServiceUnderTest["stimulus"];
}

/** Changes members of a frame; `undefined` removes one. */
export function changeMembers(frame: Frame | JsonObject, members: JsonObject): JsonObject {
  const value = "value" in frame && "text" in frame ? (frame as Frame).value : frame;
  const entries = Object.entries({ ...value, ...members });
  return Object.fromEntries(entries.filter(([, member]) => member !== undefined));
}

/** Changes members of a frame's payload. */
export function changePayload(frame: Frame, members: JsonObject): JsonObject {
  const payload = frame.value["payload"];
  return changeMembers(frame, { payload: changeMembers((payload ?? {}) as JsonObject, members) });
}

/** Returns a value stored for a connection, which is initialised on first use. */
export function noteOf<Value>(notes: Map<string, unknown>, name: string, initial: Value): Value {
  if (!notes.has(name)) notes.set(name, initial);
  return notes.get(name) as Value;
}

/** Changes the query of a target; returns undefined without a query. */
export function changeQuery(
  target: string,
  edit: (query: URLSearchParams) => void,
): string | undefined {
  const [path, text] = target.split("?");
  if (text === undefined) return undefined;
  const query = new URLSearchParams(text);
  const before = query.toString();
  edit(query);
  // An unchanged query keeps its notation, however malformed.
  if (query.toString() === before) return undefined;
  return query.size === 0 ? path : `${path}?${query}`;
}
