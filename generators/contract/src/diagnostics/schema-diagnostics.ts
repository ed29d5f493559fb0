import { type DiagnosticTable, defineDiagnostics } from "@specwright/spec-loader";

/** The codes of problems of schemas. */
export type SchemaCode =
  | "SCHEMA_SHAPE"
  | "SCHEMA_KEYWORD"
  | "BASE_CLOSED"
  | "REF_SIBLINGS_IGNORED"
  | "NULLABLE_READ"
  | "KEYWORD_NEWER"
  | "DYNAMIC_REF_LIMIT"
  | "DYNAMIC_ANCHOR_HIDDEN"
  | "DISCRIMINATOR_TARGET";

/** Declares the problems of schemas. */
export const schemaDiagnostics: DiagnosticTable<SchemaCode> = defineDiagnostics({
  SCHEMA_SHAPE: {
    severity: "error",
    fix: "Write a schema object here, or true to allow anything.",
    explanation: `A value stands where a schema belongs.

\`\`\`yaml
properties:
  name: string
\`\`\`

Fixed:

\`\`\`yaml
properties:
  name: { type: string }
\`\`\`
`,
  },
  SCHEMA_KEYWORD: {
    severity: "error",
    fix: "Write the keyword in the shape that the message names, or remove it.",
    explanation: `A keyword of a schema has a value of the wrong type, and so says nothing.

\`\`\`yaml
type: string
minLength: "3"
\`\`\`

Fixed:

\`\`\`yaml
type: string
minLength: 3
\`\`\`
`,
  },
  REF_SIBLINGS_IGNORED: {
    severity: "warning",
    fix: "Move the keywords into `allOf` beside the reference, or write the document in OpenAPI 3.1.",
    explanation: `In OpenAPI 3.0, AsyncAPI and JSON Schema up to draft-07 a \`$ref\` stands alone: keywords beside
it have no force. Descriptions and other annotations are kept all the same.

\`\`\`yaml
$ref: "#/components/schemas/Name"
maxLength: 60
\`\`\`

Fixed:

\`\`\`yaml
allOf:
  - $ref: "#/components/schemas/Name"
  - maxLength: 60
\`\`\`
`,
  },
  BASE_CLOSED: {
    severity: "warning",
    fix: "Remove `additionalProperties: false` from the base, and write `unevaluatedProperties: false` in the schemas that extend it.",
    explanation: `\`additionalProperties: false\` sees only the properties beside it, so that no value fits a schema that extends
a closed base and has members of its own. If the base has a \`discriminator\`, it is read as open, and the schemas that nothing
extends are read with \`unevaluatedProperties: false\`. Other tools may refuse every value.

\`\`\`yaml
Pet:
  required: [kind]
  properties: { kind: { type: string } }
  discriminator: { propertyName: kind }
  additionalProperties: false
Cat:
  allOf:
    - $ref: "#/components/schemas/Pet"
    - properties: { lives: { type: integer } }
\`\`\`

Fixed:

\`\`\`yaml
Pet:
  required: [kind]
  properties: { kind: { type: string } }
  discriminator: { propertyName: kind }
Cat:
  allOf:
    - $ref: "#/components/schemas/Pet"
    - properties: { lives: { type: integer } }
  unevaluatedProperties: false
\`\`\`
`,
  },
  NULLABLE_READ: {
    severity: "warning",
    fix: 'Add `null` to the types, as in `type: [string, "null"]`; in OpenAPI 3.0, put the `$ref` into `allOf`.',
    explanation: `\`nullable\` is a keyword of OpenAPI 3.0, and has no force beside a \`$ref\`. Other versions and AsyncAPI do
not have it. It is read as null all the same, but other tools may refuse null there. One warning stands for all places of a document.

\`\`\`yaml
type: string
nullable: true
\`\`\`

Fixed:

\`\`\`yaml
type: [string, "null"]
\`\`\`
`,
  },
  KEYWORD_NEWER: {
    severity: "warning",
    fix: "Name a format that has it, `application/schema+json;version=2020-12`, or remove the keyword.",
    explanation: `Schemas of AsyncAPI are in draft-07 of JSON Schema unless \`schemaFormat\` says otherwise. The keyword is of a
later draft, and has no force.

\`\`\`yaml
payload:
  type: array
  prefixItems: [{ type: string }]
\`\`\`

Fixed:

\`\`\`yaml
payload:
  schemaFormat: application/schema+json;version=2020-12
  schema:
    type: array
    prefixItems: [{ type: string }]
\`\`\`
`,
  },
  DYNAMIC_REF_LIMIT: {
    severity: "error",
    fix: "Write some of the references as `$ref`, or give the templates fewer anchors.",
    explanation: `The document combines so many dynamic anchors that the schemas would not fit into memory: a \`$dynamicRef\`
means another schema for each \`$dynamicAnchor\` of its name on the way to it.

\`\`\`yaml
items: { $dynamicRef: "#item" }
\`\`\`

Fixed:

\`\`\`yaml
items: { $ref: "#/components/schemas/Issue" }
\`\`\`
`,
  },
  DYNAMIC_ANCHOR_HIDDEN: {
    severity: "warning",
    fix: "Give the templates anchors of different names, or write the inner one without a template.",
    explanation: `A schema says what a \`$dynamicAnchor\` means, but so does an outer schema, which has priority: a \`$dynamicRef\`
means the anchor of the outermost resource on the way to it. The pages within these pages are pages of pages, and not of issues.

\`\`\`yaml
IssuePage: { $id: issue_page, $ref: page, $defs: { T: { $dynamicAnchor: T, $ref: "#/components/schemas/Issue" } } }
PageOfPages: { $id: pages, $ref: page, $defs: { T: { $dynamicAnchor: T, $ref: "#/components/schemas/IssuePage" } } }
\`\`\`

Fixed:

\`\`\`yaml
IssuePage: { $id: issue_page, $ref: page, $defs: { T: { $dynamicAnchor: T, $ref: "#/components/schemas/Issue" } } }
PageOfPages: { type: array, items: { $ref: "#/components/schemas/IssuePage" } }
\`\`\`
`,
  },
  DISCRIMINATOR_TARGET: {
    severity: "warning",
    fix: "Map the tag to the name of a component schema or to a reference.",
    explanation: `An entry of a discriminator's mapping leads to no schema, and is left out.

\`\`\`yaml
discriminator:
  propertyName: kind
  mapping:
    cat: "#/components/schemas/Kat"
\`\`\`

Fixed:

\`\`\`yaml
discriminator:
  propertyName: kind
  mapping:
    cat: "#/components/schemas/Cat"
\`\`\`
`,
  },
});
