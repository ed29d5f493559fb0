// Parses the output of a server strictly, without the libraries that the server uses.

/** The head of an HTTP response, and its body if it has one. */
export interface HttpAnswer {
  readonly status: number;
  /** By lower-case name. */
  readonly headers: ReadonlyMap<string, string>;
  readonly body: string;
  /** The offset after the response. */
  readonly end: number;
}

export interface ServerFrame {
  readonly opcode: number;
  readonly payload: Buffer;
}

/** Thrown when the bytes of a server, or their meaning, are wrong. */
export class Finding extends Error {
  override readonly name: string = "Finding";
}

/** Parses a response after any interim ones; returns undefined while it is incomplete. */
export function readHttp(bytes: Buffer): HttpAnswer | undefined {
  let start = 0;
  for (;;) {
    const headEnd = bytes.indexOf("\r\n\r\n", start);
    if (headEnd === -1) return undefined;
    const [first = "", ...lines] = bytes.toString("latin1", start, headEnd).split("\r\n");
    const status = Number(/^HTTP\/1\.1 (\d{3}) /.exec(first)?.[1]);
    if (Number.isNaN(status)) throw new Finding(`no status line: ${JSON.stringify(first)}`);
    const headers = new Map(
      lines.map((line): [string, string] => {
        const at = line.indexOf(": ");
        return [line.slice(0, at).toLowerCase(), line.slice(at + 2)];
      }),
    );
    start = headEnd + 4;
    if (status === 100) continue;
    if (status === 101) return { status, headers, body: "", end: start };
    const length = headers.get("content-length");
    if (length === undefined) {
      if (headers.get("transfer-encoding") !== "chunked") {
        throw new Finding(`${status} has no length`);
      }
      return readChunks(bytes, { status, headers, end: start });
    }
    const end = start + Number(length);
    if (bytes.length < end) return undefined;
    return { status, headers, body: bytes.toString("utf8", start, end), end };
  }
}

function readChunks(
  bytes: Buffer,
  { status, headers, end }: Omit<HttpAnswer, "body">,
): HttpAnswer | undefined {
  let body = "";
  for (let at = end; ; ) {
    const lineEnd = bytes.indexOf("\r\n", at);
    if (lineEnd === -1) return undefined;
    const size = Number.parseInt(bytes.toString("latin1", at, lineEnd), 16);
    const next = lineEnd + 2 + size + 2;
    if (Number.isNaN(size)) throw new Finding("a chunk has no size");
    if (bytes.length < next) return undefined;
    body += bytes.toString("utf8", lineEnd + 2, lineEnd + 2 + size);
    at = next;
    if (size === 0) return { status, headers, body, end: at };
  }
}

/** Parses the complete frames in some bytes; returns them and the offset of the rest. */
export function readFrames(
  bytes: Buffer,
  from: number,
): { readonly frames: readonly ServerFrame[]; readonly end: number } {
  const frames: ServerFrame[] = [];
  let at = from;
  for (;;) {
    const [first, second] = [bytes[at], bytes[at + 1]];
    if (first === undefined || second === undefined) break;
    if ((first & 0x70) !== 0) throw new Finding("a frame of the server has reserved bits");
    if ((first & 0x80) === 0) throw new Finding("a frame of the server is fragmented");
    if ((second & 0x80) !== 0) throw new Finding("a frame of the server is masked");
    const size = second === 126 ? 2 : second === 127 ? 8 : 0;
    const start = at + 2 + size;
    if (bytes.length < start) break;
    const length =
      size === 0
        ? second
        : size === 2
          ? bytes.readUInt16BE(at + 2)
          : Number(bytes.readBigUInt64BE(at + 2));
    if (bytes.length < start + length) break;
    frames.push({ opcode: first & 0x0f, payload: bytes.subarray(start, start + length) });
    at = start + length;
  }
  return { frames, end: at };
}
