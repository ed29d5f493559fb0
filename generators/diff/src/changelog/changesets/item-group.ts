import type { ChangeClass } from "../../changes/change.ts";
import { type NotedChange, readChangesComment, withoutChangesComment } from "./changes-comment.ts";

/** The groups of a changelog, in their order. */
export const itemGroups = ["Breaking", "Deprecated", "Added", "Changed", "Fixed"] as const;

/** A group of a changelog. */
export type ItemGroup = (typeof itemGroups)[number];

/** The kinds of versions, as changesets call them. */
export type Bump = "major" | "minor" | "patch";

/** An item of a changelog, and the group that it belongs to. */
export interface GroupedItem {
  readonly group: ItemGroup;
  /** The item as a list item of Markdown. */
  readonly text: string;
}

/**
 * Finds the group of an item: by a label (`Fixed: ...`), which is left out of the text then; else
 * by the changes of a contract that it notes, the worst of which counts; else by its first word;
 * else by its bump.
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
    itemGroups.find((each) => noted.includes(each)) ?? groupOfFirstWord(text) ?? groupOfBump[bump];
  return { group, text: withoutChangesComment(text) };
}

const groupOfBump: Readonly<Record<Bump, ItemGroup>> = {
  major: "Breaking",
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
