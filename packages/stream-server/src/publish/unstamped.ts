/**
 * A message, or each of a union of them, without the members that a publisher fills in: the number
 * and the time. Where a channel does not say which these are, the whole message.
 */
export type Unstamped<Message, Stamped extends string> = Message extends unknown
  ? string extends Stamped
    ? Message & object
    : Omit<Message, Stamped>
  : never;
