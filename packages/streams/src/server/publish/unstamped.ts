/**
 * A message, or each message of a union, without the members that a publisher fills in: the number and the
 * time. If a channel does not declare these, it is the whole message.
 */
export type Unstamped<Message, Stamped extends string> = Message extends unknown
  ? string extends Stamped
    ? Message & object
    : Omit<Message, Stamped>
  : never;
