/** Names the members that the server fills in: numbers and time. */
export type StampedMember = "seq" | "md_seq" | "ts_ns";

/** Is a message, or each of a union of them, without the members the server fills in. */
export type Unstamped<Message, Stamped extends string = StampedMember> = Message extends unknown
  ? Omit<Message, Stamped>
  : never;
