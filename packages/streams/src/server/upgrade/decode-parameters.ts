// Decodes the parameters of upgrades strictly. No value is converted to a different type, dropped or
// guessed.

import type { IncomingHttpHeaders } from "node:http";
import {
  type ChannelParameters,
  type Codec,
  CodecError,
  jsonPointer,
  type Problem,
  type ProblemIssue,
  parseJson,
  problem,
  readScalar,
} from "@specwright/runtime";
import type { ChannelDescriptor, ParameterDescriptor } from "@specwright/runtime/codegen";
import {
  isExploded,
  type ParameterType,
  parseReadings,
  Readings,
} from "@specwright/runtime/transport";
import { credentialParameters } from "./authenticate.ts";

/** The decoded parameters, or the problems of wrong parameters. */
export type DecodedParameters =
  | { readonly ok: true; readonly parameters: ChannelParameters }
  | { readonly ok: false; readonly problem: Problem };

/** The parameters of an upgrade, not decoded yet. */
export interface RawParameters {
  readonly path: Readonly<Record<string, string>>;
  readonly query: string;
  readonly headers: IncomingHttpHeaders;
}

type Location = ParameterDescriptor["in"];

/** Describes how a parameter must be written in the query, for error messages. */
const wordsOf: Readonly<Record<ParameterType, string>> = {
  string: "one value",
  integer: "an integer in decimal digits",
  bigint: "an integer in decimal digits",
  number: "a number",
  decimal: "a number",
  boolean: "true or false",
  mixed: "one value",
  mixedBigint: "one value",
  json: "a JSON text",
};

type Values = Readonly<Record<string, unknown>>;

/** Decodes and checks the parameters of an upgrade. */
export function decodeParameters(
  channel: ChannelDescriptor,
  raw: RawParameters,
): DecodedParameters {
  const issues: ProblemIssue[] = [];
  const { parameters, validators, sequence } = channel;

  const texts = readQuery(raw.query, issues);
  const credentials = credentialParameters(channel);
  const query = decodePart(parameters, "query", (name) => texts.get(name), issues);
  for (const name of texts.keys()) {
    const known = parameters.some(
      (parameter) => parameter.in === "query" && parameter.name === name,
    );
    if (!known && !credentials.has(name))
      issues.push(parameterIssue("query", name, "unknown_key", "unknown parameter"));
  }
  // Clients send the resume point 0 to start at the live tail (streams source §8).
  const resume = sequence?.resumeParameter;
  const wanted = Object.entries(query).filter(
    ([name, value]) => name !== resume || (value !== 0n && value !== 0),
  );

  const path = decodePart(parameters, "path", (name) => asList(raw.path[name]), issues);
  const headers = decodePart(
    parameters,
    "header",
    (name) => asList(raw.headers[name.toLowerCase()]),
    issues,
  );
  const checked = {
    path: validatePart(validators.path, "path", path, issues),
    query: validatePart(validators.query, "query", Object.fromEntries(wanted), issues),
    headers: validatePart(validators.headers, "header", headers, issues),
  };
  return issues.length > 0
    ? { ok: false, problem: invalidParameter(issues) }
    : { ok: true, parameters: checked };
}

function invalidParameter(issues: readonly ProblemIssue[]): Problem {
  const detail = issues.map(({ pointer, message }) => `${pointer.slice(1)}: ${message}`).join("; ");
  const [parameter] = issues.map(({ pointer }) => nameIn(pointer));
  const members = { detail, ...(parameter !== undefined && { parameter }), errors: issues };
  return problem(400, "invalid_parameter", members);
}

/** Returns the name of the parameter to which a JSON Pointer belongs. */
function nameIn(pointer: string): string {
  const [, name = ""] = pointer.split("/");
  return name.replaceAll("~1", "/").replaceAll("~0", "~");
}

function readQuery(raw: string, issues: ProblemIssue[]): Map<string, string[]> {
  const texts = new Map<string, string[]>();
  for (const pair of raw === "" ? [] : raw.split("&")) {
    const equals = pair.indexOf("=");
    const name = decodeText(equals === -1 ? pair : pair.slice(0, equals));
    const text = decodeText(equals === -1 ? "" : pair.slice(equals + 1));
    if (name === undefined || text === undefined) {
      const wrong = name ?? pair.slice(0, 64);
      issues.push(parameterIssue("query", wrong, "encoding", "is not percent-encoded UTF-8"));
      continue;
    }
    const list = texts.get(name);
    if (list === undefined) texts.set(name, [text]);
    else list.push(text);
  }
  return texts;
}

