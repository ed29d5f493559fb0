// `text/event-stream` as a sequence of items: reading with resumption, and writing.

import type { Codec } from "../codegen/codec.ts";
import type { ItemSource, SequentialFormat } from "../codegen/sequential.ts";
import { CodecError, issueSummary } from "../errors/codec-error.ts";
import { memberOf } from "../json/member-of.ts";
import { parseJson, parseNumberTexts } from "../json/parse-json.ts";
import { stringifyJson } from "../json/stringify-json.ts";
import { withoutTextMark } from "../text/strings.ts";
import { eventParser, type ReceivedEvent } from "./event-parser.ts";
import { readText } from "./read-text.ts";
import { resumeEvents } from "./resume.ts";

/** Events whose `data` is text. */
export const eventStream: SequentialFormat = /* @__PURE__ */ eventFormat("text");

/**
 * Events whose `data` is JSON. Reading ends at the data `[DONE]`, which many services send at the end of an
 * answer. If the schema allows `[DONE]`, it is an item like any other.
 */
export const jsonEventStream: SequentialFormat = /* @__PURE__ */ eventFormat("json");

/** Events with either JSON or text in `data`. */
export const mixedEventStream: SequentialFormat = /* @__PURE__ */ eventFormat("either");

/** The form of `data`. */
type EventData = "text" | "json" | "either";

const END_OF_ANSWER = "[DONE]";

function eventFormat(data: EventData): SequentialFormat {
  return {
    read: (codec, source) => readEvents(codec, source, data),
    readAll: (codec, text, source) =>
      eventParser()
        .push(text)
        .map((event, index) =>
          readItem(codec, event, data, (cause) => invalidEvent(source, cause, index)),
        )
        .filter((item) => item !== END_OF_ANSWER),
    write: (codec, item) => writeEvent(codec, item, data),
    keepAlive: ":\n\n",
  };
}

async function* readEvents(
  codec: Pick<Codec<unknown>, "decode">,
  source: ItemSource,
  data: EventData,
): AsyncGenerator<unknown, void> {
  let index = 0;
  let parser = eventParser();
  for (let response: Response | undefined = source.response; response !== undefined; ) {
    let lost: unknown;
    try {
      // An unfinished event at the end is dropped, as the HTML standard says.
      for await (const text of readText(source, response, { fatal: false })) {
        for (const event of parser.push(text)) {
          const item = readItem(codec, event, data, (cause) => invalidEvent(source, cause, index));
          if (item === END_OF_ANSWER) return;
          yield item;
          index += 1;
        }
        if (parser.openLength > source.maxBytes) {
          throw source.error("invalid_response", `an event is over ${source.maxBytes} bytes`);
        }
      }
    } catch (cause) {
      if (!isLost(cause)) throw cause;
      lost = cause;
    }
    const { resumption } = source;
    const { lastEventId, retryMs } = parser;
    const isResumable = lastEventId !== "" || retryMs !== undefined;
    if (resumption === undefined || !(resumption.wanted ?? isResumable)) {
      if (lost !== undefined) throw lost;
      return;
    }
    response = await resumeEvents(source, resumption, lastEventId, retryMs);
    parser = eventParser(lastEventId, retryMs);
  }
}

function isLost(error: unknown): boolean {
  return error instanceof Error && memberOf(error, "code") === "network";
}

function invalidEvent(source: Pick<ItemSource, "error">, cause: CodecError, index: number): Error {
  const message = `event ${index}: ${issueSummary(cause.issues)}`;
  return source.error("invalid_response", message, { cause, index });
}

/** Returns the item of an event, or `[DONE]` for the end. Throws the error that `fail` creates. */
function readItem(
  codec: Pick<Codec<unknown>, "decode">,
  received: ReceivedEvent,
  mode: EventData,
  fail: (cause: CodecError) => Error,
): unknown {
  const { data, ...fields } = received;
  const members = JSON.stringify(fields).slice(1, -1);
  const decodeEvent = (json: string): unknown =>
    codec.decode(`{"data":${json}${members === "" ? "" : `,${members}`}}`);
  const wrong: unknown[] = [];
  if (mode === "json" && data === END_OF_ANSWER) return END_OF_ANSWER;
  // The data is checked before it is inserted into the event, because text that is not JSON could add
  // members to the event.
  const json = withoutTextMark(data);
  if (mode !== "text" && isJsonText(json)) {
    try {
      return decodeEvent(json);
    } catch (cause) {
      wrong.push(cause);
    }
  }
  if (mode !== "json" || wrong.length === 0) {
    try {
      return decodeEvent(JSON.stringify(data));
    } catch (cause) {
      wrong.push(cause);
    }
  }
  if (mode === "either" && data === END_OF_ANSWER) return END_OF_ANSWER;
  const [first] = wrong;
  throw first instanceof CodecError ? fail(first) : first;
}

function isJsonText(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/** Writes an event; each line of its data becomes a `data:` line. */
function writeEvent(codec: Codec<unknown>, item: unknown, mode: EventData): string {
  const json = codec.encode(item);
  const event = codec.isExact === true ? parseNumberTexts(json, {}) : parseJson(json);
  const data = memberOf(event, "data");
  const isText = typeof data === "string" && mode !== "json";
  const text = data === undefined ? undefined : isText ? data : stringifyJson(data);
  if (text?.includes("\r")) {
    throw new TypeError("the data of an event cannot hold a carriage return");
  }
  return [
    ...["event", "id", "retry"].flatMap((name) => fieldLines(event, name)),
    ...(text === undefined ? [] : text.split("\n").map((line) => `data: ${line}\n`)),
    "\n",
  ].join("");
}

function fieldLines(event: unknown, name: string): string[] {
  const value = memberOf(event, name);
  if (value === undefined) return [];
  const text = `${value}`;
  if (/[\r\n\0]/.test(text)) {
    throw new TypeError(`the ${name} of an event cannot hold a line break or NUL`);
  }
  return [`${name}: ${text}\n`];
}
