// Documents before and after overlays.

import { expect, test } from "vitest";
import { parse, stringify } from "yaml";
import { type LoadResult, loadSpecification } from "../../src/index.ts";

const document = `openapi: 3.1.0
info:
  title: Pets
  version: "1"
paths:
  /pets:
    get:
      tags: [a]
      parameters:
        - { name: limit, in: query, schema: { type: integer } }
        - { name: filter, in: query, schema: { type: string } }
      responses:
        "200": { description: OK }
        "500": { description: Failed }
    post:
      responses: { "201": { description: Created } }
tags:
  - { name: a }
`;

type Root = ReturnType<typeof parse>;

/** Loads the document with overlays, each given as a list of actions. */
async function overlaid(...lists: readonly (readonly object[])[]): Promise<LoadResult> {
  return await loadSpecification(
    { file: "pets.yaml", text: document },
    {
      overlays: lists.map((actions, index) => ({
        file: `overlay-${index}.yaml`,
        text: stringify({ overlay: "1.1.0", info: { title: "Changes", version: "1" }, actions }),
      })),
    },
  );
}

/** Returns the document with manual changes. */
function changed(change: (root: Root) => void): unknown {
  const root = parse(document);
  change(root);
  return root;
}

const operation = "$.paths['/pets'].get";

test.each<{ name: string; actions: readonly object[]; want: (root: Root) => void }>([
  {
    name: "an object merges, and its members replace others",
    actions: [{ target: "$.info", update: { title: "Animals", contact: { name: "Ada" } } }],
    want: ({ info }) => Object.assign(info, { title: "Animals", contact: { name: "Ada" } }),
  },
  {
    name: "members merge at any depth, and arrays are joined",
    actions: [
      { target: "$", update: { paths: { "/pets": { get: { tags: ["b"], summary: "S" } } } } },
    ],
    want: ({ paths }) => Object.assign(paths["/pets"].get, { tags: ["a", "b"], summary: "S" }),
  },
  {
    name: "an array is joined to the target",
    actions: [{ target: "$.tags", update: [{ name: "b" }, { name: "c" }] }],
    want: ({ tags }) => tags.push({ name: "b" }, { name: "c" }),
  },
  {
    name: "several items are joined to an array that was changed before",
    actions: [
      { target: "$.tags", update: [{ name: "b" }] },
      { target: "$.tags", update: [{ name: "c" }, { name: "d" }] },
    ],
    want: ({ tags }) => tags.push({ name: "b" }, { name: "c" }, { name: "d" }),
  },
  {
    name: "an object or a primitive value is appended to a target array",
    actions: [
      { target: "$.tags", update: { name: "b" } },
      { target: `${operation}.tags`, update: "b" },
    ],
    want: (root) => {
      root.tags.push({ name: "b" });
      root.paths["/pets"].get.tags.push("b");
    },
  },
  {
    name: "a primitive value is replaced",
    actions: [{ target: "$.info.title", update: "Animals" }],
    want: ({ info }) => Object.assign(info, { title: "Animals" }),
  },
  {
    name: "all selected values are changed",
    actions: [{ target: "$.paths.*.*", update: { "x-safe": true } }],
    want: ({ paths }) => {
      paths["/pets"].get["x-safe"] = true;
      paths["/pets"].post["x-safe"] = true;
    },
  },
  {
    name: "a filter selects the items to remove",
    actions: [{ target: "$..parameters[?@.name == 'limit']", remove: true }],
    want: ({ paths }) => paths["/pets"].get.parameters.splice(0, 1),
  },
  {
    name: "several items are removed, each once",
    actions: [{ target: `${operation}.parameters[0,0,1]`, remove: true }],
    want: ({ paths }) => paths["/pets"].get.parameters.splice(0, 2),
  },
  {
    name: "what is inside of something removed is removed with it",
    actions: [
      { target: "$..responses['500','200']", remove: true },
      { target: "$.paths..*", remove: true },
    ],
    want: (root) => {
      root.paths = {};
    },
  },
  {
    name: "remove wins over update",
    actions: [{ target: "$.tags", remove: true, update: ["b"] }],
    want: (root) => delete root.tags,
  },
  {
    name: "an action sees what earlier ones did",
    actions: [
      { target: "$.paths", update: { "/animals": {} } },
      { target: "$.paths['/animals']", copy: "$.paths['/pets']" },
      { target: "$.paths['/pets']", remove: true },
    ],
    want: ({ paths }) => {
      paths["/animals"] = paths["/pets"];
      delete paths["/pets"];
    },
  },
  {
    name: "a copy is independent of its source",
    actions: [
      { target: operation, update: { "x-list": [1] } },
      { target: "$.paths['/pets'].post", copy: operation },
      { target: operation, update: { "x-list": [2] } },
      { target: "$.paths['/pets'].post['x-list']", update: 3 },
    ],
    want: ({ paths }) => {
      const { get, post } = paths["/pets"];
      get["x-list"] = [1];
      paths["/pets"].post = {
        ...structuredClone(get),
        "x-list": [1, 3],
        responses: { ...post.responses, ...get.responses },
      };
      get["x-list"] = [1, 2];
    },
  },
  {
    name: "one update in two places stays two values",
    actions: [
      { target: "$.paths['/pets'].*", update: { "x-own": { list: [1] } } },
      { target: `${operation}['x-own'].list`, update: 2 },
    ],
    want: ({ paths }) => {
      paths["/pets"].get["x-own"] = { list: [1, 2] };
      paths["/pets"].post["x-own"] = { list: [1] };
    },
  },
  {
    name: "null is a value",
    actions: [
      { target: "$.info", update: { "x-none": null } },
      { target: "$.info.title", update: "T" },
    ],
    want: ({ info }) => Object.assign(info, { "x-none": null, title: "T" }),
  },
])("$name", async ({ actions, want }) => {
  const { specification, diagnostics } = await overlaid(actions);
  expect(diagnostics).toEqual([]);
  expect(specification?.entry.root).toEqual(changed(want));
});

