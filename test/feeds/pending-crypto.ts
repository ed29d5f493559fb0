// Web Crypto computes in other threads, so that a clock which moves on request has to wait for it, as
// it would for the load of what signs.

import { loadSigning } from "../../packages/streams/src/client/topics/credentials/load-signing.ts";

await loadSigning();

let pending = 0;
const { subtle } = globalThis.crypto;

function count<Arguments extends unknown[], Result>(
  run: (...given: Arguments) => Promise<Result>,
): (...given: Arguments) => Promise<Result> {
  return async (...given) => {
    pending += 1;
    try {
      return await run.apply(subtle, given);
    } finally {
      pending -= 1;
    }
  };
}

/** Counts what Web Crypto computes from now on in this process. */
export function watchCrypto(): void {
  if (Object.hasOwn(subtle, "sign")) return;
  Object.assign(subtle, {
    sign: count(subtle.sign),
    digest: count(subtle.digest),
    importKey: count(subtle.importKey as (...given: unknown[]) => Promise<CryptoKey>),
  });
}

/** Waits until Web Crypto computes nothing. Returns whether it did before. */
export async function cryptoIsDone(): Promise<boolean> {
  if (pending === 0) return false;
  while (pending > 0) await new Promise((resolve) => setImmediate(resolve));
  return true;
}
