import { bytesToHex } from "@noble/hashes/utils.js";
import type { RandomBytes } from "../create-access-key.ts";
import type { NonceKind } from "./credential-rule.ts";

/** Creates nonces. All connections with the same key must use the same source. */
export interface NonceSource {
  /**
   * Returns the next nonce for a key: a number that is higher than all earlier ones, or a UUID as text.
   */
  next(kind: NonceKind, key: string): number | string;
}

/** Options for `memoryNonces`. */
export interface MemoryNoncesOptions {
  /** Returns the current time in milliseconds since the epoch. */
  readonly now: () => number;
  /** The first number of a `counter`. Default 1. */
  readonly first?: number;
  readonly random?: RandomBytes;
}

/**
 * Creates a source of nonces for one process. When the process starts again, `counter` starts again too. If
 * the venue remembers the last number, pass `first`.
 */
export function memoryNonces(options: MemoryNoncesOptions): NonceSource {
  const {
    now,
    first = 1,
    random = (size) => crypto.getRandomValues(new Uint8Array(size)),
  } = options;
  const last = new Map<string, number>();
  return {
    next(kind, key) {
      if (kind === "uuid") return formatUuid(random(16));
      const wanted = kind === "counter" ? first : Math.floor(now() * (kind === "us" ? 1000 : 1));
      const nonce = Math.max(wanted, (last.get(key) ?? Number.NEGATIVE_INFINITY) + 1);
      last.set(key, nonce);
      return nonce;
    },
  };
}

/** Formats 16 random bytes as a UUID of version 4 (RFC 9562). */
function formatUuid(random: Uint8Array): string {
  const bytes = Uint8Array.from(random);
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  const hex = bytesToHex(bytes);
  const cuts = [0, 8, 12, 16, 20, 32];
  return cuts
    .slice(1)
    .map((end, index) => hex.slice(cuts[index], end))
    .join("-");
}
