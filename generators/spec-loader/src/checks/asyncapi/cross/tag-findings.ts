import { channelOperations, operationMessages } from "./message-findings.ts";
import {
  type CrossFinding,
  componentEntries,
  type Entry,
  listEntries,
  type RuledDocument,
} from "./ruled-document.ts";

/** Finds objects in AsyncAPI 2 that have two tags with the same name. */
export function tagFindings(document: RuledDocument): readonly CrossFinding[] {
  const tagged = [
    ...withTraits(document, channelOperations(document)),
    ...withTraits(document, operationMessages(document)),
    ...withTraits(document, componentEntries(document, "messages")),
    ...componentEntries(document, "operationTraits"),
    ...componentEntries(document, "messageTraits"),
  ];
  const root = { name: "", path: [], object: document.root };
  return [root, ...tagged].flatMap((holder) => repeatedTags(document, holder));
}

function withTraits(document: RuledDocument, holders: readonly Entry[]): readonly Entry[] {
  return holders.flatMap((holder) => [
    holder,
    ...listEntries(document, holder.object, [...holder.path, "traits"]),
  ]);
}

function repeatedTags(document: RuledDocument, { path, object }: Entry): readonly CrossFinding[] {
  const seen = new Set<string>();
  return listEntries(document, object, [...path, "tags"]).flatMap((tag) => {
    const { name } = tag.object;
    if (typeof name !== "string") return [];
    const isFirst = !seen.has(name);
    seen.add(name);
    if (isFirst) return [];
    return [
      {
        rule: "asyncapi2-tags-uniqueness",
        path: [...tag.path, "name"],
        message: `there is another tag ${JSON.stringify(name)}`,
        fix: "Remove one of the tags, or give it another name.",
        isError: false,
      },
    ];
  });
}
