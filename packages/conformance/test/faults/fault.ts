import type { StreamServerSettings } from "@specwright/stream-server";
import type { Frame } from "../../src/frame.ts";
import type { JsonObject } from "../../src/index.ts";
import type { ProxyHooks } from "../faulty-proxy.ts";
import type { ServiceUnderTest } from "../start-service.ts";

/** Is one way for a server to be wrong. */
export interface Fault {
  readonly name: string;
  /** The clauses that must fail. */
  readonly breaks: readonly string[];
  /** Clauses, or sections of them, that fail or may fail as well: they rest on what is broken. */
  readonly mayBreak?: readonly string[];
  /** Makes what the proxy does; called once for each server. */
  readonly proxy?: (service: ServiceUnderTest) => ProxyHooks;
  readonly settings?: Partial<StreamServerSettings>;
  readonly snapshotIntervalMs?: number;
  /** Changes what the stimulus does. */
  readonly stimulus?: (service: ServiceUnderTest) => ServiceUnderTest["stimulus"];
}

/** Changes members of a frame; `undefined` takes one off. */
export function change(frame: Frame | JsonObject, members: JsonObject): JsonObject {
  const value = "value" in frame && "text" in frame ? (frame as Frame).value : frame;
  const entries = Object.entries({ ...value, ...members });
  return Object.fromEntries(entries.filter(([, member]) => member !== undefined));
}

/** Changes members of a frame's payload. */
export function changePayload(frame: Frame, members: JsonObject): JsonObject {
  const payload = frame.value["payload"];
  return change(frame, { payload: change((payload ?? {}) as JsonObject, members) });
}

/** Keeps a note on a connection. */
export function noteOf<Value>(notes: Map<string, unknown>, name: string, initial: Value): Value {
  if (!notes.has(name)) notes.set(name, initial);
  return notes.get(name) as Value;
}

/** Changes the query of a target; nothing when it has none. */
export function changeQuery(
  target: string,
  edit: (query: URLSearchParams) => void,
): string | undefined {
  const [path, text] = target.split("?");
  if (text === undefined) return undefined;
  const query = new URLSearchParams(text);
  const before = query.toString();
  edit(query);
  // What is not edited keeps its writing, broken as it may be.
  if (query.toString() === before) return undefined;
  return query.size === 0 ? path : `${path}?${query}`;
}
