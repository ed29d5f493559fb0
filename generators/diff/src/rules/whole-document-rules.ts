import type { Rule } from "./rule.ts";

/** The id of a rule about whole documents. */
export type WholeDocumentRuleId = "document-added" | "document-removed";

/** The rules about whole documents. */
export const wholeDocumentRules: Readonly<Record<WholeDocumentRuleId, Rule>> = {
  "document-added": {
    area: "document",
    title: "A document was added",
    explanation: "The interface is new, so no client can break.",
  },
  "document-removed": {
    area: "document",
    title: "A document was removed",
    explanation:
      "The contract no longer has this interface. If the document was only moved or renamed, compare the " +
      "two files by name: `specwright diff git:main:old.yaml new.yaml`.",
  },
};
