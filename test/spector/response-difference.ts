import { isDeepStrictEqual } from "node:util";
import type { ResponseParts } from "@specwright/runtime";
import { isObject } from "@specwright/runtime/codegen";
import type { XmlExchange } from "./read-body.ts";
import { bytesOfBody, type MockBody, type MockResponse } from "./scenarios.ts";

export interface Comparison extends XmlExchange {
  /** The address of the server. */
  readonly url: string;
  /** Whether a stream continues after the items of the response. */
  readonly isResumed: boolean;
}

/** Returns the difference between a client's response and the server's; undefined if they are equal. */
export async function responseDifference(
  got: ResponseParts,
  want: MockResponse,
  comparison: Comparison,
): Promise<string | undefined> {
  const status = got.statusCode ?? got.status;
  if (status !== want.status) return `status ${status} instead of ${want.status}`;
  const headers: Readonly<Record<string, unknown>> = Object(got.headers);
  for (const [name, value] of Object.entries(want.headers ?? {})) {
    const given = Object.entries(headers).find(([key]) => key.toLowerCase() === name.toLowerCase());
    if (given !== undefined && `${given[1]}` !== `${value}`) return `header ${name}: ${given[1]}`;
  }
  if (want.body === undefined || got.body === undefined) {
    const isSame = want.body === undefined && got.body === undefined;
    return isSame ? undefined : `${got.body === undefined ? "no" : "a"} body`;
  }
  const [given, wanted] = await comparable(got.body, want.body, comparison);
  return isDeepStrictEqual(given, wanted)
    ? undefined
    : `the body ${JSON.stringify(given)} instead of ${JSON.stringify(wanted)}`;
}

/** Returns the client's value and the server's value in a common form. */
async function comparable(
  got: unknown,
  body: MockBody,
  { url, isResumed, xml }: Comparison,
): Promise<readonly [given: unknown, wanted: unknown]> {
  const bytes = bytesOfBody(body, url);
  if (body.contentType === "application/xml") return [plainJson(got), xml()];
  if (got instanceof Uint8Array) return [Buffer.from(got), bytes];
  const text = bytes.toString();
  if (isStream(got)) {
    const isEvents = body.contentType === "text/event-stream";
    const wanted = isEvents ? readEvents(text) : text.split("\n").map((line) => JSON.parse(line));
    const given = await take(got, wanted.length + (isResumed ? 1 : 0));
    const compared = given.slice(0, given.length - (isResumed ? 1 : 0));
    return [compared, wanted];
  }
  if (body.contentType === "application/json") {
    const wanted: unknown = JSON.parse(text);
    return [plainJson(asSent(got, wanted)), wanted];
  }
  return [got, text];
}

/** Reads at most `count` items: clients request an event stream again when it ends. */
async function take(stream: AsyncIterable<unknown>, count: number): Promise<readonly unknown[]> {
  const items: unknown[] = [];
  for await (const item of stream) {
    items.push(plainJson(item));
    if (items.length === count) break;
  }
  return items;
}

function isStream(value: unknown): value is AsyncIterable<unknown> {
  return typeof value === "object" && value !== null && Symbol.asyncIterator in value;
}

/** Writes integers as text where the response has text: `type: string` with `format: int64`. */
function asSent(value: unknown, wanted: unknown): unknown {
  if (typeof value === "bigint") return typeof wanted === "string" ? `${value}` : value;
  if (Array.isArray(value)) return value.map((item, at) => asSent(item, Object(wanted)[at]));
  if (!isObject(value) || "toJSON" in value) return value;
  const members = Object.entries(value);
  return Object.fromEntries(
    members.map(([name, each]) => [name, asSent(each, Object(wanted)[name])]),
  );
}

/** Converts a decoded value to plain JSON; the integers of the specs are safe. */
function plainJson(value: unknown): unknown {
  return JSON.parse(
    JSON.stringify(value, (_, member: unknown) =>
      typeof member === "bigint" ? Number(member) : member,
    ),
  );
}

/**
 * Reads the events of a scenario. Each field has its own line; data in braces is JSON. Clients treat
 * `[DONE]` as the end, and ignore an id with NUL and a time that is not a number.
 */
function readEvents(text: string): readonly object[] {
  return text
    .split("\n\n")
    .filter((event) => event !== "" && event !== "data: [DONE]")
    .map((event) => {
      const fields = event.split("\n").map((line) => line.split(/: (.*)/s).slice(0, 2));
      return Object.fromEntries(
        fields.flatMap(([name = "", value = ""]) => {
          if (name === "retry") return /^\d+$/.test(value) ? [[name, Number(value)]] : [];
          if (name === "data" && value.startsWith("{")) return [[name, JSON.parse(value)]];
          return value.includes("\0") ? [] : [[name, value]];
        }),
      );
    });
}
