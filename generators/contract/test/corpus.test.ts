import { existsSync, readdirSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { buildContract, type Contract, type Schema, walkSchemas } from "@specwright/contract";
import {
  isJsonArray,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  loadSpecification,
} from "@specwright/spec-loader";
import { describe, expect, test } from "vitest";

const folder = fileURLToPath(new URL("../../../../shared/corpus/", import.meta.url));
const documents = existsSync(folder)
  ? readdirSync(folder, { recursive: true, encoding: "utf8" })
      .filter((name) => /^(openapi\/.*\.(json|ya?ml)|asyncapi\/.*asyncapi\.ya?ml)$/.test(name))
      .sort()
  : [];

describe("the corpus", () => {
  test.skipIf(documents.length === 0)("is at ../shared/corpus", () => {
    expect(documents.length).toBeGreaterThan(10);
  });

  test.each(documents)("%s builds, and loses no keyword", async (name) => {
    const loaded = await loadSpecification(`${folder}${name}`, { root: folder });
    const { specification } = loaded;
    if (specification === undefined) throw new Error(JSON.stringify(loaded.diagnostics));
    const { contract, diagnostics } = buildContract(specification);
    expect(diagnostics.filter(({ severity }) => severity === "error")).toStrictEqual([]);
    if (contract === undefined) throw new Error("no contract");
    expect(isOrdered(contract)).toBe(true);

    const read = schemasByPointer(contract);
    const written = new Map<string, JsonObject>();
    collect(specification.entry.root, "", kinds(specification.kind), written);
    const lost: string[] = [];
    for (const [pointer, raw] of written) {
      const schema = read.get(pointer);
      const keys = schema?.kind === "schema" ? Object.keys(schema.raw).sort() : undefined;
      if (keys?.join() !== Object.keys(raw).sort().join()) lost.push(pointer);
      if (schema?.kind === "schema") expectFields(schema, raw, lost, pointer);
    }
    expect(lost.slice(0, 5)).toStrictEqual([]);
  });
});

/** Keywords that the model stores under another name, or intentionally omits. */
const folded: Readonly<Record<string, string | undefined>> = {
  $ref: "ref",
  type: "types",
  example: "examples",
  $id: "id",
  nullable: undefined,
  $schema: undefined,
  definitions: undefined,
  $defs: undefined,
};

function expectFields(schema: Schema, raw: JsonObject, lost: string[], pointer: string): void {
  // A nullable combination moves into a branch; beside an old $ref only annotations count.
  if (raw["nullable"] === true || typeof raw["$ref"] === "string") return;
  for (const keyword of Object.keys(raw)) {
    if (keyword.startsWith("x-")) continue;
    const field = keyword in folded ? folded[keyword] : keyword;
    if (field !== undefined && !(field in schema)) lost.push(`${pointer} ${keyword}`);
  }
}

function isOrdered({ declarations }: Contract): boolean {
  return declarations.every((each, at) => each.component >= (declarations[at - 1]?.component ?? 0));
}

function schemasByPointer(contract: Contract): Map<string, Schema> {
  const found = new Map<string, Schema>();
  const roots: Schema[] = [];
  const queue = [...contract.operations, ...contract.webhooks];
  for (const operation of queue) {
    for (const each of operation.callbacks.values()) queue.push(...each);
    for (const parameter of operation.parameters) {
      roots.push(
        ...[parameter.schema, parameter.content?.schema].filter((each) => each !== undefined),
      );
    }
    for (const media of operation.requestBody?.content ?? []) {
      if (media.schema !== undefined) roots.push(media.schema);
    }
    for (const response of operation.responses) {
      for (const each of [...response.content, ...response.headers]) {
        if (each.schema !== undefined) roots.push(each.schema);
      }
    }
  }
  roots.push(...contract.declarations.map(({ schema }) => schema));
  for (const root of roots) {
    walkSchemas(root, (schema) => {
      // A folded or annotated schema replaces the original at the same place; the first counts.
      if (!found.has(schema.source.pointer)) found.set(schema.source.pointer, schema);
      return true;
    });
  }
  return found;
}

/** The kind of each member of an object, by the kind of the object; `*` is any key. */
type Kinds = Readonly<Record<string, Readonly<Record<string, string>>>>;

const schemaKind = {
  ...Object.fromEntries(
    ["items", "additionalProperties", "not", "if", "then", "else", "contains", "propertyNames"].map(
      (key) => [key, "Schema"],
    ),
  ),
  ...Object.fromEntries(["allOf", "anyOf", "oneOf", "prefixItems"].map((key) => [key, "[Schema"])),
  ...Object.fromEntries(["properties", "patternProperties"].map((key) => [key, "{Schema"])),
};

function kinds(kind: "openapi" | "asyncapi"): Kinds {
  if (kind === "asyncapi") {
    return {
      Root: { channels: "{Channel", components: "Components" },
      Channel: { messages: "{Message" },
      Components: { schemas: "{Schema", messages: "{Message" },
      Message: { payload: "Payload", headers: "Schema" },
      Payload: { ...schemaKind, schema: "Schema" },
      Schema: schemaKind,
    };
  }
  return {
    Root: { paths: "{Path", components: "Components" },
    Path: {
      parameters: "[Parameter",
      ...Object.fromEntries(
        ["get", "put", "post", "delete", "patch"].map((key) => [key, "Operation"]),
      ),
    },
    Operation: { parameters: "[Parameter", requestBody: "Body", responses: "{Response" },
    Parameter: { schema: "Schema" },
    Body: { content: "{Media" },
    Response: { content: "{Media", headers: "{Parameter" },
    Media: { schema: "Schema" },
    Components: { schemas: "{Schema" },
    Schema: schemaKind,
  };
}

function collect(
  value: JsonValue,
  pointer: string,
  all: Kinds,
  found: Map<string, JsonObject>,
): void {
  visit(value, pointer, "Root");

  function visit(item: JsonValue, at: string, kind: string): void {
    if (kind.startsWith("[")) {
      if (isJsonArray(item))
        for (const [index, each] of item.entries()) visit(each, `${at}/${index}`, kind.slice(1));
      return;
    }
    if (!isJsonObject(item)) return;
    if (kind.startsWith("{")) {
      for (const [key, each] of Object.entries(item)) visit(each, join(at, key), kind.slice(1));
      return;
    }
    const formatted = typeof item["schemaFormat"] === "string";
    // A payload that only refers to a schema is that schema.
    const plainPayload = kind === "Payload" && !formatted && item["$ref"] === undefined;
    if (kind === "Schema" || plainPayload) found.set(at, item);
    if (formatted && !String(item["schemaFormat"]).includes("schema")) return;
    for (const [key, below] of Object.entries(all[kind] ?? {})) {
      const each = item[key];
      if (each !== undefined) visit(each, join(at, key), below);
    }
  }
}

function join(pointer: string, key: string): string {
  return `${pointer}/${key.replaceAll("~", "~0").replaceAll("/", "~1")}`;
}
