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

function documentRule(
  title: string,
  explanation: string = onlyText,
  area: RuleArea = "document",
): Rule {
  return { area, title, explanation };
}

const goneType =
  "Nothing changes on the wire: the schema is compared wherever an operation uses it. But " +
  "generated code has a type for each named schema, so code that uses the old type name no " +
  "longer compiles.";

/** The rules about a document as a whole, its named schemas, and texts anywhere in it. */
export const documentRules: Readonly<Record<DocumentRuleId, Rule>> = {
  "title-changed": documentRule("The title of the document changed"),
  "id-changed": documentRule(
    "The id of the document changed",
    "`id` (AsyncAPI) and `$self` (OpenAPI) name the document. Messages and generated code stay the " +
      "same.",
  ),
  "summary-changed": documentRule("A summary changed"),
  "description-changed": documentRule("A description changed"),
  "license-changed": documentRule("The license changed"),
  "contact-changed": documentRule("The contact changed"),
  "terms-of-service-changed": documentRule("The terms of service changed"),
  "external-docs-changed": documentRule("A link to external documentation changed"),
  "examples-changed": documentRule("Examples changed"),
  "extension-changed": documentRule(
    "An extension changed",
    "Specwright gives this extension (`x-...`) no meaning, so it cannot tell whether the change " +
      "matters. Check the tools that read it.",
  ),
  "tag-added": documentRule("A tag was added"),
  "tag-removed": documentRule("A tag was removed"),
  "tag-changed": documentRule("The parent or the kind of a tag changed"),
  "schema-added": documentRule(
    "A named schema was added",
    "Generated code gets one more type.",
    "schema",
  ),
  "schema-removed": documentRule("A named schema was removed", goneType, "schema"),
  "schema-renamed": documentRule("A named schema was renamed", goneType, "schema"),
  "generated-name-changed": documentRule(
    "A name in generated code changed",
    "Nothing changes on the wire. Generated code turns names of the document into identifiers, and " +
      "gives two names different endings if they become the same identifier: `get-user` is " +
      "`getUser`, until an operation called `getUser` is added. Code that uses the old identifier no " +
      "longer compiles, or calls the other operation. Choose a name that differs in more than its " +
      "notation.",
  ),
};
