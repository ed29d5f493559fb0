import { type CodecPeer, importFrom, parseAndCheck } from "../codec-peer.ts";
import { type FlatSchema, splitType, withInt64Range } from "../flat-schema.ts";

interface Checker {
  Check(value: unknown): boolean;
}
interface CurrentModule {
  readonly Compile: (schema: object) => Checker;
}

/** TypeBox 1, which compiles JSON Schema directly. */
export const typeboxPeer: CodecPeer = {
  name: "TypeBox 1",
  decoder: "JSON.parse + TypeBox 1 (lossy)",
  dependencies: { typebox: "1.4.3" },
  load: async (folder, schema) => {
    const { Compile } = (await importFrom(folder, "typebox/schema")) as CurrentModule;
    const checker = Compile(withInt64Range(schema));
    const check = (value: unknown): boolean => checker.Check(value);
    return { is: check, decode: parseAndCheck(check) };
  },
};

type TypeBuilder = Readonly<Record<string, (...given: readonly unknown[]) => object>>;
interface EarlierModule {
  readonly Type: TypeBuilder;
  readonly FormatRegistry: { Set(name: string, check: (text: string) => boolean): void };
}
interface EarlierCompiler {
  readonly TypeCompiler: { Compile(schema: object): Checker };
}
interface Formats {
  readonly fullFormats: {
    readonly uuid: RegExp;
    readonly "date-time": { readonly validate: (text: string) => boolean };
  };
}

/** TypeBox 0.34. It defines no formats, so the formats of ajv-formats are used. */
export const earlierTypeboxPeer: CodecPeer = {
  name: "TypeBox 0.34",
  decoder: "JSON.parse + TypeBox 0.34 (lossy)",
  dependencies: { "@sinclair/typebox": "0.34.52", "ajv-formats": "3.0.1" },
  load: async (folder, schema) => {
    const typebox = (await importFrom(folder, "@sinclair/typebox")) as EarlierModule;
    const compiler = (await importFrom(folder, "@sinclair/typebox/compiler")) as EarlierCompiler;
    const formats = (await importFrom(folder, "ajv-formats/dist/formats.js")) as Formats;
    const { uuid, "date-time": dateTime } = formats.fullFormats;
    typebox.FormatRegistry.Set("uuid", (text) => uuid.test(text));
    typebox.FormatRegistry.Set("date-time", dateTime.validate);
    const checker = compiler.TypeCompiler.Compile(buildType(typebox.Type, withInt64Range(schema)));
    const check = (value: unknown): boolean => checker.Check(value);
    return { is: check, decode: parseAndCheck(check) };
  },
};

function buildType(build: TypeBuilder, schema: FlatSchema): object {
  const { type, nullable } = splitType(schema);
  const own = buildOwnType(build, schema, type);
  return nullable ? call("Union", [own, call("Null")]) : own;

  function call(name: string, ...given: readonly unknown[]): object {
    return callBuilder(build, name, ...given);
  }
}

function buildOwnType(build: TypeBuilder, schema: FlatSchema, type: string): object {
  const { minimum, maximum, format, pattern } = schema;
  switch (type) {
    case "object": {
      const required = schema.required ?? [];
      const members = Object.entries(schema.properties ?? {}).map(([key, each]) => {
        const built = buildType(build, each);
        return [key, required.includes(key) ? built : callBuilder(build, "Optional", built)];
      });
      return callBuilder(build, "Object", Object.fromEntries(members));
    }
    case "array":
      if (schema.items === undefined) throw new TypeError("An array without items.");
      return callBuilder(build, "Array", buildType(build, schema.items));
    case "integer":
      return callBuilder(build, "Integer", defined({ minimum, maximum }));
    case "string":
      if (schema.const !== undefined) return callBuilder(build, "Literal", schema.const);
      if (schema.enum !== undefined) {
        const literals = schema.enum.map((each) => callBuilder(build, "Literal", each));
        return callBuilder(build, "Union", literals);
      }
      return callBuilder(build, "String", defined({ format, pattern }));
    default:
      throw new TypeError(`No type for ${type}.`);
  }
}

function callBuilder(build: TypeBuilder, name: string, ...given: readonly unknown[]): object {
  const builder = build[name];
  if (builder === undefined) throw new TypeError(`There is no Type.${name}.`);
  return builder.apply(build, [...given]);
}

function defined(options: object): object {
  return Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined));
}
