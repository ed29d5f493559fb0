/**
 * A message without the members that a publisher adds: its number and its time. For a union, the members
 * are removed from each of its types. If a channel does not declare such members, the message does not
 * change.
 */
export type Unstamped<Message, Stamped extends string> = Message extends unknown
  ? string extends Stamped
    ? Message & object
    : Omit<Message, Stamped>
  : never;
