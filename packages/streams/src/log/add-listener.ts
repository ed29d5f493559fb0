/** Adds a listener. Returns a function that removes it. */
export function addListener<Value>(
  listeners: Set<(value: Value) => void>,
  listener: (value: Value) => void,
): () => void {
  // A new function each time, so that a listener that is added twice is called twice.
  const own = (value: Value): void => listener(value);
  listeners.add(own);
  return () => {
    listeners.delete(own);
  };
}
