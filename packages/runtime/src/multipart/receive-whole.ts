import type { BodyReading, PartSource, ReceivedBody } from "../codegen/body.ts";

/** Receives an answer as a whole; the bytes of a malformed one, if the caller wants it anyway. */
export async function receiveWhole(
  { contentType, bytes, judge }: PartSource,
  read: (body: ReceivedBody) => BodyReading,
): Promise<unknown> {
  const received = await bytes();
  const { value, issues, isMalformed } = read({ contentType, bytes: received });
  const body = isMalformed ? received : value;
  judge(issues, body);
  return body;
}
