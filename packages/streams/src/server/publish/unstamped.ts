/**
 * A message, or each of a union of them, without the members that a publisher fills in: the number
 * and the time. If a channel does not declare these, the whole message.
 */
export type Unstamped<Message, Stamped extends string> = Message extends unknown
  ? string extends Stamped
    ? Message & object
    : Omit<Message, Stamped>
  : never;
