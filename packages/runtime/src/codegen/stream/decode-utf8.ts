// From bytes to text, by the fastest way there is.

const node: typeof import("node:buffer") | undefined =
  globalThis.process?.getBuiltinModule?.("node:buffer");

const decoder: TextDecoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

/** Decodes UTF-8; undefined when the bytes are not UTF-8. A byte order mark is kept. */
export function decodeUtf8(bytes: Uint8Array): string | undefined {
  if (node === undefined) {
    try {
      return decoder.decode(bytes);
    } catch {
      return undefined;
    }
  }
  const { Buffer, isAscii, isUtf8 } = node;
  const buffer = Buffer.isBuffer(bytes)
    ? bytes
    : Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (isAscii(buffer)) return buffer.toString("latin1");
  return isUtf8(buffer) ? buffer.toString("utf8") : undefined;
}
