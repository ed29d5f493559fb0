/** Discards the body of a response, so that the connection can be used again. */
export async function discard({ body }: Response): Promise<void> {
  // The body may be lost already, or locked by an interceptor.
  await body?.cancel().catch(() => undefined);
}
