import { type CodecPeer, importFrom } from "../codec-peer.ts";
import { loadZodSchema } from "./zod-schema.ts";

const zod = { zod: "4.6.7" };

/** `JSON.parse` followed by zod 4. */
export const zodPeer: CodecPeer = {
  name: "zod 4",
  decoder: "JSON.parse + zod 4 (lossy)",
  dependencies: zod,
  load: async (folder, flat) => {
    const schema = await loadZodSchema(folder, flat, { exact: false });
    return {
      is: (value) => schema.safeParse(value).success,
      decode: (text) => schema.parse(JSON.parse(text)),
    };
  },
};

interface JsonBigint {
  readonly default: (options: object) => {
    parse(text: string): unknown;
    stringify(value: unknown): string;
  };
}

/**
 * json-bigint with native bigints, followed by zod 4. This is the most common choice for exact
 * integers.
 */
export const jsonBigintPeer: CodecPeer = {
  name: "json-bigint",
  decoder: "json-bigint + zod 4",
  dependencies: { "json-bigint": "1.0.0", ...zod },
  load: async (folder, flat) => {
    const json = (await importFrom(folder, "json-bigint")) as JsonBigint;
    const { parse, stringify } = json.default({ useNativeBigInt: true });
    const schema = await loadZodSchema(folder, flat, { exact: true });
    return {
      decode: (text) => schema.parse(parse(text)),
      encodeBytes: (value) => Buffer.from(stringify(value)),
      encodesExact: true,
    };
  },
};

interface JsonCustomNumbers {
  parse(
    text: string,
    reviver: undefined,
    readNumber: (key: unknown, digits: string) => number | bigint,
  ): unknown;
  stringify(
    value: unknown,
    replacer: null,
    indent: undefined,
    write: (key: string, value: unknown, type: string) => string | undefined,
  ): string;
}

/** json-custom-numbers, the fastest exact parser in JavaScript, followed by zod 4. */
export const jsonCustomNumbersPeer: CodecPeer = {
  name: "json-custom-numbers",
  decoder: "json-custom-numbers + zod 4",
  dependencies: { "json-custom-numbers": "3.1.1", ...zod },
  load: async (folder, flat) => {
    const json = (await importFrom(folder, "json-custom-numbers")) as JsonCustomNumbers;
    const schema = await loadZodSchema(folder, flat, { exact: true });
    return {
      decode: (text) => schema.parse(json.parse(text, undefined, readNumber)),
      encodeBytes: (value) => Buffer.from(json.stringify(value, null, undefined, writeBigint)),
      encodesExact: true,
    };
  },
};

function readNumber(_key: unknown, digits: string): number | bigint {
  const value = Number(digits);
  return Number.isSafeInteger(value) || !Number.isInteger(value) ? value : BigInt(digits);
}

function writeBigint(_key: string, value: unknown, type: string): string | undefined {
  return type === "bigint" ? String(value) : undefined;
}
