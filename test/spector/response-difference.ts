import { isDeepStrictEqual } from "node:util";
import type { ResponseParts } from "@specwright/runtime/codegen";
import { bytesOfBody, type MockBody, type MockResponse } from "./scenarios.ts";

/** Returns how a client's response differs from the answer of the server; undefined if it does not. */
export async function responseDifference(
  got: ResponseParts,
  want: MockResponse,
  url: string,
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
  const [given, wanted] = await comparable(got.body, want.body, url);
  return isDeepStrictEqual(given, wanted)
    ? undefined
    : `the body ${JSON.stringify(given)} instead of ${JSON.stringify(wanted)}`;
}

/** Returns the value that a client hands over, and the one of the answer, in a common form. */
async function comparable(
  got: unknown,
  body: MockBody,
  url: string,
): Promise<readonly [given: unknown, wanted: unknown]> {
  const bytes = bytesOfBody(body, url);
  if (got instanceof Uint8Array) {
    // The specs describe what their XML holds; bytes leave that to the caller.
    return [Buffer.from(got), body.contentType === "application/xml" ? "a value" : bytes];
  }
  const text = bytes.toString();
  if (isStream(got)) {
    const items = [];
    for await (const item of got) items.push(plainJson(item));
    return body.contentType === "text/event-stream"
      ? [items.map(withText), readEvents(text)]
      : [items, text.split("\n").map((line) => JSON.parse(line))];
  }
  if (body.contentType === "application/json") return [plainJson(got), JSON.parse(text)];
  return [got, text];
}

function isStream(value: unknown): value is AsyncIterable<unknown> {
  return typeof value === "object" && value !== null && Symbol.asyncIterator in value;
}

/** Converts a decoded value to plain JSON; the integers of the specs are safe. */
function plainJson(value: unknown): unknown {
  return JSON.parse(
    JSON.stringify(value, (_, member: unknown) =>
      typeof member === "bigint" ? Number(member) : member,
    ),
  );
}

/** An event as its texts; the client reads the `data` of some as JSON. */
function withText(event: unknown): unknown {
  const { data, ...rest } = Object(event);
  return { ...rest, data: typeof data === "string" ? data : JSON.stringify(data) };
}

/** Reads the events of a scenario, each of which has its fields on a line of its own. */
function readEvents(text: string): readonly unknown[] {
  return text
    .split("\n\n")
    .filter((event) => event !== "")
    .map((event) => Object.fromEntries(event.split("\n").map((line) => line.split(/: (.*)/s))));
}