test("overlays are applied in order", async () => {
  const { specification } = await overlaid(
    [{ target: "$.info.title", update: "first" }],
    [{ target: "$.info.title", update: "second" }],
  );
  expect(specification?.entry.root).toEqual(
    changed(({ info }) => Object.assign(info, { title: "second" })),
  );
});

test.each<{
  actions: readonly object[];
  code: string;
  pointer: string;
  message: string;
  fix?: string;
}>([
  {
    actions: [{ target: "$.paths['/pet'].get", update: {} }],
    code: "OVERLAY_UNMATCHED",
    pointer: "/actions/0/target",
    message: "The target $.paths['/pet'].get selects nothing",
    fix: "Did you mean $.paths['/pets'].get?",
  },
  {
    actions: [{ target: "$.paths[?@.nothing]", remove: true }],
    code: "OVERLAY_UNMATCHED",
    pointer: "/actions/0/target",
    message: "The target $.paths[?@.nothing] selects nothing",
  },
  {
    actions: [{ target: "$.paths./pets", remove: true }],
    code: "OVERLAY_QUERY",
    pointer: "/actions/0/target",
    message: "The target is not a JSONPath query: unexpected shorthand selector '/' at character 9",
  },
  {
    actions: [{ target: "", remove: true }],
    code: "OVERLAY_QUERY",
    pointer: "/actions/0/target",
    message: "The target is not a JSONPath query: it must start with $",
  },
  {
    actions: [
      { target: "$.info", copy: "$.paths.*" },
      { target: "$.info", copy: "$.paths.*.*" },
    ],
    code: "OVERLAY_QUERY",
    pointer: "/actions/1/copy",
    message: "copy must select one value, and selects 2 values",
  },
  {
    actions: [{ target: "$.info", update: "Pets" }],
    code: "OVERLAY_MISMATCH",
    pointer: "/actions/0/update",
    message: "A primitive value cannot be merged into $.info, where objects are",
  },
  {
    actions: [{ target: "$", update: { paths: { "/pets": { get: { tags: "b" } } } } }],
    code: "OVERLAY_MISMATCH",
    pointer: "/actions/0/update/paths/~1pets/get/tags",
    message: "A primitive value cannot be merged into $.paths['/pets'].get.tags, where arrays are",
  },
  {
    actions: [{ target: "$.info.*", update: { a: 1 } }],
    code: "OVERLAY_MISMATCH",
    pointer: "/actions/0/update",
    message: "An object cannot be merged into $.info.title, where primitive values are",
  },
  {
    actions: [{ target: "$.*", update: {} }],
    code: "OVERLAY_MISMATCH",
    pointer: "/actions/0/target",
    message:
      "The target selects primitive values and objects and arrays. All must have the same type",
  },
  {
    actions: [{ target: "$", remove: true }],
    code: "OVERLAY_MISMATCH",
    pointer: "/actions/0/target",
    message: "The whole document cannot be removed",
  },
])("$code: $message", async ({ actions, code, pointer, message, fix }) => {
  const { diagnostics, specification } = await overlaid(actions);
  const found = diagnostics.filter((each) => each.code.startsWith("OVERLAY"));
  expect(found).toMatchObject([
    { file: "overlay-0.yaml", code, pointer, message, ...(fix && { fix }) },
  ]);
  const isWarning = code === "OVERLAY_UNMATCHED";
  expect(found[0]?.severity).toBe(isWarning ? "warning" : "error");
  expect(specification === undefined).toBe(!isWarning);
});

