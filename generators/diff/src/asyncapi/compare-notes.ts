import type { JsonValue, Source } from "@specwright/spec-loader";
import type { Affected, Subject } from "../changes/change.ts";
import type { ChangeDraft } from "../changes/change-draft.ts";
import type { Comparison } from "../comparison.ts";
import type { Pair } from "./pairing.ts";

/** What channels, operations and messages say about themselves. */
export interface Noted {
  readonly deprecated: boolean;
  readonly tags: readonly string[];
  readonly extensions: ReadonlyMap<string, JsonValue>;
  readonly source: Source;
}

/** The thing whose notes are compared. */
export interface NotesOptions {
  /** What the ids of its rules start with. */
  readonly rule: "channel" | "channel-operation" | "message";
  /** What to call it at the start of a sentence. */
  readonly name: string;
  readonly subject: Subject;
  readonly affects: readonly Affected[];
}

/** Compares the deprecation and the tags of a thing. */
export function compareNotes(
  comparison: Comparison,
  { base, revision }: Pair<Noted>,
  { rule, name, subject, affects }: NotesOptions,
): void {
  const draft = { subject, affects, base: base.source, revision: revision.source } as const;
  if (base.deprecated !== revision.deprecated) {
    comparison.record({ ...draft, ...deprecation(rule, name, revision) });
  }
  const [before, after] = [base, revision].map(({ tags }) => [...new Set(tags)].sort());
  if (JSON.stringify(before) === JSON.stringify(after)) return;
  comparison.record({
    ...draft,
    rule: `${rule}-tags-changed`,
    class: "docs",
    surface: "docs",
    details: [before ?? [], after ?? []],
    message: `${name} has other tags.`,
    why: "Tags only group what the documentation shows.",
  });
}

function deprecation(
  rule: NotesOptions["rule"],
  name: string,
  { deprecated, extensions }: Noted,
): Pick<ChangeDraft, "rule" | "class" | "surface" | "message" | "why" | "sunset"> {
  if (!deprecated) {
    return {
      rule: `${rule}-reactivated`,
      class: "non-breaking",
      surface: "wire",
      message: `${name} is no longer deprecated.`,
      why: "It works as before.",
    };
  }
  const sunset = extensions.get("x-sunset");
  return {
    rule: `${rule}-deprecated`,
    class: "deprecation",
    surface: "wire",
    message: `${name} is deprecated.`,
    why: "It still works, but should no longer be used.",
    ...(typeof sunset === "string" && { sunset }),
  };
}
