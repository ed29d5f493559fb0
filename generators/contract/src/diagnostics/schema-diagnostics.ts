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
    explanation: `A schema must be an object or a boolean. This value is neither.

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
    explanation: `A keyword of a schema has a value of the wrong type. The keyword is ignored.

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
    fix: "Put the reference and the keywords into `allOf`, or upgrade the document to OpenAPI 3.1.",
    explanation: `In OpenAPI 3.0, AsyncAPI and JSON Schema up to draft-07, keywords beside a \`$ref\` are
ignored. Specwright keeps descriptions and other annotations all the same.

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
    explanation: `\`additionalProperties: false\` allows only the properties beside it. If a schema extends such a base and adds
properties, no value matches both. If the base has a \`discriminator\`, Specwright ignores the keyword in the base, and instead
reads the schemas that no other schema extends with \`unevaluatedProperties: false\`. Other tools may reject every value.

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
    explanation: `Only OpenAPI 3.0 has the keyword \`nullable\`, and ignores it beside a \`$ref\`. Other versions and AsyncAPI
do not have it. Specwright allows null here all the same, but other tools may reject null. The warning is given once per document.

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
    fix: "Set `schemaFormat` to `application/schema+json;version=2020-12`, or remove the keyword.",
    explanation: `Schemas in AsyncAPI are JSON Schema draft-07 unless \`schemaFormat\` names another version. The keyword belongs
to a later draft, and is ignored.

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
    fix: "Replace some of the references by `$ref`, or use fewer anchors in the templates.",
    explanation: `The document combines too many dynamic anchors: the schemas would not fit into memory. A \`$dynamicRef\`
becomes a separate schema for each \`$dynamicAnchor\` that it can resolve to.

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
    fix: "Rename the anchor in one of the templates, or write the inner schema without a template.",
    explanation: `A schema defines a \`$dynamicAnchor\`, but an outer schema defines an anchor of the same name. The outer anchor wins: a
\`$dynamicRef\` resolves to the anchor of the outermost resource. In this example, the inner pages contain pages instead of issues.

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
    explanation: `An entry of a discriminator's \`mapping\` refers to a schema that does not exist. The entry is ignored.

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
