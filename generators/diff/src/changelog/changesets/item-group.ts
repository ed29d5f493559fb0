import type { ChangeClass } from "../../changes/change.ts";
import { type NotedChange, readChangesComment, withoutChangesComment } from "./changes-comment.ts";

/** The groups of a changelog, in order. */
export const itemGroups = ["Breaking", "Deprecated", "Added", "Changed", "Fixed"] as const;

export type ItemGroup = (typeof itemGroups)[number];

/** The size of a release in a changeset. */
export type Bump = "major" | "minor" | "patch";

/** An item of a changelog with its group. */
export interface GroupedItem {
  readonly group: ItemGroup;
  /** A Markdown list item. */
  readonly text: string;
}

/**
 * Finds the group of an item by the first of these that exists: a label (`Fixed: ...`), which is removed
 * from the text; a major bump; the worst contract change in the comment of the item; the first word of the
 * item; a smaller bump.
 */
export function groupItem(text: string, bump: Bump): GroupedItem {
  const labelled = /^- (?:\*\*)?(breaking|deprecated|added|changed|fixed):(?:\*\*)? +(?=\S)/i.exec(
    text,
  );
  if (labelled !== null) {
    const [label, name = ""] = labelled;
    const group = itemGroups.find((each) => each.toLowerCase() === name.toLowerCase());
    const rest = withoutChangesComment(text).slice(label.length);
    if (group !== undefined) {
      return { group, text: `- ${rest.charAt(0).toUpperCase()}${rest.slice(1)}` };
    }
  }
  const noted = readChangesComment(text).map(groupOfChange);
  const group =
    bump === "major"
      ? "Breaking"
      : (itemGroups.find((each) => noted.includes(each)) ??
        groupOfFirstWord(text) ??
        groupOfBump[bump]);
  return { group, text: withoutChangesComment(text) };
}

const groupOfBump: Readonly<Record<Exclude<Bump, "major">, ItemGroup>> = {
  minor: "Added",
  patch: "Fixed",
};

const groupOfClass: Readonly<Record<ChangeClass, ItemGroup>> = {
  breaking: "Breaking",
  "potentially-breaking": "Breaking",
  deprecation: "Deprecated",
  "non-breaking": "Changed",
  docs: "Changed",
};

function groupOfChange({ class: each, ruleId }: NotedChange): ItemGroup {
  return each === "non-breaking" && /-added$/.test(String(ruleId)) ? "Added" : groupOfClass[each];
}

function groupOfFirstWord(text: string): ItemGroup | undefined {
  const [, word = ""] = /^- (?:\*\*)?([A-Za-z]+)/.exec(text) ?? [];
  if (/^(?:breaking)$/i.test(word)) return "Breaking";
  if (/^deprecat(?:ed|es?)$/i.test(word)) return "Deprecated";
  if (/^(?:add(?:ed|s)?|new)$/i.test(word)) return "Added";
  if (/^(?:chang(?:ed?|es)|renam(?:ed?|es))$/i.test(word)) return "Changed";
  if (/^fix(?:ed|es)?$/i.test(word)) return "Fixed";
  return undefined;
}
