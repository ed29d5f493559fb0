import type { FilterSource, SequenceRule } from "@specwright/contract";
import { groupMembers } from "../pairing/group-members.ts";
import type { ExtensionEdit, RulePair } from "./extension-edit.ts";

/** Compares the query parameters that select from a sequence. */
export function compareSequenceFilters(rules: RulePair<SequenceRule>): ExtensionEdit[] {
  const { base, revision, channels } = rules;
  const parameters = groupMembers(channels.base, "query").schemas;
  return [
    ...revision.filters
      .filter((name) => !base.filters.includes(name))
      .map((name) => addedEdit(name, parameters.has(name))),
    ...base.filters.filter((name) => !revision.filters.includes(name)).map(removedEdit),
    ...revision.filters
      .filter((name) => base.filters.includes(name))
      .flatMap((name) => sourceEdits(rules, name)),
  ];
}

function addedEdit(name: string, isKnown: boolean): ExtensionEdit {
  return {
    rule: "sequence-filter-added",
    class: isKnown ? "breaking" : "non-breaking",
    direction: "both",
    details: [name],
    message: `\`${name}\` selects messages now`,
    why: isKnown
      ? "Clients that use the parameter take the numbers that are left out for a gap, and give up."
      : "Clients do not use the parameter yet.",
  };
}

function removedEdit(name: string): ExtensionEdit {
  return {
    rule: "sequence-filter-removed",
    class: "non-breaking",
    direction: "both",
    details: [name],
    message: `\`${name}\` no longer selects messages`,
    why: "Clients that use the parameter are ready for numbers that are left out.",
  };
}

function sourceEdits(
  { base, revision, channels }: RulePair<SequenceRule>,
  name: string,
): ExtensionEdit[] {
  const before = textOf(base.filterSources?.[name], channels.base.id);
  const after = textOf(revision.filterSources?.[name], channels.revision.id);
  if (before === after) return [];
  return [
    {
      rule: "sequence-filter-sources-changed",
      class: before === "" ? "non-breaking" : "potentially-breaking",
      direction: "response",
      details: [name, before, after],
      message: `the values that \`${name}\` selects by come from other places`,
      why:
        before === ""
          ? "Those who publish no longer need to state the values."
          : "Clients that use the parameter may get other messages.",
    },
  ];
}

/** Writes the sources of a filter; a channel that refers to itself has no name in it. */
function textOf(sources: readonly FilterSource[] | undefined, ownId: string): string {
  return (sources ?? [])
    .map((source) => {
      if ("at" in source) return `at ${JSON.stringify(source.at)}`;
      if ("sameAs" in source) return `same as ${JSON.stringify(source.sameAs)}`;
      const { through, of, by } = source;
      return `through ${JSON.stringify([through, of === ownId ? "" : of, by])}`;
    })
    .join(", ");
}
