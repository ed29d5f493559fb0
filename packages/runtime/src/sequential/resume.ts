import type { ItemSource, Resumption } from "../codegen/sequential.ts";
import { RestError } from "../errors/rest-error.ts";
import { mediaTypeEssence } from "../media/media-type.ts";
import { fullJitterBackoff } from "../world/full-jitter-backoff.ts";

const DEFAULT_RETRY_MS = 3_000;
/** The maximum additional delay after repeated failures, in milliseconds. */
const MAX_BACKOFF_MS = 60_000;
/** The statuses of a server that is restarting or overloaded. */
const TRANSIENT: ReadonlySet<number> = new Set([429, 502, 503, 504]);

/**
 * Requests an event stream again until the server answers with one. Returns undefined if the server answers
 * 204 (no more events). Waits before each request for the `retry` time of the stream, and longer after each
 * failure.
 */
export async function resumeEvents(
  source: ItemSource,
  { request, sleep, signal }: Resumption,
  lastEventId: string,
  retryMs: number = DEFAULT_RETRY_MS,
): Promise<Response | undefined> {
  const backoff = fullJitterBackoff({ minMs: 1_000, maxMs: MAX_BACKOFF_MS });
  for (let delayMs = retryMs; ; delayMs = retryMs + backoff.next()) {
    const response = await sleep(delayMs)
      .then(() => request(lastEventId === "" ? {} : { "last-event-id": lastEventId }))
      .catch((cause: unknown) => {
        if (signal.aborted) throw source.error("aborted", "the caller aborted", { cause });
        if (cause instanceof RestError && cause.code === "network") return undefined;
        throw cause;
      });
    if (response === undefined) continue;
    const { status, headers, body } = response;
    const type = mediaTypeEssence(headers.get("content-type") ?? "");
    if (status === 200 && type === "text/event-stream") return response;
    await body?.cancel();
    if (status === 204) return undefined;
    if (TRANSIENT.has(status)) continue;
    throw status === 200
      ? source.error(
          "unexpected_content_type",
          `the response to resuming has the type ${type || "(none)"}`,
        )
      : source.error("unexpected_status", `the response to resuming has the status ${status}`);
  }
}
