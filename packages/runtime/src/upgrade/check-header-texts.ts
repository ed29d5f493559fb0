import type { StreamErrorCode } from "../errors/error-codes.ts";
import { StreamError } from "../errors/stream-error.ts";

/**
 * Checks that HTTP can transmit the values of headers. Errors never quote the values.
 *
 * @throws StreamError with the given code, by default `invalid_parameters`.
 */
export function checkHeaderTexts(
  channelId: string,
  headers: Readonly<Record<string, string>>,
  code: StreamErrorCode = "invalid_parameters",
): void {
  for (const [name, text] of Object.entries(headers)) {
    if (/^[\t\x20-\x7e\x80-\xff]*$/.test(text)) continue;
    const message = `the header ${name} has characters that HTTP cannot carry: encode its value`;
    throw new StreamError(code, message, { channelId });
  }
}
