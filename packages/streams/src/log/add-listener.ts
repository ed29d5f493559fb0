/** Adds a listener, and returns the function that removes it. */
export function addListener<Value>(
  listeners: Set<(value: Value) => void>,
  listener: (value: Value) => void,
): () => void {
  // A new function for each call, so that the same listener can be registered twice.
  const own = (value: Value): void => listener(value);
  listeners.add(own);
  return () => {
    listeners.delete(own);
  };
}
