import { memberOf } from "@specwright/runtime";
import type { ChannelDescriptor } from "@specwright/runtime/codegen";
import { element } from "../dom/element.ts";
import { jsonText } from "../text/json-text.ts";

/** The largest number of frames and notes in the list. */
const MAX_ROWS = 200;

/** The list of received frames, the newest first. */
export interface FrameList {
  readonly element: HTMLElement;
  addFrame(frame: unknown): void;
  addNote(text: string): void;
  /** Pauses or continues the list. A paused list does not change. It adds new frames when it continues. */
  setPaused(isPaused: boolean): void;
  clear(): void;
}

/** Creates an empty list. */
export function frameList({ discriminator, sequence, subscription }: ChannelDescriptor): FrameList {
  const list = element("ol", { reversed: true });
  const box = element(
    "div",
    { class: "console-frames", tabindex: "0", role: "region", "aria-label": "Frames" },
    list,
  );
  const numberField = sequence?.field ?? subscription?.counterField;
  let waiting: HTMLElement[] = [];
  let isPaused = false;
  let isScheduled = false;

  function drawRows(): void {
    isScheduled = false;
    if (isPaused) return;
    list.prepend(...waiting.reverse());
    waiting = [];
    while (list.childElementCount > MAX_ROWS) list.lastElementChild?.remove();
  }

  function add(row: HTMLElement): void {
    waiting.push(row);
    if (waiting.length > MAX_ROWS) waiting.shift();
    if (isScheduled) return;
    isScheduled = true;
    setTimeout(drawRows, 100);
  }

  return {
    element: box,
    addFrame(frame) {
      const number = numberField === undefined ? undefined : memberOf(frame, numberField);
      const tag = discriminator === undefined ? undefined : memberOf(frame, discriminator);
      add(element("li", {}, frameRow(frame, String(tag ?? "frame"), number)));
    },
    addNote: (text) => add(element("li", { class: "console-note" }, text)),
    setPaused(value) {
      isPaused = value;
      drawRows();
    },
    clear() {
      waiting = [];
      list.replaceChildren();
    },
  };
}

/**
 * Creates the row of a frame. The text of the frame is only written when a reader opens the row, because
 * most rows are never opened.
 */
function frameRow(frame: unknown, tag: string, number: unknown): HTMLElement {
  const reason = tag === "$unknown" ? memberOf(frame, "reason") : undefined;
  const title = tag === "$unknown" ? "Unknown frame" : tag;
  const numbered = number === undefined || number === null ? title : `#${String(number)} ${title}`;
  const details = element(
    "details",
    {},
    element("summary", {}, numbered),
    reason === undefined ? undefined : element("p", {}, String(reason)),
  );
  details.addEventListener(
    "toggle",
    () => details.append(element("pre", { tabindex: "0" }, jsonText(frame))),
    { once: true },
  );
  return details;
}
