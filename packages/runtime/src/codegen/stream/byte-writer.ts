// From text to bytes and from a scratch to a copy, by the fastest ways there are.

const node: typeof import("node:buffer") | undefined =
  globalThis.process?.getBuiltinModule?.("node:buffer");

/**
 * Makes the function that writes a text as UTF-8 over the first bytes of `target` and gives how many
 * it wrote. A lone surrogate becomes U+FFFD; what does not fit is left out.
 */
export function utf8Writer(target: Uint8Array): (text: string) => number {
  if (node === undefined) {
    const encoder = new TextEncoder();
    return (text) => encoder.encodeInto(text, target).written;
  }
  const buffer = node.Buffer.from(target.buffer, target.byteOffset, target.byteLength);
  return (text) => buffer.write(text);
}

/** Copies the first `length` bytes. In Node the copy is a Buffer, a small one from the pool that all share. */
export function copyBytes(scratch: Uint8Array, length: number): Uint8Array {
  if (node === undefined) return scratch.slice(0, length);
  const copy = node.Buffer.allocUnsafe(length);
  copy.set(scratch.subarray(0, length));
  return copy;
}
