import {
  type BuildOptions,
  buildContract,
  type Contract,
  type ObjectSchema,
  type Schema,
} from "@specwright/contract";
import { loadSpecification, type Specification } from "@specwright/spec-loader";
import type { BuildResult } from "../src/build-contract.ts";

/** Loads a document given as text, and its other files by name. Structure is not checked. */
export async function load(
  text: string,
  files: Readonly<Record<string, string>> = {},
): Promise<Specification> {
  const { specification, diagnostics } = await loadSpecification(
    { file: "/spec/api.yaml", text },
    {
      validate: false,
      root: "/spec",
      readFile: async (path) => {
        const content = files[path.replace("/spec/", "")];
        if (content === undefined) throw new Error(`no file ${path}`);
        return new TextEncoder().encode(content);
      },
    },
  );
  if (specification === undefined) throw new Error(JSON.stringify(diagnostics, null, 2));
  return specification;
}

/** Builds a document given as text. */
export async function build(
  text: string,
  options: BuildOptions & { readonly files?: Readonly<Record<string, string>> } = {},
): Promise<BuildResult> {
  return buildContract(await load(text, options.files), options);
}

/** Builds a document that has no errors. */
export async function contractOf(
  text: string,
  options: BuildOptions & { readonly files?: Readonly<Record<string, string>> } = {},
): Promise<Contract> {
  const { contract, diagnostics } = await build(text, options);
  if (contract === undefined) throw new Error(JSON.stringify(diagnostics, null, 2));
  return contract;
}

/** Builds an OpenAPI document from its components and paths. */
export function contractOfParts(yaml: string): Promise<Contract> {
  const head = "openapi: 3.1.0\ninfo: { title: Shop, version: '1' }\n";
  return contractOf(`${head}${yaml.includes("paths:") ? "" : "paths: {}\n"}${yaml}`);
}

/** Wraps schemas, given as YAML indented by four, into an OpenAPI document. */
export function withSchemas(version: string, schemas: string): string {
  return `openapi: ${version}
info: { title: Test, version: "1" }
paths: {}
components:
  schemas:
${schemas.replaceAll(/^(?=.)/gm, "    ")}
`;
}

/** Schemas of a page of anything, and of a page of items. */
export const pages = `
Item: { type: string }
Page:
  $id: page
  type: array
  items: { $dynamicRef: "#T" }
  $defs: { T: { $dynamicAnchor: T, not: {} } }
ItemPage: { $id: items, $ref: page, $defs: { T: { $dynamicAnchor: T, $ref: "#/components/schemas/Item" } } }
`;

/** Creates a document whose last schema means something else on each of `2 ** count` ways to it. */
export function manyAnchors(count: number): string {
  const steps = Array.from({ length: count }, (_, index) => {
    const use = (kind: string): string =>
      `{ $id: ${kind}${index}, $ref: "#/components/schemas/S${index + 1}", $defs: { d: { $dynamicAnchor: a${index}, type: ${kind} } } }`;
    return `S${index}: { anyOf: [${use("string")}, ${use("number")}] }`;
  });
  const last = steps.map((_, index) => `{ $dynamicRef: "string${index}#a${index}" }`);
  return withSchemas("3.1.0", [...steps, `S${count}: { anyOf: [${last.join(", ")}] }`].join("\n"));
}

/** Returns the object schema of a declaration. */
export function named(contract: Contract, name: string): ObjectSchema {
  const declaration = contract.declarations.find((each) => each.name === name);
  if (declaration?.schema.kind !== "schema") {
    throw new Error(`no ${name} in ${contract.declarations.map((each) => each.name).join(", ")}`);
  }
  return declaration.schema;
}

/** Converts a schema to a plain value, with references as the text `-> name`. */
export function plain(schema: Schema, contract?: Contract): unknown {
  if (schema.kind === "boolean") return schema.value;
  const {
    kind: _,
    source: _s,
    dialect: _d,
    raw: _r,
    extensions: _e,
    propertyOrder: _o,
    ...fields
  } = schema;
  return plainValue(fields, contract);
}

function plainValue(value: unknown, contract: Contract | undefined): unknown {
  if (value instanceof Map) {
    return Object.fromEntries([...value].map(([key, item]) => [key, plainValue(item, contract)]));
  }
  if (Array.isArray(value)) return value.map((item) => plainValue(item, contract));
  if (typeof value !== "object" || value === null) return value;
  if (isSchema(value)) return plain(value, contract);
  if ("target" in value && "text" in value && isSchema(value.target)) {
    return `-> ${contract?.declarationOf(value.target)?.name ?? value.text}`;
  }
  if ("mapping" in value && value.mapping instanceof Map) {
    const mapping = [...value.mapping].map(([tag, target]) => [
      tag,
      contract?.declarationOf(target)?.name,
    ]);
    return { ...value, mapping: Object.fromEntries(mapping) };
  }
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [key, plainValue(item, contract)]),
  );
}

function isSchema(value: unknown): value is Schema {
  return (
    typeof value === "object" &&
    value !== null &&
    "kind" in value &&
    (value.kind === "schema" || value.kind === "boolean")
  );
}
