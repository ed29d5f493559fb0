// Checks the `formats` of a configuration or a flag. Whether the document has the named schemas is checked
// later, after the document is read.

import {
  type Contract,
  type FormatUse,
  type FormatUses,
  isRelaxableFormat,
  namedSchemas,
  relaxableFormats,
  schemasOf,
} from "@specwright/contract";
import { nearestName } from "@specwright/spec-loader";
import { CliError } from "../terminal/cli-error.ts";

const uses: readonly FormatUse[] = ["enforce", "report", "annotation"];
const useList = uses.map((each) => JSON.stringify(each)).join(", ");

/**
 * Checks the shape of `formats`: the names of formats, and how each format is used.
 *
 * @throws {CliError} `config_invalid`.
 */
export function checkFormats(place: string, formats: unknown): void {
  if (formats === undefined || isFormatUse(formats)) return;
  if (typeof formats !== "object" || formats === null || Array.isArray(formats)) {
    const example = '{ "date-time": "annotation", uuid: { "*": "report", Order: "enforce" } }';
    throw invalidFormats(
      `${place} is ${valueText(formats)}.`,
      `Use one of ${useList}, or write ${example}.`,
    );
  }
  for (const [name, entry] of Object.entries(formats)) {
    if (name !== "*" && !isRelaxableFormat(name)) throw unknownFormat(place, name);
    const at = `${place}[${JSON.stringify(name)}]`;
    const isTable = typeof entry === "object" && entry !== null && !Array.isArray(entry);
    for (const [schema, use] of isTable ? Object.entries(entry) : [["", entry]]) {
      const where = isTable ? `${at}[${JSON.stringify(schema)}]` : at;
      if (!isFormatUse(use))
        throw invalidFormats(`${where} is ${valueText(use)}.`, `Use one of ${useList}.`);
    }
  }
}

/**
 * Throws if `formats` names a schema that the document does not have.
 *
 * @throws {CliError} `config_invalid`.
 */
export function assertFormatSchemas(
  contract: Contract,
  formats: FormatUses | undefined,
  label: string,
): void {
  const named = formats === undefined ? [] : namedSchemas(formats);
  if (named.length === 0) return;
  const names = contract.declarations.map(({ name }) => name);
  const pointers = [...schemasOf(contract).keys()].flatMap(({ source }) =>
    source.file === contract.file ? [`#${source.pointer}`] : [],
  );
  for (const name of named) {
    const known = name.startsWith("#") ? pointers : names;
    if (known.includes(name)) continue;
    const nearest = nearestName(name, known);
    const form =
      "A schema is a component, such as `Order`, or a place, such as `#/components/schemas/Order/properties/id`.";
    throw invalidFormats(
      `formats names the schema ${JSON.stringify(name)}, which ${label} does not have.`,
      nearest === undefined ? form : `Did you mean ${JSON.stringify(nearest)}?`,
    );
  }
}

/**
 * Parses the flags `--formats USE` and `--formats FORMAT=USE`.
 *
 * @throws {CliError} `config_invalid`.
 */
export function flagFormats(given: readonly string[] | undefined): FormatUses | undefined {
  if (given === undefined) return undefined;
  const formats: unknown = Object.fromEntries(
    given
      .flatMap((each) => each.split(","))
      .map((each) => {
        const [name = "", ...use] = each.trim().split("=");
        return use.length === 0 ? ["*", name] : [name, use.join("=")];
      }),
  );
  checkFormats("--formats", formats);
  // `checkFormats` has checked that the value has this type.
  return formats as FormatUses;
}

function unknownFormat(place: string, name: string): CliError {
  const decides = `The format ${JSON.stringify(name)} decides the type of values, and cannot be relaxed`;
  if (typed.has(name)) {
    return invalidFormats(
      `${place}: ${decides}.`,
      "Change the schema with an overlay, or see docs/values.md.",
    );
  }
  const nearest = nearestName(name, relaxableFormats());
  return invalidFormats(
    `${place} names the format ${JSON.stringify(name)}, which is not checked anyway.`,
    nearest === undefined
      ? `Formats: ${relaxableFormats().join(", ")}.`
      : `Did you mean ${JSON.stringify(nearest)}?`,
  );
}

const typed: ReadonlySet<string> = new Set(
  `int8 int16 int32 int64 uint8 uint16 uint32 uint64 float double decimal binary`.split(" "),
);

function isFormatUse(value: unknown): value is FormatUse {
  return uses.some((use) => use === value);
}

function valueText(value: unknown): string {
  return JSON.stringify(value) ?? typeof value;
}

function invalidFormats(what: string, fix: string): CliError {
  return new CliError("config_invalid", what, fix);
}
