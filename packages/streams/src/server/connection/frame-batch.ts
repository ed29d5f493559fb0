// Writes WebSocket frames of a server (RFC 6455 §5.2), without masks, fragments or compression. A frame is
// encoded once for all connections that receive it. `ws` would encode it for each connection.

/** Encoded frames, ready to be written to a socket. */
export interface FrameBatch {
  /** The frames one after the other, with their headers. */
  readonly bytes: Buffer;
  readonly count: number;
}

/** The first byte of a text frame that is not fragmented. */
const TEXT = 0x81;
/** The first byte of a binary frame that is not fragmented. */
const BINARY = 0x82;

/** Encodes text frames into one buffer. Each payload must be valid UTF-8. */
export function textFrames(payloads: readonly Uint8Array[]): FrameBatch {
  return writeFrames(payloads, TEXT);
}

export function binaryFrame(payload: Uint8Array): FrameBatch {
  return writeFrames([payload], BINARY);
}

function writeFrames(payloads: readonly Uint8Array[], first: number): FrameBatch {
  let size = 0;
  for (const { byteLength } of payloads) size += headerLength(byteLength) + byteLength;
  const bytes = Buffer.allocUnsafe(size);
  let at = 0;
  for (const payload of payloads) {
    bytes[at] = first;
    at = writeLength(bytes, at, payload.byteLength);
    bytes.set(payload, at);
    at += payload.byteLength;
  }
  return { bytes, count: payloads.length };
}

/** Returns the payloads of the frames in a buffer that `textFrames` or `binaryFrame` has written. */
export function* payloadsOf(
  bytes: Uint8Array,
): Iterable<{ readonly payload: Buffer; readonly binary: boolean }> {
  const frames = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  for (let at = 0; at < frames.length; ) {
    const short = frames[at + 1] ?? 0;
    const header = short < 126 ? 2 : short === 126 ? 4 : 10;
    const length =
      short < 126
        ? short
        : short === 126
          ? frames.readUInt16BE(at + 2)
          : Number(frames.readBigUInt64BE(at + 2));
    const payload = frames.subarray(at + header, at + header + length);
    yield { payload, binary: frames[at] === BINARY };
    at += header + length;
  }
}

function headerLength(length: number): number {
  if (length < 126) return 2;
  return length < 65_536 ? 4 : 10;
}

function writeLength(bytes: Buffer, at: number, length: number): number {
  if (length < 126) {
    bytes[at + 1] = length;
    return at + 2;
  }
  if (length < 65_536) {
    bytes[at + 1] = 126;
    return bytes.writeUInt16BE(length, at + 2);
  }
  bytes[at + 1] = 127;
  bytes.writeUInt32BE(Math.floor(length / 2 ** 32), at + 2);
  return bytes.writeUInt32BE(length >>> 0, at + 6);
}
