import type { Source } from "@specwright/spec-loader";
import type { ChangeDraft } from "../changes/change-draft.ts";
import type { Comparison } from "../comparison.ts";

/**
 * Collects changes that are found several times. For example, every channel reports a changed rule of the
 * whole document. Each change is recorded once, with all affected parts.
 */
export class GatheredChanges {
  readonly #drafts = new Map<string, ChangeDraft>();

  /** Adds a change. If the change is already known, adds only its affected parts. */
  add(draft: ChangeDraft): void {
    const key = draftKey(draft);
    const known = this.#drafts.get(key);
    const affects = [...(known?.affects ?? []), ...(draft.affects ?? [])];
    this.#drafts.set(key, { ...(known ?? draft), affects });
  }

  /** Records every change once. */
  recordAll(comparison: Comparison): void {
    for (const draft of this.#drafts.values()) comparison.record(draft);
  }
}

function draftKey(draft: ChangeDraft): string {
  const { rule, class: changeClass, surface, subject, direction, details, base, revision } = draft;
  const { kind, name, path } = subject;
  const what = [rule, changeClass, surface, direction, kind, name, path];
  return JSON.stringify([...what, details, placeText(base), placeText(revision)]);
}

function placeText(source: Source | undefined): string {
  return source === undefined ? "" : `${source.file}#${source.pointer}`;
}
