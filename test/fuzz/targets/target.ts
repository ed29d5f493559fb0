import type { ValidatingCodec } from "@specwright/runtime/codegen";
import type { Random } from "../generate/random.ts";
import { writeInstance } from "../generate/write-instance.ts";
import { interpretSchema, type Outcome } from "../reference/interpret.ts";
import type { Place, SchemaDocuments } from "../reference/schema-documents.ts";

/** One way to read the texts of a schema. */
export interface Tier {
  readonly name: string;
  readonly codec: ValidatingCodec<unknown> & {
    readonly encodeBytes?: (value: unknown) => Uint8Array;
  };
}

/** A schema under test: its codecs, and the reference that judges them. */
export interface Target {
  readonly name: string;
  readonly tiers: readonly Tier[];
  reference(text: string): Outcome;
  /** Accepts values without required members, but in unions without a discriminator. */
  forgivingReference(text: string): Outcome;
  /** Generates a text that mostly matches the schema. */
  instance(random: Random): string;
  readonly examples: readonly string[];
  /** Returns the schema, for reports. */
  schema(): string;
}

/**
 * Creates the target of a place in a document.
 *
 * @throws Error if the schema has a reference that does not resolve.
 */
export function createTarget(
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
    reference: interpretSchema(documents, place),
    forgivingReference: interpretSchema(documents, place, { forgiving: true }),
    instance: (random) => writeInstance(documents, place, random),
    schema: () =>
      JSON.stringify(place.schema, (_, value: unknown) =>
        typeof value === "bigint" ? `${value}n` : value,
      ),
  };
}

/** Returns the tier that a module exports under a name, or undefined. */
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
