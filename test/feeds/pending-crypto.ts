// Web Crypto runs in other threads, so that a manual clock must wait for it, as for any other load.

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

/** Counts the running Web Crypto calls of this process from now on. */
export function watchCrypto(): void {
  if (Object.hasOwn(subtle, "sign")) return;
  Object.assign(subtle, {
    sign: count(subtle.sign),
    digest: count(subtle.digest),
    importKey: count(subtle.importKey as (...given: unknown[]) => Promise<CryptoKey>),
  });
}

/** Waits until no Web Crypto call is running. Returns whether one was. */
export async function cryptoIsDone(): Promise<boolean> {
  if (pending === 0) return false;
  while (pending > 0) await new Promise((resolve) => setImmediate(resolve));
  return true;
}
