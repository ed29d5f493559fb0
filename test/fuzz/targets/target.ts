import type { ValidatingCodec } from "@specwright/runtime/codegen";
import type { Random } from "../generate/random.ts";
import { writeInstance } from "../generate/write-instance.ts";
import { interpret, type Outcome } from "../reference/interpret.ts";
import type { Place, SchemaDocuments } from "../reference/schema-documents.ts";

/** Is one way to read the texts of a schema. */
export interface Tier {
  readonly name: string;
  readonly codec: ValidatingCodec<unknown> & {
    readonly encodeBytes?: (value: unknown) => Uint8Array;
  };
}

/** Is a schema under test: its codecs, and the reference they are held to. */
export interface Target {
  readonly name: string;
  readonly tiers: readonly Tier[];
  reference(text: string): Outcome;
  /** Writes a text that mostly keeps the schema. */
  instance(random: Random): string;
  readonly examples: readonly string[];
  /** Shows the schema, for reports. */
  schema(): string;
}

/** Makes a target of a place in a document. Throws when the schema refers to what is not there. */
export function target(
  name: string,
  tiers: readonly Tier[],
  documents: SchemaDocuments,
  place: Place,
  examples: readonly string[] = [],
): Target {
  return {
    name,
    tiers,
    examples,
    reference: interpret(documents, place),
    instance: (random) => writeInstance(documents, place, random),
    schema: () =>
      JSON.stringify(place.schema, (_, value: unknown) =>
        typeof value === "bigint" ? `${value}n` : value,
      ),
  };
}

/** Gives the tier that a module exports under a name; undefined when it has none. */
export function tierOf(
  name: string,
  module: Readonly<Record<string, unknown>>,
  exported: string,
): Tier | undefined {
  const codec = module[exported];
  return isCodec(codec) ? { name, codec } : undefined;
}

function isCodec(value: unknown): value is Tier["codec"] {
  const methods = ["decode", "encode", "parse", "is", "validate"];
  return (
    typeof value === "object" &&
    value !== null &&
    methods.every((method) => typeof Reflect.get(value, method) === "function")
  );
}
