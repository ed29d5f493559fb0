import { type DiagnosticTable, defineDiagnostics, explanationPage } from "./diagnostic.ts";

/** The codes of problems with references. */
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
    fix: "Correct the reference, or add its target.",
    explanation: explanationPage({
      problem:
        "The target of a `$ref` does not exist: the file, the name or the anchor is missing. File names are relative to the file with the `$ref`. In a name, write `/` as `~1` and `~` as `~0`.",
      wrong:
        "schema:\n  $ref: '#/components/schemas/Ordr'\n# ...\ncomponents:\n  schemas:\n    Order: { type: object }",
      fixed: "schema:\n  $ref: '#/components/schemas/Order'",
      note: "Inside a schema that has a `$id`, `#/...` starts at that schema.",
    }),
  },
  REF_CYCLE: {
    severity: "error",
    fix: "Make one of the references point at a definition.",
    explanation: explanationPage({
      problem:
        "The references form a circle: each reference leads to the next reference, and the last reference to the first.",
      wrong:
        "schemas:\n  A: { $ref: '#/components/schemas/B' }\n  B: { $ref: '#/components/schemas/A' }",
      fixed: "schemas:\n  A: { $ref: '#/components/schemas/B' }\n  B: { type: object }",
      note: "A schema may refer to itself from one of its properties or items. Such recursion is allowed.",
    }),
  },
  REF_REMOTE: {
    severity: "error",
    fix: "Save the file beside the document, or allow references to addresses with --allow-remote.",
    explanation: explanationPage({
      problem:
        "The target of the reference is a remote file. Remote files make the output depend on a server, and let a document reach into your network. Remote files are refused unless you allow them.",
      wrong: "$ref: 'https://example.com/schemas/problem.json'",
      fixed: "$ref: './schemas/problem.json'",
      note: "`--allow-remote` of `generate`, `check`, `lint`, `bundle` and `diff` allows every address. In `specwright.config.ts`, `allowRemote: true` does the same, and `allowRemote: ['https://example.com/schemas/']` allows the addresses that start with it. Redirect targets must be allowed too. `publish` sends local files, so it never allows remote files.",
    }),
  },
  REF_OUTSIDE_ROOT: {
    severity: "error",
    fix: "Move the file into the root folder, or set --root to a folder that holds both.",
    explanation: explanationPage({
      problem:
        "The reference leads to a file outside the root folder, perhaps through a symbolic link. A foreign document must not be able to read your disk.",
      wrong: "$ref: '../../../private/schema.yaml'",
      fixed: "$ref: '../schemas/schema.yaml'",
      note: "The root is the working directory if it holds the document, else the document's own folder. `--root` of `generate`, `lint`, `bundle` and `diff` sets a different root, and so does `root` in `specwright.config.ts`.",
    }),
  },
  REF_INVALID: {
    severity: "error",
    fix: "Write a relative path, a JSON Pointer such as #/components/schemas/Name, or both.",
    explanation: explanationPage({
      problem:
        "The value of `$ref` is not a usable reference: not a string, not a URI, or a scheme other than file, http and https.",
      wrong: "$ref: { file: order.yaml }",
      fixed: "$ref: './order.yaml'",
      note: "Spaces and other special characters in file names are percent-encoded: `my%20file.yaml`.",
    }),
  },
  REF_MISPLACED: {
    severity: "error",
    fix: "Use references only in place of parts that allow them, such as schemas, parameters, responses and path items.",
    explanation: explanationPage({
      problem:
        "The specification does not allow a `$ref` in place of this object, so its content would be lost.",
      wrong: "paths:\n  $ref: './paths.yaml'",
      fixed: "paths:\n  /orders:\n    $ref: './paths.yaml#/~1orders'",
      note: "OpenAPI allows references in place of path items, parameters, request bodies, responses, headers, examples, links, callbacks, security schemes, media types and schemas.",
    }),
  },
  ID_DUPLICATE: {
    severity: "warning",
    fix: "Give each schema its own $id, and each anchor of a schema its own name.",
    explanation: explanationPage({
      problem:
        "Two schemas have the same `$id`, or one schema has the same `$anchor` twice. References lead to the first.",
      wrong: "A: { $id: 'https://example.com/a' }\nB: { $id: 'https://example.com/a' }",
      fixed: "A: { $id: 'https://example.com/a' }\nB: { $id: 'https://example.com/b' }",
    }),
  },
  SCHEMA_FORMAT_FOREIGN: {
    severity: "warning",
    fix: "Write the payload as JSON Schema to generate its type.",
    explanation: explanationPage({
      problem:
        "The schema has a format that Specwright does not read, such as Avro, Protobuf or RAML. The payload gets the type `unknown`, and references in it are not followed.",
      wrong:
        "payload:\n  schemaFormat: application/vnd.apache.avro;version=1.9.0\n  schema: { $ref: './order.avsc' }",
      fixed: "payload:\n  type: object\n  properties:\n    id: { type: string }",
      note: "Specwright reads the schema formats of AsyncAPI, OpenAPI and JSON Schema.",
    }),
  },
});
