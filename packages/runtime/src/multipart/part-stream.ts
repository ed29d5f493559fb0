import type {
  BodyReading,
  EncodedBody,
  PartSource,
  PartsDescriptor,
  PartsFormat,
} from "../codegen/body.ts";
import type { ProblemIssue } from "../errors/problem.ts";
import { checkedValue } from "../media/checked-value.ts";
import { isAsyncIterable, isSyncIterable } from "../sequential/iterables.ts";
import { readBytes } from "../sequential/read-bytes.ts";
import { multipartBoundary } from "./part-head.ts";
import { asParts, malformedBody } from "./part-list.ts";
import { type Part, PartSplitter } from "./part-splitter.ts";
import {
  plainPart,
  readPartAt,
  requireValid,
  type WrittenPart,
  writePart,
} from "./parts-format.ts";
import { readMultipart } from "./read-multipart.ts";
import { multipartType, newBoundary } from "./write-part.ts";

const MAX_PARTS = 100_000;

/** A sequence of parts, such as `multipart/mixed` of items. Each part is delivered when it arrives. */
export const partStream: PartsFormat = {
  write(descriptor, value, mediaType, isChecked) {
    const write: WriteItem = (index, item, boundary) => {
      if (isChecked) requireValid(descriptor, plainPart(descriptor, index, item), `/${index}`);
      return writePart(descriptor, index, item, boundary);
    };
    return isAsyncIterable(value)
      ? writeArriving(write, value, mediaType)
      : writeAll(write, isSyncIterable(value) ? [...value] : [], mediaType);
  },
  read(descriptor, { contentType, bytes }) {
    const parts = readMultipart(contentType, bytes, MAX_PARTS);
    if (parts === undefined) return malformedBody();
    const issues: ProblemIssue[] = [];
    const value = parts.map((part, index) => {
      const read = readItem(descriptor, index, part);
      issues.push(...read.issues);
      return read.value;
    });
    return { value, issues, isMalformed: false };
  },
  async receive(media, source) {
    return receiveItems(asParts(media), source);
  },
};

async function* receiveItems(
  descriptor: PartsDescriptor,
  source: PartSource,
): AsyncGenerator<unknown, void> {
  const boundary = multipartBoundary(source.contentType);
  if (boundary === undefined) throw source.error("invalid_response", "no boundary is given");
  const splitter = new PartSplitter(boundary);
  let index = 0;
  for await (const bytes of readBytes(source, source.response)) {
    splitter.push(bytes);
    for (let part = splitter.next(); part !== undefined; part = splitter.next()) {
      const { value, issues } = readItem(descriptor, index, part);
      const place = `/${index}`.length;
      const own = issues.map((issue) => ({ ...issue, pointer: issue.pointer.slice(place) }));
      source.judge(own, value, true);
      yield value;
      index += 1;
    }
    if (splitter.status === "complete") return;
    if (splitter.status === "malformed") break;
    if (splitter.pendingBytes > source.maxBytes) {
      throw source.error("invalid_response", `part ${index} is over ${source.maxBytes} bytes`);
    }
  }
  throw source.error("invalid_response", `part ${index} is malformed, or was cut off`, { index });
}

function readItem(descriptor: PartsDescriptor, index: number, part: Part): BodyReading {
  const issues: ProblemIssue[] = [];
  const { plain, given } = readPartAt(descriptor, index, part, issues);
  if (issues.length > 0) return { value: given(plain), issues, isMalformed: false };
  const checked = checkedValue(descriptor.codec, plain);
  const found = checked.issues.map((issue) => ({ ...issue, pointer: `/${index}${issue.pointer}` }));
  return { value: given(checked.value), issues: found, isMalformed: false };
}

type WriteItem = (index: number, item: unknown, boundary: string) => WrittenPart;

function writeAll(writeItem: WriteItem, items: readonly unknown[], mediaType: string): EncodedBody {
  const boundary = newBoundary();
  const parts = items.map((item, index) => writeItem(index, item, boundary));
  return {
    body: new Blob([...parts.flatMap(({ bytes }) => bytes), `--${boundary}--\r\n`]),
    contentType: multipartType(mediaType, boundary, parts[0]?.type),
  };
}

/** Writes items when their iterator yields them. Such a body can be sent only once. */
function writeArriving(
  writeItem: WriteItem,
  items: AsyncIterable<unknown>,
  mediaType: string,
): EncodedBody {
  const boundary = newBoundary();
  const pieces = writeItems(writeItem, items, boundary);
  const body = new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const next = await pieces.next();
        if (next.done === true) controller.close();
        else controller.enqueue(next.value);
      },
      async cancel() {
        await pieces.return();
      },
    },
    { highWaterMark: 0 },
  );
  return { body, contentType: multipartType(mediaType, boundary), once: true };
}

async function* writeItems(
  writeItem: WriteItem,
  items: AsyncIterable<unknown>,
  boundary: string,
): AsyncGenerator<Uint8Array, void> {
  let index = 0;
  for await (const item of items) {
    const { bytes } = writeItem(index, item, boundary);
    yield new Uint8Array(await new Blob([...bytes]).arrayBuffer());
    index += 1;
  }
  yield new TextEncoder().encode(`--${boundary}--\r\n`);
}
