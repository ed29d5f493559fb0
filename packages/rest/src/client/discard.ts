/** Discards the body of a response, so that the connection can be used again. */
export async function discard({ body }: Response): Promise<void> {
  // One that was lost, or that an interceptor reads, needs nothing more.
  await body?.cancel().catch(() => undefined);
}
