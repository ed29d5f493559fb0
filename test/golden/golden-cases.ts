// The cases on disk: `cases/<feature>/` has a document, samples of its schemas and the output.

import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { parseJson } from "@specwright/runtime";
import type { GenerateOptions } from "./generate-document.ts";

/**
 * Samples of one schema, with exact integers: valid ones, invalid ones, and valid ones without their
 * defaults, with the value after reading.
 */
export interface Samples {
  readonly good: readonly unknown[];
  readonly bad: readonly unknown[];
  readonly filled?: readonly (readonly [given: unknown, wanted: unknown])[];
}

/** A test case for one feature. */
export interface GoldenCase {
  readonly name: string;
  readonly folder: string;
  readonly spec: string;
  readonly options: GenerateOptions;
  /** By the identifier of the emitted type. */
  readonly samples: Readonly<Record<string, Samples>>;
}

const folder: string = resolve(import.meta.dirname, "./cases");

/** The cases by name. */
export const goldenCases: readonly GoldenCase[] = readdirSync(folder)
  .sort()
  .map((name) => {
    const options = join(folder, name, "options.json");
    return {
      name,
      folder: join(folder, name),
      spec: join(folder, name, "spec.yaml"),
      options: existsSync(options)
        ? (JSON.parse(readFileSync(options, "utf8")) as GenerateOptions)
        : {},
      samples: parseJson(readFileSync(join(folder, name, "samples.json"), "utf8")) as Readonly<
        Record<string, Samples>
      >,
    };
  });