test("copies of the document into its parts do not grow without limit", async () => {
  const actions = Array.from({ length: 24 }, (_, index) => [
    { target: "$.info", update: { [`x-${index}`]: {} } },
    { target: `$.info['x-${index}']`, copy: "$" },
  ]);
  const { specification, diagnostics } = await overlaid(actions.flat());
  expect(specification).toBeUndefined();
  const [first] = diagnostics.filter(({ code }) => code === "OVERLAY_INVALID");
  expect(first?.pointer).toMatch(/^\/actions\/\d+\/copy$/);
  expect(first?.message).toContain("too large or nests it too deeply");
});

test("a target may select more values than a function has arguments", async () => {
  const many = Object.fromEntries(
    Array.from({ length: 150_000 }, (_, index) => [`x-${index}`, {}]),
  );
  const { specification } = await overlaid(
    [{ target: "$.info", update: { "x-all": many } }],
    [{ target: "$.info['x-all'].*", update: { a: 1 } }],
  );
  const all = Object(specification?.entry.root)["info"]["x-all"];
  expect(all["x-149999"]).toEqual({ a: 1 });
});

test("a diagnostic about text from an overlay names the overlay", async () => {
  const { diagnostics } = await overlaid(
    [{ target: "$.info", update: { "x-a": 1 } }],
    [
      { target: "$.tags", update: [{ name: "b" }, { nam: "c" }] },
      { target: "$.tags[0]", remove: true },
      {
        target: "$.paths['/pets'].get",
        update: { responses: { "404": { $ref: "#/components/responses/None" } } },
      },
    ],
  );
  expect(diagnostics.map(({ file, pointer, line, code }) => [file, pointer, line, code])).toEqual([
    ["overlay-1.yaml", "/actions/0/update/1", 9, "FIELD_MISSING"],
    ["overlay-1.yaml", "/actions/0/update/1/nam", 9, "FIELD_UNKNOWN"],
    ["overlay-1.yaml", "/actions/2/update/responses/404/$ref", 16, "REF_NOT_FOUND"],
  ]);
});

test("places in the document stay correct if items have moved", async () => {
  const { specification } = await overlaid([
    { target: `${operation}.parameters[0]`, remove: true },
  ]);
  const place = specification?.locate({
    file: "pets.yaml",
    pointer: "/paths/~1pets/get/parameters/0/name",
  });
  expect(place).toMatchObject({ file: "pets.yaml", line: 11 });
});
