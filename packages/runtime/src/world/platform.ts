// Replacements for parts of the web platform that React Native (Hermes) and Vercel's edge runtime
// lack.

/**
 * Returns a signal that aborts when a controller or a second signal aborts. Without
 * `AbortSignal.any`, aborting the second signal aborts the controller.
 */
export function joinSignals(controller: AbortController, other?: AbortSignal): AbortSignal {
  const { signal } = controller;
  if (other && AbortSignal.any) return AbortSignal.any([signal, other]);
  const abort = (): void => controller.abort(other?.reason);
  if (other?.aborted) abort();
  other?.addEventListener("abort", abort);
  return signal;
}

/** Returns a signal that aborts after a time, like `AbortSignal.timeout`. */
export function timeoutSignal(milliseconds: number): AbortSignal {
  if ("timeout" in AbortSignal) return AbortSignal.timeout(milliseconds);
  const controller = new AbortController();
  setTimeout(() => controller.abort(), milliseconds);
  return controller.signal;
}

/** Parses a URL, which may be relative to a base; undefined if it is not valid. */
export function parseUrl(url: string, base?: string): URL | undefined {
  try {
    return new URL(url, base);
  } catch {
    return undefined;
  }
}

/**
 * Decodes UTF-8 as `TextDecoder` does. On platforms without `TextDecoder`, keeps a byte order mark.
 *
 * @throws Error with `fatal`, if the bytes are not UTF-8.
 */
export function decodeUtf8(
  bytes: Uint8Array,
  options?: { readonly fatal?: boolean; readonly ignoreBOM?: boolean },
): string {
  if (typeof TextDecoder === "function") return new TextDecoder("utf-8", options).decode(bytes);
  let text = "";
  for (const byte of bytes) text += String.fromCharCode(byte);
  try {
    return decodeURIComponent(escape(text));
  } catch (error) {
    if (options?.fatal) throw error;
    return text;
  }
}

/** Reports whether a value is a stream. Returns false on platforms without streams. */
export function isStream(value: unknown): value is ReadableStream<Uint8Array<ArrayBuffer>> {
  return typeof ReadableStream === "function" && value instanceof ReadableStream;
}
