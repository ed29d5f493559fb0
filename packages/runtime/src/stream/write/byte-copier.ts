// Copies bytes out of a scratch buffer by the fastest available way.

const node: typeof import("node:buffer") | undefined =
  globalThis.process?.getBuiltinModule?.("node:buffer");

/** The size of the memory that small copies share. */
const poolSize = 1 << 16;
const mostPooled = 1 << 12;
const blockSize = 64;

/**
 * Creates the function that copies the first `length` bytes of a scratch buffer of at least 4 KiB.
 * In Node the copy is a Buffer; up to 4 KiB it shares its memory, like the small buffers of
 * `Buffer.allocUnsafe`.
 */
export function byteCopier(scratch: Uint8Array): (length: number) => Uint8Array {
  if (node === undefined) return (length) => scratch.slice(0, length);
  const { Buffer } = node;
  // A view of part of the scratch costs as much as copying it, so whole blocks are copied, from
  // views created once.
  const parts = Array.from({ length: mostPooled / blockSize + 1 }, (_, blocks) =>
    scratch.subarray(0, blocks * blockSize),
  );
  let pool = Buffer.alloc(0);
  let used = 0;
  return (length) => {
    const part = parts[Math.ceil(length / blockSize)];
    if (part === undefined) {
      const copy = Buffer.allocUnsafe(length);
      copy.set(scratch.subarray(0, length));
      return copy;
    }
    if (used + part.length > pool.length) {
      pool = Buffer.allocUnsafeSlow(poolSize);
      used = 0;
    }
    pool.set(part, used);
    const copy = pool.subarray(used, used + length);
    used += part.length;
    return copy;
  };
}