function decodeText(text: string): string | undefined {
  try {
    return decodeURIComponent(text.replaceAll("+", " "));
  } catch {
    return undefined;
  }
}

function decodePart(
  parameters: readonly ParameterDescriptor[],
  location: Location,
  find: (name: string) => readonly string[] | undefined,
  issues: ProblemIssue[],
): Values {
  const entries: [string, unknown][] = [];
  for (const parameter of parameters) {
    if (parameter.in !== location) continue;
    const { name } = parameter;
    const texts = find(name);
    if (texts === undefined) {
      if (parameter.required) issues.push(parameterIssue(location, name, "required", "required"));
      continue;
    }
    const value = decodeParameter(parameter, texts);
    if (value === undefined) {
      const given = parameter.array || texts.length === 1 ? "" : `, got ${texts.length} values`;
      issues.push(
        parameterIssue(
          location,
          name,
          "type",
          `expected ${wordsOf[parameter.type ?? "string"]}${given}`,
        ),
      );
    } else {
      entries.push([name, value]);
    }
  }
  return Object.fromEntries(entries);
}

function decodeParameter(parameter: ParameterDescriptor, texts: readonly string[]): unknown {
  if (parameter.array !== true) {
    const [text] = texts;
    return text === undefined || texts.length > 1 ? undefined : decodeValue(parameter, text);
  }
  const items = isExploded(parameter) ? texts : texts.flatMap((text) => text.split(","));
  const values = items.map((text) => decodeValue(parameter, text));
  const list = values.includes(undefined) ? undefined : values;
  const [text] = items;
  if (parameter.one === undefined || text === undefined || items.length > 1) return list;
  const one = decodeValue({ ...parameter, type: parameter.one }, text);
  return one === undefined || list === undefined ? (one ?? list) : new Readings([one, list]);
}

function decodeValue({ type = "string" }: ParameterDescriptor, text: string): unknown {
  switch (type) {
    case "string":
      return text;
    case "integer":
      return isInteger(text) && Number.isSafeInteger(Number(text)) ? Number(text) : undefined;
    case "bigint":
      return isInteger(text) ? BigInt(text) : undefined;
    case "number":
      return /^-?(0|[1-9]\d*)(\.\d+)?([eE][+-]?\d+)?$/.test(text) ? Number(text) : undefined;
    case "boolean":
      return text === "true" ? true : text === "false" ? false : undefined;
    case "decimal":
    case "mixed":
    case "mixedBigint": {
      const read = readScalar(type, text);
      return read.ok ? read.value : undefined;
    }
    case "json":
      return parseJsonOrUndefined(text);
    default:
      return type satisfies never;
  }
}

function isInteger(text: string): boolean {
  // Longer texts are rejected: no parameter needs them, and the time of `BigInt` grows with the square of
  // their length.
  return text.length <= 64 && /^(0|-?[1-9]\d*)$/.test(text);
}

function parseJsonOrUndefined(text: string): unknown {
  try {
    return parseJson(text, { maxBytes: 65_536, maxDepth: 32 });
  } catch {
    return undefined;
  }
}

function asList(value: string | readonly string[] | undefined): readonly string[] | undefined {
  return typeof value === "string" ? [value] : value;
}

/**
 * Validates some parameters by their schema. If decoding has found issues in them, they are skipped,
 * because the schema would report the same issues again.
 */
function validatePart(
  codec: Codec<unknown> | undefined,
  location: Location,
  part: Values,
  issues: ProblemIssue[],
): object {
  if (issues.length > 0) return part;
  try {
    const value = parseReadings(part, (all) => codec?.parse(all) ?? all);
    return typeof value === "object" && value !== null ? value : part;
  } catch (error) {
    if (!(error instanceof CodecError)) throw error;
    for (const { pointer, code, message } of error.issues) {
      issues.push({ in: location, pointer, code, message });
    }
    return part;
  }
}

function parameterIssue(
  location: Location,
  name: string,
  code: string,
  message: string,
): ProblemIssue {
  return { in: location, pointer: jsonPointer([name]), code, message };
}
