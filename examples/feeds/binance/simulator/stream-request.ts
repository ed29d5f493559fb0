// Requests on a connection to the streams: which there are, and what is wrong with others, in the
// words of the documentation.

/** The id of a request, which its answer repeats. */
export type RequestId = number | string | null;

/** A request of a client. */
export type StreamRequest =
  | {
      readonly method: "SUBSCRIBE" | "UNSUBSCRIBE";
      readonly id: RequestId;
      readonly streams: readonly string[];
    }
  | { readonly method: "LIST_SUBSCRIPTIONS"; readonly id: RequestId }
  | { readonly method: "SET_PROPERTY"; readonly id: RequestId; readonly combined: boolean }
  | { readonly method: "GET_PROPERTY"; readonly id: RequestId };

/** The answer to a request that cannot be carried out. Only some name the request. */
export interface StreamError {
  readonly code: number;
  readonly msg: string;
  readonly id?: RequestId;
}

const METHODS = [
  "SUBSCRIBE",
  "UNSUBSCRIBE",
  "LIST_SUBSCRIPTIONS",
  "SET_PROPERTY",
  "GET_PROPERTY",
] as const;

function invalid(problem: string): StreamError {
  return { code: 2, msg: `Invalid request: ${problem}` };
}

/** Reports whether the value is a 64-bit integer, an alphanumeric string of 36 or null. */
function isId(value: unknown): value is RequestId {
  if (value === null || Number.isInteger(value)) return true;
  return typeof value === "string" && /^[0-9A-Za-z-]{1,36}$/.test(value);
}

/** Parses a text frame of a client. */
export function readStreamRequest(text: string): StreamRequest | StreamError {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return { code: 3, msg: "Invalid JSON: expected value at line 1 column 1" };
  }
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    return invalid("expected an object at line 1 column 1");
  }
  const { method, params = [], id } = value as Readonly<Record<string, unknown>>;
  if (method === undefined)
    return invalid(`missing field \`method\` at line 1 column ${text.length}`);
  const known = METHODS.find((candidate) => candidate === method);
  if (known === undefined) {
    const names = METHODS.map((name) => `\`${name}\``).join(", ");
    return invalid(
      `unknown variant \`${method}\`, expected one of ${names} at line 1 column ${text.length}`,
    );
  }
  if (!isId(id)) return invalid("request ID must be an unsigned integer");
  if (!Array.isArray(params)) return invalid("params must be an array");
  return readParams(known, params, id);
}

function readParams(
  method: (typeof METHODS)[number],
  params: readonly unknown[],
  id: RequestId,
): StreamRequest | StreamError {
  if (method === "LIST_SUBSCRIPTIONS") {
    return params.length === 0 ? { method, id } : invalid("too many parameters");
  }
  if (method === "SUBSCRIBE" || method === "UNSUBSCRIBE") {
    const streams = params.filter((stream) => typeof stream === "string");
    if (streams.length < params.length) return invalid("stream name must be a string");
    return { method, id, streams };
  }
  const [property, combined, ...others] = params;
  if (typeof property !== "string") return invalid("property name must be a string");
  if (property !== "combined") return { code: 0, msg: "Unknown property", id };
  if (method === "GET_PROPERTY") {
    return combined === undefined ? { method, id } : invalid("too many parameters");
  }
  if (others.length > 0) return invalid("too many parameters");
  if (typeof combined !== "boolean") {
    return { code: 1, msg: "Invalid value type: expected Boolean" };
  }
  return { method, id, combined };
}
