import type { BodyReading, PartSource, ReceivedBody } from "../codegen/body.ts";

/**
 * Receives a whole answer. Returns the bytes of a malformed answer, if the caller accepts such answers.
 */
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
