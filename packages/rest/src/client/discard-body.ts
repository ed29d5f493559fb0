/** Discards the body of a response, so that the connection can be used again. */
export async function discardBody({ body }: Response): Promise<void> {
  // The connection of the body may be lost, or an interceptor may have locked the body.
  await body?.cancel().catch(() => undefined);
}
