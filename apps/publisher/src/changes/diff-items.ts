import type { Change } from "@specwright/diff";
import type { DiffItem } from "@specwright/publisher-api/types";
import { clipText } from "./clip-text.ts";

const MAX_ITEMS = 1000;

/**
 * Groups changes by the changed part of the contract, in the order of the most severe change of
 * each part.
 */
export function diffItems(changes: readonly Change[]): DiffItem[] {
  const groups = new Map<string, Change[]>();
  for (const change of changes) {
    const key = `${change.subject.kind} ${change.subject.name}`;
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [change]);
    else group.push(change);
  }
  return [...groups]
    .slice(0, MAX_ITEMS)
    .flatMap(([key, [first, ...rest]]) => (first === undefined ? [] : groupItem(key, first, rest)));
}

function groupItem(key: string, first: Change, rest: readonly Change[]): DiffItem {
  const { kind, name } = first.subject;
  const all = [first, ...rest];
  const isWhole = (end: string): boolean => all.some(({ ruleId }) => ruleId === `${kind}-${end}`);
  return {
    id: clipText(key, 4096),
    name: clipText(name, 4096),
    status: isWhole("added") ? "added" : isWhole("removed") ? "removed" : "modified",
    type: kind,
    breaking: all.some(isBreaking),
    children: all.slice(0, MAX_ITEMS).map(changeItem),
  };
}

function changeItem(change: Change): DiffItem {
  return {
    id: change.fingerprint,
    name: clipText(change.message, 4096),
    status: changeStatus(change),
    type: change.ruleId,
    breaking: isBreaking(change),
    children: [],
  };
}

function changeStatus({ base, revision }: Change): DiffItem["status"] {
  if (base === undefined) return "added";
  return revision === undefined ? "removed" : "modified";
}

function isBreaking({ class: each }: Change): boolean {
  return each === "breaking" || each === "potentially-breaking";
}
