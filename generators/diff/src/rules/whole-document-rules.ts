import type { Rule } from "./rule.ts";

/** The id of a rule about whole documents. */
export type WholeDocumentRuleId = "document-added" | "document-removed";

/** The rules about whole documents. */
export const wholeDocumentRules: Readonly<Record<WholeDocumentRuleId, Rule>> = {
  "document-added": {
    area: "document",
    title: "A document was added",
    explanation: "Its interface is new, so that nobody uses it yet.",
  },
  "document-removed": {
    area: "document",
    title: "A document was removed",
    explanation:
      "Its whole interface is gone, as far as the contract says. A document that was moved or " +
      "renamed is not found by its old path: compare the two files by name, " +
      "`specwright diff git:main:old.yaml new.yaml`.",
  },
};
