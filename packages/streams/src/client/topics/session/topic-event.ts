import type { StreamEvent } from "@specwright/runtime";

type WithoutChannel<Event> = Event extends unknown ? Omit<Event, "channel"> : never;

/** An event without the name of its channel, which is added later. */
export type TopicEvent = WithoutChannel<StreamEvent>;
