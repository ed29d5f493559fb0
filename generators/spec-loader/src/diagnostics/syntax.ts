import { type DiagnosticTable, defineDiagnostics, explanationPage } from "./diagnostic.ts";

/** The codes of syntax errors. */
export type SyntaxCode =
  | "JSON_SYNTAX"
  | "YAML_SYNTAX"
  | "YAML_TAG"
  | "YAML_ALIAS"
  | "YAML_ALIAS_EXPANSION"
  | "KEY_DUPLICATE"
  | "NUMBER_RANGE"
  | "NESTING_TOO_DEEP";

/** Declares the diagnostics of JSON and YAML texts. */
export const syntaxDiagnostics: DiagnosticTable<SyntaxCode> = defineDiagnostics({
  JSON_SYNTAX: {
    severity: "error",
    fix: "Fix the JSON at this place; JSON has no comments and no trailing commas.",
    explanation: explanationPage({
      problem: "The file is not JSON as RFC 8259 defines it. Nothing after this place was read.",
      language: "json",
      wrong: '{ "openapi": "3.1.0", }',
      fixed: '{ "openapi": "3.1.0" }',
      note: "A file that ends in `.json` is read as JSON. To use comments, write YAML and end the name in `.yaml`.",
    }),
  },
  YAML_SYNTAX: {
    severity: "error",
    fix: "Fix the YAML at this place; look at the indentation and at quotes first.",
    explanation: explanationPage({
      problem:
        "The file is not YAML 1.2. The cause is often a line above the reported place. Common causes are wrong indentation, a missing quote, a colon in an unquoted text, or a second document after `---`.",
      wrong: "title: Orders: the API",
      fixed: 'title: "Orders: the API"',
    }),
  },
  YAML_TAG: {
    severity: "warning",
    fix: "Remove the tag, or quote the value if it is text.",
    explanation: explanationPage({
      problem:
        "The value has a YAML tag outside the core schema. A contract document must have a JSON equivalent, and JSON has no such type. The tag was ignored.",
      wrong: "version: !decimal 1.0",
      fixed: 'version: "1.0"',
    }),
  },
  YAML_ALIAS: {
    severity: "error",
    fix: "Move the anchor to an earlier value that does not contain the alias.",
    explanation: explanationPage({
      problem:
        "An alias (`*name`) must name an earlier anchor (`&name`) that does not contain the alias. A merge key (`<<`) must name a mapping.",
      wrong: "limit: *page\npage: &page { type: integer }",
      fixed: "page: &page { type: integer }\nlimit: *page",
      note: "For a value that contains itself, such as a tree, use `$ref`.",
    }),
  },
  YAML_ALIAS_EXPANSION: {
    severity: "error",
    fix: "Replace the aliases by $ref, or raise maxAliasedValues if this size is intended.",
    explanation: explanationPage({
      problem:
        "Aliases of aliases turn a small file into a huge document. The limit protects against files made to exhaust memory.",
      wrong: "a: &a [x, x, x]\nb: &b [*a, *a, *a]\nc: [*b, *b, *b]",
      fixed: "components:\n  schemas:\n    A: { type: array, items: { type: string } }",
      note: "The limit is the option `maxAliasedValues`. Its default is 1,000,000.",
    }),
  },
  KEY_DUPLICATE: {
    severity: "error",
    fix: "Remove or rename one of the equal keys.",
    explanation: explanationPage({
      problem:
        "One object has the same key twice. Some tools keep the first value and others the last, so a part of the contract would be lost silently.",
      wrong: "properties:\n  id: { type: string }\n  id: { type: integer }",
      fixed: "properties:\n  id: { type: string }\n  number: { type: integer }",
    }),
  },
  NUMBER_RANGE: {
    severity: "error",
    fix: "Write a finite number of at most 1000 digits, or a string.",
    explanation: explanationPage({
      problem:
        "The number cannot be represented: it overflows a double, has more than 1000 digits, or is an infinity of YAML, which JSON lacks. Integers of up to 1000 digits are kept exactly.",
      wrong: "maximum: .inf",
      fixed: "maximum: 9223372036854775807",
      note: "If there is no upper bound, leave `maximum` out.",
    }),
  },
  NESTING_TOO_DEEP: {
    severity: "error",
    fix: "Move inner parts to `components`, or raise maxDepth.",
    explanation: explanationPage({
      problem:
        "Arrays and objects nest deeper than the limit. The limit protects against files made to exhaust the stack.",
      language: "json",
      wrong: "[[[[[[[[ ... ]]]]]]]]",
      fixed: '{ "$ref": "#/components/schemas/Node" }',
      note: "The limit is the option `maxDepth`. Its default is 500.",
    }),
  },
});
