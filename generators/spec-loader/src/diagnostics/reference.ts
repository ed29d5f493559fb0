import { type DiagnosticTable, defineDiagnostics, page } from "./diagnostic.ts";

/** The problems of references. */
export type ReferenceCode =
  | "REF_NOT_FOUND"
  | "REF_CYCLE"
  | "REF_REMOTE"
  | "REF_OUTSIDE_ROOT"
  | "REF_INVALID"
  | "REF_MISPLACED"
  | "ID_DUPLICATE"
  | "SCHEMA_FORMAT_FOREIGN";

/** Declares the diagnostics of `$ref`, `$id` and anchors. */
export const referenceDiagnostics: DiagnosticTable<ReferenceCode> = defineDiagnostics({
  REF_NOT_FOUND: {
    severity: "error",
    fix: "Correct the reference, or add what it points at.",
    explanation: page({
      problem:
        "A `$ref` points at nothing: the file, the name or the anchor is not there. File names are relative to the file that holds the `$ref`; in a name, `/` is written `~1` and `~` is written `~0`.",
      wrong:
        "schema:\n  $ref: '#/components/schemas/Ordr'\n# ...\ncomponents:\n  schemas:\n    Order: { type: object }",
      fixed: "schema:\n  $ref: '#/components/schemas/Order'",
      note: "Inside a schema that has a `$id`, `#/...` starts at that schema.",
    }),
  },
  REF_CYCLE: {
    severity: "error",
    fix: "Let one of the references point at a definition.",
    explanation: page({
      problem: "References lead from one to the next and back again, and none arrives anywhere.",
      wrong:
        "schemas:\n  A: { $ref: '#/components/schemas/B' }\n  B: { $ref: '#/components/schemas/A' }",
      fixed: "schemas:\n  A: { $ref: '#/components/schemas/B' }\n  B: { type: object }",
      note: "A schema may well refer to itself from one of its properties or items: that is recursion, and fine.",
    }),
  },
  REF_REMOTE: {
    severity: "error",
    fix: "Save the file beside the document, or allow references to addresses with --allow-remote.",
    explanation: page({
      problem:
        "The reference goes to the network. Remote files make the output depend on a server and let a document reach into your network, so they are refused unless allowed.",
      wrong: "$ref: 'https://example.com/schemas/problem.json'",
      fixed: "$ref: './schemas/problem.json'",
      note: "`--allow-remote` of `generate`, `check`, `lint`, `bundle` and `diff` allows every address. In `specwright.config.ts`, `allowRemote: true` does the same, and `allowRemote: ['https://example.com/schemas/']` allows what lies under that address. Redirects must be allowed too. `publish` sends files, and so takes no remote ones.",
    }),
  },
  REF_OUTSIDE_ROOT: {
    severity: "error",
    fix: "Move the file under the root folder, or give --root a folder that holds both.",
    explanation: page({
      problem:
        "The reference leads to a file outside the root folder, perhaps through a symbolic link. A document from elsewhere must not be able to read your disk.",
      wrong: "$ref: '../../../private/schema.yaml'",
      fixed: "$ref: '../schemas/schema.yaml'",
      note: "The root is the working directory when the document lies in it, else the document's own folder. `--root` of `generate`, `lint`, `bundle` and `diff` sets another, and so does `root` in `specwright.config.ts`.",
    }),
  },
  REF_INVALID: {
    severity: "error",
    fix: "Write a relative path, a JSON Pointer such as #/components/schemas/Name, or both.",
    explanation: page({
      problem:
        "The value of `$ref` is not a usable reference: not a string, not a URI, or a scheme other than file, http and https.",
      wrong: "$ref: { file: order.yaml }",
      fixed: "$ref: './order.yaml'",
      note: "Spaces and other special characters in file names are percent-encoded: `my%20file.yaml`.",
    }),
  },
  REF_MISPLACED: {
    severity: "error",
    fix: "Refer to the parts that may be referenced, such as schemas, parameters, responses and path items.",
    explanation: page({
      problem:
        "A `$ref` stands in an object that the specification does not let a reference replace, so its content would be lost.",
      wrong: "paths:\n  $ref: './paths.yaml'",
      fixed: "paths:\n  /orders:\n    $ref: './paths.yaml#/~1orders'",
      note: "OpenAPI allows references in place of path items, parameters, request bodies, responses, headers, examples, links, callbacks, security schemes, media types and schemas.",
    }),
  },
  ID_DUPLICATE: {
    severity: "warning",
    fix: "Give each schema its own $id, and each anchor of a schema its own name.",
    explanation: page({
      problem:
        "Two schemas have the same `$id`, or two places of one schema the same `$anchor`. References go to the first.",
      wrong: "A: { $id: 'https://example.com/a' }\nB: { $id: 'https://example.com/a' }",
      fixed: "A: { $id: 'https://example.com/a' }\nB: { $id: 'https://example.com/b' }",
    }),
  },
  SCHEMA_FORMAT_FOREIGN: {
    severity: "warning",
    fix: "Give the payload as JSON Schema if its type should be generated.",
    explanation: page({
      problem:
        "The schema is written in a format that Specwright does not read, such as Avro, Protobuf or RAML. The payload gets the type `unknown`, and references in it are not followed.",
      wrong:
        "payload:\n  schemaFormat: application/vnd.apache.avro;version=1.9.0\n  schema: { $ref: './order.avsc' }",
      fixed: "payload:\n  type: object\n  properties:\n    id: { type: string }",
      note: "Formats read are those of AsyncAPI, OpenAPI and JSON Schema.",
    }),
  },
});
