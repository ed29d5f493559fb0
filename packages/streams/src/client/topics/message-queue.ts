/** The messages of a topic that wait for its consumer. */
export interface MessageQueue<Message> {
  push(message: Message): void;
  /** Ends the queue after the messages that wait, with an error if there is one. */
  end(error: Error | undefined): void;
  next(): Promise<IteratorResult<Message, undefined>>;
}

/** Creates a queue. `onFull` is called when too many messages wait, and when they do no more. */
export function createMessageQueue<Message>(
  maxWaiting: number,
  onFull: (isFull: boolean) => void,
): MessageQueue<Message> {
  let messages: Message[] = [];
  let head = 0;
  let isFull = false;
  let ending: { readonly error: Error | undefined } | undefined;
  const consumers: PromiseWithResolvers<IteratorResult<Message, undefined>>[] = [];

  function take(): Message {
    const message = messages[head] as Message;
    head += 1;
    if (head > 64 && head * 2 > messages.length) {
      messages = messages.slice(head);
      head = 0;
    }
    if (isFull && messages.length - head <= maxWaiting / 4) {
      isFull = false;
      onFull(false);
    }
    return message;
  }

  return {
    push(message) {
      if (ending !== undefined) return;
      const consumer = consumers.shift();
      if (consumer !== undefined) {
        consumer.resolve({ done: false, value: message });
        return;
      }
      messages.push(message);
      if (isFull || messages.length - head < maxWaiting) return;
      isFull = true;
      onFull(true);
    },
    end(error) {
      if (ending !== undefined) return;
      ending = { error };
      for (const consumer of consumers.splice(0)) {
        if (error === undefined) consumer.resolve({ done: true, value: undefined });
        else consumer.reject(error);
      }
    },
    next() {
      const consumer = Promise.withResolvers<IteratorResult<Message, undefined>>();
      if (messages.length > head) consumer.resolve({ done: false, value: take() });
      else if (ending?.error !== undefined) consumer.reject(ending.error);
      else if (ending !== undefined) consumer.resolve({ done: true, value: undefined });
      else consumers.push(consumer);
      return consumer.promise;
    },
  };
}
