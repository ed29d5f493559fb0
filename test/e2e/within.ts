/** Generous, because a test machine runs several processes on few cores. */
const DEADLINE_MS = 60_000;

/** Waits for a promise; a timeout names what did not arrive. */
export async function withinTime<Value>(
  what: string,
  promise: Promise<Value>,
  more: () => string = () => "",
): Promise<Value> {
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(() => {
    late.reject(new Error(`nothing within ${DEADLINE_MS} ms: ${what}\n${more()}`));
  }, DEADLINE_MS);
  try {
    return await Promise.race([promise, late.promise]);
  } finally {
    clearTimeout(timer);
  }
}
