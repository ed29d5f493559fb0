import { asyncapi, openapi } from "../in-memory.ts";

/** A document with its files (the first is the entry), and its bundle. */
export interface BundleCase {
  readonly name: string;
  readonly given: Readonly<Record<string, string>>;
  readonly want: string;
}

/** The result of each kind of reference. */
export const bundleCases: readonly BundleCase[] = [
  {
    name: "a schema of another file becomes a component, with its comments and the key it has there",
    given: {
      "api.yaml": openapi(
        "components: { schemas: { A: { $ref: 'parts.yaml#/Order', title: t } } }",
      ),
      "parts.yaml": "# An order.\nOrder:\n  # Its number.\n  type: integer # exact\n",
    },
    want: `components:
  schemas:
    A: { $ref: "#/components/schemas/Order", title: t }
    Order:
      # Its number.
      type: integer # exact
`,
  },
  {
    name: "it takes the place of the component that only refers to it",
    given: {
      "api.yaml": openapi(
        "components:\n  schemas:\n    B: { items: { $ref: './order.yaml' } }\n    Order:\n      $ref: order.yaml # as it is stored\n",
      ),
      "order.yaml":
        "type: object\nproperties: { next: { $ref: '#' }, all: { $ref: 'api.yaml#/components/schemas/B' } }\n",
    },
    want: `components:
  schemas:
    B: { items: { $ref: "#/components/schemas/Order" } }
    Order:
      type: object
      properties: { next: { $ref: "#/components/schemas/Order" }, all: { $ref: "#/components/schemas/B" } }
`,
  },
  {
    name: "names that several files or the entry have get the name of the file before them",
    given: {
      "api.yaml": openapi(
        "components:\n  schemas:\n    Taken: { allOf: [{ $ref: 'a.yaml#/Id' }, { $ref: 'b.yaml#/Id' }, { $ref: 'sub/b.yaml#/Taken' }, { $ref: 'c d.yaml' }] }\n",
      ),
      "a.yaml": "Id: { type: string }\n",
      "b.yaml": "Id: { type: number }\n",
      "sub/b.yaml": "Taken: { type: boolean }\n",
      "c d.yaml": "type: 'null'\n",
    },
    want: `components:
  schemas:
    Taken:
      allOf:
        - $ref: "#/components/schemas/a_Id"
        - $ref: "#/components/schemas/b_Id"
        - $ref: "#/components/schemas/b_Taken"
        - $ref: "#/components/schemas/c_d"
    a_Id: { type: string }
    b_Id: { type: number }
    b_Taken: { type: boolean }
    c_d: { type: "null" }
`,
  },
  {
    name: "a reference into the middle of a part that moves leads into it",
    given: {
      "api.yaml": openapi(
        "components:\n  schemas:\n    A: { items: { $ref: 'p.yaml#/Tree/properties/a~1b' } }\n    B: { items: { $ref: 'p.yaml#/Tree' } }\n    C: { items: { $ref: 'q.yaml#/x/properties/id' } }\n",
      ),
      "p.yaml": "Tree: { properties: { a/b: { type: string }, 'c%d': { $ref: '#/Tree' } } }\n",
      "q.yaml": "x: { properties: { id: { type: integer } } }\n",
    },
    want: `components:
  schemas:
    A: { items: { $ref: "#/components/schemas/Tree/properties/a~1b" } }
    B: { items: { $ref: "#/components/schemas/Tree" } }
    C: { items: { $ref: "#/components/schemas/x_id" } }
    Tree: { properties: { a/b: { type: string }, "c%d": { $ref: "#/components/schemas/Tree" } } }
    x_id: { type: integer }
`,
  },
  {
    name: "path items take the place of the reference, with what stands beside it",
    given: {
      "api.yaml": openapi(
        "paths:\n  /a: { $ref: 'paths.yaml#/a' }\n  /b: { $ref: 'paths.yaml#/a' }\n  /c: { summary: mine, $ref: 'paths.yaml#/c' }\n",
      ),
      "paths.yaml":
        "a: { get: { responses: { 200: { $ref: 'answers.yaml#/components/responses/Fine' } } } }\nc: { summary: theirs, parameters: [{ $ref: '#/q' }] }\nq: { name: q, in: query, schema: {} }\n",
      "answers.yaml": "components: { responses: { Fine: { description: Fine } } }\n",
    },
    want: `paths:
  /a: { get: { responses: { "200": { $ref: "#/components/responses/Fine" } } } }
  /b: { $ref: "#/paths/~1a" }
  /c: { parameters: [{ $ref: "#/components/parameters/q" }], summary: mine }
components:
  responses: { Fine: { description: Fine } }
  parameters: { q: { name: q, in: query, schema: {} } }
`,
  },
  {
    name: "mappings of discriminators lead to the components, and names of other files too",
    given: {
      "api.yaml": openapi(
        "components: { schemas: { Pet: { $ref: 'pets.yaml#/components/schemas/Pet' } } }\n",
      ),
      "pets.yaml":
        "components: { schemas: { Pet: { oneOf: [{ $ref: 'dog.yaml' }], discriminator: { propertyName: kind, mapping: { d: dog.yaml, c: Cat } } }, Cat: { type: object } } }\n",
      "dog.yaml": "type: object\n",
    },
    want: `components:
  schemas:
    Pet:
      oneOf: [{ $ref: "#/components/schemas/dog" }]
      discriminator:
        propertyName: kind
        mapping: { d: "#/components/schemas/dog", c: "#/components/schemas/Cat" }
    dog: { type: object }
    Cat: { type: object }
`,
  },
  {
    name: "what only looks like a reference stays, and addresses are as seen from the entry",
    given: {
      "api.yaml": openapi("paths: { /a: { $ref: 'sub/paths.yaml' } }\n"),
      "sub/paths.yaml":
        "get: { externalDocs: { url: 'get.md' }, parameters: [{ name: q, in: query, schema: { const: { $ref: 'no.yaml' } }, examples: { one: { externalValue: '../one.json' } } }], x-data: { $ref: 'no.yaml' }, responses: {} }\n",
    },
    want: `paths:
  /a:
    get:
      externalDocs: { url: sub/get.md }
      parameters:
        - name: q
          in: query
          schema: { const: { $ref: no.yaml } }
          examples: { one: { externalValue: one.json } }
      x-data: { $ref: no.yaml }
      responses: {}
`,
  },
  {
    name: "a schema with an identifier keeps its own references",
    given: {
      "api.yaml": openapi("components: { schemas: { A: { items: { $ref: 's/tree.yaml' } } } }\n"),
      "s/tree.yaml":
        "$id: tree.yaml\n$defs: { leaf: { $anchor: leaf, type: string } }\nallOf: [{ $ref: '#leaf' }, { $ref: '#/$defs/leaf' }, { $ref: 'other.yaml' }]\n",
      "s/other.yaml": "type: string\n",
    },
    want: `components:
  schemas:
    A: { items: { $ref: "#/components/schemas/tree" } }
    tree:
      $id: s/tree.yaml
      $defs: { leaf: { $anchor: leaf, type: string } }
      allOf: [{ $ref: "#leaf" }, { $ref: "#/$defs/leaf" }, { $ref: "#/components/schemas/other" }]
    other: { type: string }
`,
  },
  {
    name: "a file with dynamic anchors gets an identifier, so that they do not meet others",
    given: {
      "api.yaml": openapi("components: { schemas: { A: { items: { $ref: 'tree.yaml' } } } }\n"),
      "tree.yaml": "$dynamicAnchor: node\nitems: { $dynamicRef: '#node' }\n",
    },
    want: `components:
  schemas:
    A: { items: { $ref: "#/components/schemas/tree" } }
    tree: { $dynamicAnchor: node, items: { $dynamicRef: "#node" }, $id: tree.yaml }
`,
  },
  {
    name: "a part of a file in another dialect declares it",
    given: {
      "api.yaml": openapi(
        "components: { schemas: { A: { items: { $ref: 'old.yaml#/definitions/X' } } } }\n",
      ),
      "old.yaml":
        "$schema: http://json-schema.org/draft-07/schema#\ndefinitions: { X: { dependencies: { a: [b] } } }\n",
    },
    want: `components:
  schemas:
    A: { items: { $ref: "#/components/schemas/X" } }
    X: { dependencies: { a: [b] }, $schema: "http://json-schema.org/draft-07/schema#" }
`,
  },
  {
    name: "aliases and merge keys of a part are written out",
    given: {
      "api.yaml": openapi("components: { schemas: { A: { $ref: 'p.yaml#/B' } } }\n"),
      "p.yaml":
        "base: &base { type: object, title: b }\nB: { <<: *base, title: mine, properties: { x: *base } }\n",
    },
    want: `components:
  schemas:
    A: { title: mine, properties: { x: { type: object, title: b } }, type: object }
`,
  },
  {
    name: "channels, operations and messages of other files stand where the document names them",
    given: {
      "api.yaml": asyncapi(
        "channels: { a: { $ref: 'c.yaml#/a' } }\noperations:\n  get: { action: send, channel: { $ref: 'c.yaml#/a' }, messages: [{ $ref: 'c.yaml#/a/messages/m' }], traits: [{ $ref: 'c.yaml#/t' }] }\n",
      ),
      "c.yaml":
        "a: { address: a, messages: { m: { $ref: 'm.yaml' } }, bindings: { $ref: '#/ws' } }\nt: { summary: s }\nws: { ws: {} }\n",
      "m.yaml": "payload: { type: string }\n",
    },
    want: `channels:
  a:
    address: a
    messages: { m: { $ref: "#/components/messages/m" } }
    bindings: { $ref: "#/components/channelBindings/ws" }
operations:
  get:
    action: send
    channel: { $ref: "#/channels/a" }
    messages: [{ $ref: "#/channels/a/messages/m" }]
    traits: [{ $ref: "#/components/operationTraits/t" }]
components:
  operationTraits: { t: { summary: s } }
  messages: { m: { payload: { type: string } } }
  channelBindings: { ws: { ws: {} } }
`,
  },
  {
    name: "schemas in other formats refer to their files as seen from the entry",
    given: {
      "api.yaml": asyncapi("channels: { a: { messages: { m: { $ref: 'sub/m.yaml' } } } }\n"),
      "sub/m.yaml":
        "payload: { schemaFormat: application/vnd.apache.avro, schema: { $ref: './order.avsc' } }\n",
    },
    want: `channels:
  a: { messages: { m: { $ref: "#/components/messages/m" } } }
components:
  messages:
    m: { payload: { schemaFormat: application/vnd.apache.avro, schema: { $ref: sub/order.avsc } } }
`,
  },
  {
    name: "references in extensions follow",
    given: {
      "api.yaml": openapi(
        "components: { schemas: { A: { $ref: 'p.yaml#/A', x-see: { $ref: 'p.yaml#/B' } } } }\n",
      ),
      "p.yaml":
        "A: { items: { $ref: '#/B' }, x-deprecated: { replacement: '#/B' }, x-values: [{ $ref: '#/B' }, { $ref: '#/none' }] }\nB: {}\n",
    },
    want: `components:
  schemas:
    A: { $ref: "#/components/schemas/p_A", x-see: { $ref: "#/components/schemas/B" } }
    p_A:
      items: { $ref: "#/components/schemas/B" }
      x-deprecated: { replacement: "#/components/schemas/B" }
      x-values: [{ $ref: "#/components/schemas/B" }, { $ref: "#/none" }]
    B: {}
`,
  },
  {
    name: "a schema that a discriminator finds by its name keeps its tag under another one",
    given: {
      "api.yaml": openapi(
        "components: { schemas: { Cat: {}, Dog: {}, Pet: { $ref: 'pets.yaml#/components/schemas/Pet' } } }\n",
      ),
      "pets.yaml": `components:
  schemas:
    Pet: { oneOf: [{ $ref: '#/components/schemas/Cat' }, { $ref: '#/components/schemas/Dog' }], discriminator: { propertyName: kind } }
    Cat: { type: object }
    Dog: { properties: { kind: { const: dog } }, allOf: [{ $ref: '#/components/schemas/Named' }, { $ref: '#/components/schemas/Base' }] }
    Base: { discriminator: { propertyName: form, mapping: {} } }
    Named: { type: object }
`,
    },
    want: `components:
  schemas:
    Cat: {}
    Dog: {}
    Pet:
      oneOf: [{ $ref: "#/components/schemas/pets_Cat" }, { $ref: "#/components/schemas/pets_Dog" }]
      discriminator: { propertyName: kind, mapping: { Cat: "#/components/schemas/pets_Cat" } }
    pets_Cat: { type: object }
    pets_Dog:
      properties: { kind: { const: dog } }
      allOf: [{ $ref: "#/components/schemas/Named" }, { $ref: "#/components/schemas/Base" }]
    Named: { type: object }
    Base:
      discriminator: { propertyName: form, mapping: { Dog: "#/components/schemas/pets_Dog" } }
`,
  },
];
