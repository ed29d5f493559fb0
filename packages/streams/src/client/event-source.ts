import type { StreamEvent, StreamListener } from "@specwright/runtime";

/** Calls listeners of one type of event, and one listener for all types. */
export interface EventSource {
  on<Type extends StreamEvent["type"]>(
    type: Type,
    listener: (event: Extract<StreamEvent, { readonly type: Type }>) => void,
  ): () => void;
  emit(event: StreamEvent): void;
}

/**
 * Creates a source. `onEvent` is called before the listeners. If a listener throws an error, the error is
 * reported, and the source does not throw.
 */
export function createEventSource(onEvent: StreamListener): EventSource {
  const listeners = new Set<StreamListener>();
  return {
    on(type, listener) {
      type Wanted = Parameters<typeof listener>[0];
      const isWanted = (event: StreamEvent): event is Wanted => event.type === type;
      const filtered: StreamListener = (event) => {
        if (isWanted(event)) listener(event);
      };
      listeners.add(filtered);
      return () => void listeners.delete(filtered);
    },
    emit(event) {
      for (const listener of [onEvent, ...listeners]) {
        try {
          listener(event);
        } catch (error) {
          queueMicrotask(() => {
            throw error;
          });
        }
      }
    },
  };
}
