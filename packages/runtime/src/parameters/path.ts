// Path parameters, by style (OpenAPI 3.1, section 4.8.12).

import type {
  DecodedParameters,
  ParameterDescriptor,
  ParameterIssue,
} from "../codegen/parameter.ts";
import { ParameterError, parameterIssue } from "./parameter-error.ts";
import { percentDecode, percentEncode } from "./percent.ts";
import { scalarText } from "./scalar-value.ts";
import { valueEncoder } from "./value-encoder.ts";
import { readTexts, splitPairs, type ValueTexts, valueTexts } from "./value-texts.ts";

/** Fills in the template of a path, such as `/listings/{listing_id}`. */
type EncodePath = (
  template: string,
  descriptors: readonly ParameterDescriptor[],
  values: object,
) => string;

/**
 * Fills in the template of a path, such as `/listings/{listing_id}`.
 *
 * @throws ParameterError if a value cannot be sent, or would change the path: empty, `.` or `..`.
 */
export const encodePath: EncodePath = /* @__PURE__ */ pathEncoder((descriptor, values) => {
  const texts = valueTexts("path", descriptor, values);
  return texts && encodeOne(descriptor, texts);
});

/**
 * Does what `encodePath` does, for parameters that are not lists, objects or JSON.
 *
 * @throws ParameterError if a value cannot be sent, or would change the path: empty, `.` or `..`.
 */
export const encodeScalarPath: EncodePath = /* @__PURE__ */ pathEncoder((descriptor, values) => {
  const text = scalarText("path", descriptor, values);
  return text && percentEncode(text);
});

/** Creates an encoder from a function that returns the encoded text of one parameter. */
function pathEncoder(
  textOf: (descriptor: ParameterDescriptor, values: object) => string | undefined,
): EncodePath {
  return (template, descriptors, values) => {
    const texts = new Map<string, string>();
    for (const descriptor of descriptors) {
      const { name } = descriptor;
      const text = textOf(descriptor, values) ?? "";
      if (text === "") {
        throw new ParameterError("path", name, "required", "required, and not empty");
      }
      texts.set(name, text);
    }
    const path = template.replace(/\{([^{}]*)\}/g, (_, name: string) => texts.get(name) ?? "");
    const [first] = descriptors;
    // URL parsers resolve dot segments, even if they are percent-encoded.
    if (first !== undefined && path.split("/").some((segment) => /^\.\.?$/.test(segment))) {
      throw new ParameterError("path", first.name, "pattern", "would make a dot segment");
    }
    return path;
  };
}

function encodeOne(descriptor: ParameterDescriptor, texts: ValueTexts): string {
  const { start, between, each } = styleLayout(descriptor);
  const pieces = encodedPieces(descriptor, texts);
  if (
    between === "." &&
    (texts.kind !== "one" || descriptor.array) &&
    pieces.some((piece) => piece.includes("."))
  ) {
    // Percent-encoding does not encode a dot, so the receiver would split an item that contains a dot.
    throw new ParameterError("path", descriptor.name, "pattern", "an item contains the separator");
  }
  if (descriptor.style !== "matrix") return start + pieces.join(between);
  return withoutEquals(start + pieces.map((piece) => withoutEquals(each + piece)).join(between));
}

/** Removes the equals sign of an empty value: the style `matrix` then writes only the name. */
function withoutEquals(text: string): string {
  return text.replace(/=$/, "");
}

/** Returns the encoded pieces of a value, before separators are added. */
function encodedPieces(descriptor: ParameterDescriptor, texts: ValueTexts): readonly string[] {
  // Even with `allowReserved`, characters that would end the path or a piece of the value are
  // encoded.
  const isWhole = texts.kind === "one" && descriptor.style !== "matrix";
  const encode = valueEncoder(descriptor, isWhole ? "/?#" : "/?#,;=");
  switch (texts.kind) {
    case "one":
      return [encode(texts.text)];
    case "list":
      return texts.texts.map(encode);
    case "pairs":
      return descriptor.explode
        ? texts.pairs.map((pair) => pair.map(encode).join("="))
        : texts.pairs.flat().map(encode);
    default:
      return texts satisfies never;
  }
}

/** The texts around the pieces of a value. */
interface Layout {
  readonly start: string;
  readonly between: string;
  /** The text before each piece. */
  readonly each: string;
}

function styleLayout(descriptor: ParameterDescriptor): Layout {
  const { style, explode = false, properties, array, separator = "," } = descriptor;
  switch (style) {
    case "label":
      return { start: ".", between: explode ? "." : separator, each: "" };
    case "matrix": {
      const name = `${percentEncode(descriptor.name)}=`;
      if (!explode || (properties === undefined && !array)) {
        return { start: `;${name}`, between: ",", each: "" };
      }
      return { start: ";", between: ";", each: properties === undefined ? name : "" };
    }
    default:
      return { start: "", between: ",", each: "" };
  }
}

/** Reads the raw texts that `PathTemplate.match` found. Decodes each text exactly once. */
export function decodePath(
  descriptors: readonly ParameterDescriptor[],
  raw: ReadonlyMap<string, string>,
): DecodedParameters {
  const issues: ParameterIssue[] = [];
  const values = new Map<string, unknown>();
  for (const descriptor of descriptors) {
    const texts = decodeOne(descriptor, raw.get(descriptor.name) ?? "", issues);
    if (texts !== undefined)
      values.set(descriptor.name, readTexts("path", descriptor, texts, issues));
  }
  return { values: Object.fromEntries(values), issues };
}

function decodeOne(
  descriptor: ParameterDescriptor,
  raw: string,
  issues: ParameterIssue[],
): ValueTexts | undefined {
  const isPairs = descriptor.properties !== undefined;
  const pieces = rawPieces(descriptor, raw);
  if (pieces === undefined) {
    const { name, style = "simple" } = descriptor;
    issues.push(parameterIssue("path", name, "pattern", `is not written in the style ${style}`));
    return undefined;
  }
  const texts = pieces.map(percentDecode).filter((text) => text !== undefined);
  if (texts.length < pieces.length) {
    issues.push(parameterIssue("path", descriptor.name, "encoding", "broken percent encoding"));
    return undefined;
  }
  if (isPairs) return splitPairs("path", descriptor, texts, issues);
  if (descriptor.array) return { kind: "list", texts };
  return { kind: "one", text: texts[0] ?? "" };
}

/** Splits a raw text by its style; `undefined` if the text does not have this style. */
function rawPieces(descriptor: ParameterDescriptor, raw: string): readonly string[] | undefined {
  const { explode, properties, array } = descriptor;
  const { start, between, each } = styleLayout(descriptor);
  const rest = withoutStart(start, raw);
  if (rest === undefined) return undefined;
  if (properties === undefined && !array) return [rest];
  const pieces: string[] = [];
  for (const item of rest.split(between)) {
    const isPair = properties !== undefined && explode;
    const found = isPair ? splitPair(descriptor, item) : withoutStart(each, item);
    if (found === undefined) return undefined;
    pieces.push(...[found].flat());
  }
  return pieces;
}

/** Returns a text without its start; `undefined` if the text starts differently. */
function withoutStart(start: string, text: string): string | undefined {
  if (text.startsWith(start)) return text.slice(start.length);
  return start.endsWith("=") && text === withoutEquals(start) ? "" : undefined;
}

function splitPair({ style }: ParameterDescriptor, pair: string): readonly string[] | undefined {
  const equals = pair.indexOf("=");
  if (equals === -1) return style === "matrix" ? [pair, ""] : undefined;
  return [pair.slice(0, equals), pair.slice(equals + 1)];
}
