import type { StreamEvent } from "@specwright/runtime";

type WithoutChannel<Event> = Event extends unknown ? Omit<Event, "channel"> : never;

/** An event, which does not name its channel yet. */
export type TopicEvent = WithoutChannel<StreamEvent>;
