import type { StreamEvent } from "@specwright/runtime";

type WithoutChannel<Event> = Event extends unknown ? Omit<Event, "channel"> : never;

/** An event without the id of its channel. The owner of the session adds the id. */
export type TopicEvent = WithoutChannel<StreamEvent>;
