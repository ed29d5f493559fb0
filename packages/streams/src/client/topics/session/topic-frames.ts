// Passes frames to their topics. A frame with a list is split first, because its items may belong to
// several topics.

import { loadUsual } from "#parts";
import { KIND } from "../reading/frame-kind.ts";
import { splitFrame } from "../reading/split-frame.ts";
import type { ListPlan, MessagePlan } from "./feed-plan.ts";
import type { FrameLinks } from "./frame-links.ts";
import type { Topic } from "./topic.ts";
import type { UsualFrames } from "./usual-frames.ts";

/** The context of a frame that was split off a larger frame. */
interface FramePart {
  /** The list by which the larger frame was split; undefined for the first item. */
  readonly within: string | undefined;
  /**
   * The topics of the items so far. `retired` stands for topics that the client has left, `strange` for
   * unknown topics.
   */
  readonly taken: Set<Topic | "retired" | "strange">;
}

/** Handles the frames of topics. */
export class TopicFrames {
  readonly #links: FrameLinks;
  /** The fast path for usual frames. Undefined in browsers. */
  readonly usual: UsualFrames | undefined;

  constructor(links: FrameLinks) {
    this.#links = links;
    const loaded = loadUsual();
    this.usual = loaded && new loaded.UsualFrames(links);
  }

  /**
   * Handles the scanned frame. If `isControl` is true, the frame is an answer, and need not belong to a
   * topic.
   */
  take(message: MessagePlan, bytes: Uint8Array, isControl: boolean, part?: FramePart): void {
    const links = this.#links;
    const { plan, keeper } = links;
    const { kinds, lists, counters } = message;
    for (let at = 0; at < lists.length; at += 1) {
      const { pointer, slot, second } = lists[at] as ListPlan;
      if (plan.scanner.kinds[second] === KIND.absent) continue;
      this.#takeItems(splitFrame(plan.scanner, slot), pointer, isControl, part);
      return;
    }
    if (counters.key.length > 0 && !links.recovery.ofKeys(message, part?.within)) return;
    if (!links.isOpen() || kinds.length === 0) return;
    const topic = links.routes.find(message);
    if (topic === undefined) {
      const isRetired = links.routes.isRetired(message);
      if (part !== undefined) part.taken.add(isRetired ? "retired" : "strange");
      else if (!isControl && !isRetired) links.violation("unrouted");
      return;
    }
    if (topic.status === "requested") links.began(topic);
    const within = part?.taken.has(topic) === true ? part.within : undefined;
    part?.taken.add(topic);
    try {
      keeper.take(topic, message, bytes, within);
    } catch (error) {
      links.failed(topic, error);
    }
  }

  #takeItems(
    frames: readonly Uint8Array[],
    list: string,
    isControl: boolean,
    outer: FramePart | undefined,
  ): void {
    const { plan, isOpen, violation } = this.#links;
    const taken: FramePart["taken"] = outer?.taken ?? new Set();
    for (const [at, frame] of frames.entries()) {
      if (!isOpen()) return;
      plan.scanner.scan(frame);
      const message = plan.read();
      const within = at === 0 ? outer?.within : list;
      if (message === plan.unknown) violation("unknown");
      else this.take(message, frame, isControl, { within, taken });
    }
    // Items of other topics are allowed if the frame also has an item of a subscribed topic.
    const isUnrouted = outer === undefined && taken.size === 1 && taken.has("strange");
    if (isUnrouted && !isControl) violation("unrouted");
  }
}
