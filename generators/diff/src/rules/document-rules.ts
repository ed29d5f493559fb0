import type { Rule, RuleArea } from "./rule.ts";

/** The id of a rule about a document as a whole, its named schemas, or a text anywhere in it. */
export type DocumentRuleId =
  | "title-changed"
  | "id-changed"
  | "summary-changed"
  | "description-changed"
  | "license-changed"
  | "contact-changed"
  | "terms-of-service-changed"
  | "external-docs-changed"
  | "examples-changed"
  | "extension-changed"
  | "tag-added"
  | "tag-removed"
  | "tag-changed"
  | "schema-added"
  | "schema-removed"
  | "schema-renamed"
  | "generated-name-changed";

const onlyText = "Only the documentation changes. Messages and generated code stay the same.";

function rule(title: string, explanation: string = onlyText, area: RuleArea = "document"): Rule {
  return { area, title, explanation };
}

const goneType =
  "Nothing changes on the wire: the schema is compared wherever an operation uses it. But " +
  "generated code has a type for each named schema, so code that uses the old type name no " +
  "longer compiles.";

/** The rules about a document as a whole, its named schemas, and texts anywhere in it. */
export const documentRules: Readonly<Record<DocumentRuleId, Rule>> = {
  "title-changed": rule("The title of the document changed"),
  "id-changed": rule(
    "The id of the document changed",
    "`id` (AsyncAPI) and `$self` (OpenAPI) name the document. Messages and generated code stay the " +
      "same.",
  ),
  "summary-changed": rule("A summary changed"),
  "description-changed": rule("A description changed"),
  "license-changed": rule("The license changed"),
  "contact-changed": rule("The contact changed"),
  "terms-of-service-changed": rule("The terms of service changed"),
  "external-docs-changed": rule("A link to external documentation changed"),
  "examples-changed": rule("Examples changed"),
  "extension-changed": rule(
    "An extension changed",
    "Specwright gives this extension (`x-...`) no meaning, so it cannot tell whether the change " +
      "matters. Check the tools that read it.",
  ),
  "tag-added": rule("A tag was added"),
  "tag-removed": rule("A tag was removed"),
  "tag-changed": rule("The parent or the kind of a tag changed"),
  "schema-added": rule("A named schema was added", "Generated code gets one more type.", "schema"),
  "schema-removed": rule("A named schema was removed", goneType, "schema"),
  "schema-renamed": rule("A named schema was renamed", goneType, "schema"),
  "generated-name-changed": rule(
    "A name in generated code changed",
    "Nothing changes on the wire. Generated code turns names of the document into identifiers, and " +
      "gives two names different endings if they become the same identifier: `get-user` is " +
      "`getUser`, until an operation called `getUser` is added. Code that uses the old identifier no " +
      "longer compiles, or calls the other operation. Choose a name that differs in more than its " +
      "notation.",
  ),
};
