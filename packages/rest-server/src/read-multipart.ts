// Multipart forms (RFC 7578), from bytes to parts. Fetch's reader is not used, because it drops the
// headers of parts, and takes the bytes of a file without a name for text.

/** A part of a form. */
export interface FormPart {
  readonly name: string;
  /** Absent unless the part has a file name. */
  readonly filename?: string;
  /** The headers of the part, flat: name, value, name, value... */
  readonly rawHeaders: readonly string[];
  /** Empty if the part has none. */
  readonly contentType: string;
  readonly bytes: Uint8Array<ArrayBuffer>;
}

/** The most bytes that the headers of a part may have. */
const MAX_HEAD_BYTES = 16 * 1024;

/** Encodings of parts under which the bytes are the content (RFC 7578, section 4.7). */
const PLAIN_ENCODINGS: ReadonlySet<string> = new Set(["", "7bit", "8bit", "binary"]);

/** Splits a form into its parts; returns `undefined` if it is malformed or has too many. */
export function readMultipart(
  contentType: string,
  bytes: Uint8Array<ArrayBuffer>,
  maxParts: number,
): readonly FormPart[] | undefined {
  const boundary = boundaryOf(contentType);
  if (boundary === undefined) return undefined;
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const delimiter = Buffer.from(`\r\n--${boundary}`, "latin1");
  const parts: FormPart[] = [];
  // The first delimiter needs no line before it.
  const isFirst = text.subarray(0, delimiter.length - 2).equals(delimiter.subarray(2));
  let at = isFirst ? -2 : text.indexOf(delimiter);
  if (at === -1) return undefined;
  for (;;) {
    at += delimiter.length;
    if (text.toString("latin1", at, at + 2) === "--") return parts;
    const start = lineEnd(text, at);
    if (start === undefined || parts.length === maxParts) return undefined;
    const end = text.indexOf(delimiter, start - 2);
    const part = end === -1 ? undefined : readPart(text, bytes, start, end);
    if (part === undefined) return undefined;
    parts.push(part);
    at = end;
  }
}

function boundaryOf(contentType: string): string | undefined {
  const found = /;\s*boundary=(?:"([^"]{1,70})"|([^\s;"]{1,70}))/i.exec(contentType);
  return found?.[1] ?? found?.[2];
}

/** Returns the position after the end of a line; a delimiter may have spaces after it. */
function lineEnd(text: Buffer, from: number): number | undefined {
  let at = from;
  while (text[at] === 0x20 || text[at] === 0x09) at += 1;
  return text[at] === 0x0d && text[at + 1] === 0x0a ? at + 2 : undefined;
}

function readPart(
  text: Buffer,
  bytes: Uint8Array<ArrayBuffer>,
  start: number,
  end: number,
): FormPart | undefined {
  // A part without headers starts with the empty line that ends them.
  const headEnd = text.indexOf("\r\n\r\n", start - 2, "latin1");
  if (headEnd === -1 || headEnd > end || headEnd - start > MAX_HEAD_BYTES) return undefined;
  const rawHeaders = headersOf(text.toString("utf8", start, Math.max(start, headEnd)));
  if (rawHeaders === undefined) return undefined;
  const disposition = headerIn(rawHeaders, "content-disposition");
  const parameters = parametersOf(disposition);
  const name = parameters.get("name");
  const encoding = headerIn(rawHeaders, "content-transfer-encoding").toLowerCase();
  const isForm = /^form-data\s*(?:;|$)/i.test(disposition);
  if (!isForm || name === undefined || !PLAIN_ENCODINGS.has(encoding)) return undefined;
  const filename = parameters.get("filename");
  return {
    name,
    ...(filename === undefined ? {} : { filename }),
    rawHeaders,
    contentType: headerIn(rawHeaders, "content-type"),
    bytes: bytes.subarray(headEnd + 4, Math.max(headEnd + 4, end)),
  };
}

function headersOf(head: string): readonly string[] | undefined {
  const lines = head === "" ? [] : head.split("\r\n");
  const headers = lines.flatMap((line) => {
    const colon = line.indexOf(":");
    return colon < 1 ? [] : [line.slice(0, colon).trim(), line.slice(colon + 1).trim()];
  });
  return headers.length === lines.length * 2 ? headers : undefined;
}

function headerIn(rawHeaders: readonly string[], wanted: string): string {
  const at = rawHeaders.findIndex(
    (name, index) => index % 2 === 0 && name.toLowerCase() === wanted,
  );
  return at === -1 ? "" : (rawHeaders[at + 1] ?? "");
}

/** One parameter of a header. A quote ends a value only if nothing else of that value follows. */
const PARAMETER = /\s*;\s*([^\s=;]+)=(?:"(.*?)"(?=\s*(?:;|$))|([^\s;"]*))/y;

/** Reads the parameters of a header. Browsers escape quotes as `%22`, other clients as `\"`. */
function parametersOf(header: string): ReadonlyMap<string, string> {
  const parameters = new Map<string, string>();
  const pattern = new RegExp(PARAMETER);
  pattern.lastIndex = Math.max(0, header.indexOf(";"));
  for (let found = pattern.exec(header); found !== null; found = pattern.exec(header)) {
    const [, name = "", text = found[3] ?? ""] = found;
    const value = text
      .replaceAll('\\"', '"')
      .replaceAll("%22", '"')
      .replaceAll("%0D", "\r")
      .replaceAll("%0A", "\n");
    parameters.set(name.toLowerCase(), value);
  }
  return parameters;
}
