import { execFile } from "node:child_process";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { type CodecPeer, importFrom, parseAndCheck } from "../codec-peer.ts";
import { type FlatSchema, splitType } from "../flat-schema.ts";

type Functions = Readonly<Record<string, (value: unknown) => unknown>>;
interface TypeScript {
  readonly default: {
    transpileModule(text: string, options: object): { readonly outputText: string };
  };
}

/**
 * typia, which generates checks from TypeScript types. This is its last version that runs on the
 * TypeScript compiler in JavaScript. Later versions first compile a Go plugin.
 */
export const typiaPeer: CodecPeer = {
  name: "typia",
  decoder: "JSON.parse + typia (lossy)",
  dependencies: { typia: "12.2.1", typescript: "5.9.3" },
  prepare: async (folder, schemas) => {
    await mkdir(join(folder, "input"), { recursive: true });
    await writeFile(join(folder, "input/frames.ts"), writeSource(schemas));
    const compilerOptions = {
      target: "ES2022",
      module: "ESNext",
      moduleResolution: "Bundler",
      strict: true,
      skipLibCheck: true,
    };
    const project = JSON.stringify({ compilerOptions, include: ["input"] });
    await writeFile(join(folder, "tsconfig.json"), project);
    const bin = join(folder, "node_modules/typia/lib/executable/typia.js");
    const paths = ["--input", "input", "--output", "output", "--project", "tsconfig.json"];
    await promisify(execFile)(process.execPath, [bin, "generate", ...paths], { cwd: folder });
    const typescript = (await importFrom(folder, "typescript")) as TypeScript;
    const generated = await readFile(join(folder, "output/frames.ts"), "utf8");
    const { outputText } = typescript.default.transpileModule(generated, { compilerOptions });
    await writeFile(join(folder, "frames.mjs"), outputText);
  },
  load: async (folder, _schema, name) => {
    const functions = (await import(pathToFileURL(join(folder, "frames.mjs")).href)) as Functions;
    const is = functions[`is${name}`];
    const stringify = functions[`stringify${name}`];
    if (is === undefined || stringify === undefined)
      throw new TypeError(`No functions for ${name}.`);
    const check = (value: unknown): boolean => is(value) === true;
    return {
      is: check,
      decode: parseAndCheck(check),
      encodeBytes: (value) => Buffer.from(String(stringify(value))),
    };
  },
};

function writeSource(schemas: Readonly<Record<string, FlatSchema>>): string {
  const functions = Object.entries(schemas).flatMap(([name, schema]) => [
    `type ${name} = ${writeType(schema)};`,
    `export const is${name} = typia.createIs<${name}>();`,
    `export const stringify${name} = typia.json.createStringify<${name}>();`,
  ]);
  return `import typia, { tags } from "typia";\n${functions.join("\n")}\n`;
}

function writeType(schema: FlatSchema): string {
  const { type, nullable } = splitType(schema);
  const own = ownTypeOf(schema, type);
  return nullable ? `(${own}) | null` : own;
}

function ownTypeOf(schema: FlatSchema, type: string): string {
  switch (type) {
    case "object": {
      const required = schema.required ?? [];
      const members = Object.entries(schema.properties ?? {}).map(
        ([key, each]) => `${key}${required.includes(key) ? "" : "?"}: ${writeType(each)};`,
      );
      return `{ ${members.join(" ")} }`;
    }
    case "array":
      if (schema.items === undefined) throw new TypeError("An array without items.");
      return `Array<${writeType(schema.items)}>`;
    case "integer":
      return withTags("number", [
        `tags.Type<${JSON.stringify(schema.format ?? "int64")}>`,
        schema.minimum !== undefined && `tags.Minimum<${schema.minimum}>`,
        schema.maximum !== undefined && `tags.Maximum<${schema.maximum}>`,
      ]);
    case "string":
      if (schema.const !== undefined) return JSON.stringify(schema.const);
      if (schema.enum !== undefined) return schema.enum.map((each) => `"${each}"`).join(" | ");
      return withTags("string", [
        schema.format !== undefined && `tags.Format<${JSON.stringify(schema.format)}>`,
        schema.pattern !== undefined && `tags.Pattern<${JSON.stringify(schema.pattern)}>`,
      ]);
    default:
      throw new TypeError(`No type for ${type}.`);
  }
}

function withTags(type: string, tags: readonly (string | false)[]): string {
  return [type, ...tags.filter((tag) => tag !== false)].join(" & ");
}
