import type {
  BodyReading,
  MediaDescriptor,
  PartsDescriptor,
  PartsFormat,
} from "../codegen/body.ts";
import type { ProblemIssue } from "../errors/problem.ts";
import { checkedValue } from "../media/checked-value.ts";
import { plainPart, readPartAt, requireValid, writePart } from "./parts-format.ts";
import { readMultipart } from "./read-multipart.ts";
import { receiveWhole } from "./receive-whole.ts";
import { multipartType, newBoundary } from "./write-part.ts";

const MAX_PARTS = 1000;

/** Parts in an array, by position: `multipart/mixed` and other types whose parts have no names. */
export const partList: PartsFormat = {
  write(descriptor, value, mediaType, isChecked) {
    const items: readonly unknown[] = Array.isArray(value) ? value : [];
    if (isChecked) {
      const parts = items.map((item, index) => plainPart(descriptor, index, item));
      const plain = Array.isArray(value) ? parts.map((part) => part.plain) : value;
      requireValid(descriptor, { plain, issues: parts.flatMap((part) => part.issues) });
    }
    const boundary = newBoundary();
    const parts = items.map((item, index) => writePart(descriptor, index, item, boundary));
    return {
      body: new Blob([...parts.flatMap(({ bytes }) => bytes), `--${boundary}--\r\n`]),
      contentType: multipartType(mediaType, boundary, parts[0]?.type),
    };
  },
  read(descriptor, { contentType, bytes }) {
    const parts = readMultipart(contentType, bytes, MAX_PARTS);
    if (parts === undefined) return malformedBody();
    const issues: ProblemIssue[] = [];
    const read = parts.map((part, index) => readPartAt(descriptor, index, part, issues));
    return checkParts(descriptor, read, issues);
  },
  async receive(media, source) {
    const descriptor = asParts(media);
    return await receiveWhole(source, (body) => partList.read(descriptor, body));
  },
};

/** Narrows a media type to one that consists of parts. */
export function asParts(media: MediaDescriptor): PartsDescriptor {
  if (media.kind === "parts") return media;
  throw new TypeError(`not a body of parts: ${media.kind}`);
}

function checkParts(
  { codec }: PartsDescriptor,
  read: readonly ReturnType<typeof readPartAt>[],
  issues: readonly ProblemIssue[],
): BodyReading {
  const plain = read.map((part) => part.plain);
  const checked = checkedValue(codec, plain);
  const decoded: readonly unknown[] = Array.isArray(checked.value) ? checked.value : plain;
  const others = checked.issues.filter(
    ({ pointer }) => !issues.some((known) => known.pointer === pointer),
  );
  return {
    value: read.map((part, index) => part.given(decoded[index])),
    issues: [...issues, ...others],
    isMalformed: false,
  };
}

/** Returns the result for a body that cannot be split into parts. */
export function malformedBody(): BodyReading {
  const message = `the parts cannot be read, or are more than ${MAX_PARTS}`;
  return { value: undefined, issues: [{ pointer: "", code: "form", message }], isMalformed: true };
}
