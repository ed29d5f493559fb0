// Path parameters, style `simple`.

import type { ParameterDescriptor } from "../codegen/parameter.ts";
import { ParameterError } from "./parameter-error.ts";
import { type DecodedParameters, type ParameterIssue, parameterIssue } from "./parameter-issue.ts";
import { percentDecode, percentEncode } from "./percent.ts";
import { scalarText } from "./scalar-value.ts";
import { pairsOf, readTexts, type ValueTexts, valueTexts } from "./value-texts.ts";

/** Fills in the template of a path, such as `/listings/{listing_id}`. */
type EncodePath = (
  template: string,
  descriptors: readonly ParameterDescriptor[],
  values: object,
) => string;

/**
 * Fills in the template of a path, such as `/listings/{listing_id}`.
 *
 * @throws ParameterError also for a value that would change the path: empty, `.` or `..`.
 */
export const encodePath: EncodePath = /* @__PURE__ */ pathEncoder((descriptor, values) => {
  const texts = valueTexts("path", descriptor, values);
  return texts && encodeOne(descriptor, texts);
});

/**
 * Does what `encodePath` does, for parameters that are neither lists nor objects, nor JSON.
 *
 * @throws ParameterError also for a value that would change the path: empty, `.` or `..`.
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
  switch (texts.kind) {
    case "one":
      return percentEncode(texts.text);
    case "list":
      return texts.texts.map(percentEncode).join(",");
    case "pairs":
      return texts.pairs
        .map((pair) => pair.map(percentEncode).join(descriptor.explode ? "=" : ","))
        .join(",");
    default:
      return texts satisfies never;
  }
}

/** Reads the raw texts that `PathTemplate.match` found. Decodes each once. */
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
  const separator = isPairs && descriptor.explode ? /[,=]/ : ",";
  const pieces = isPairs || descriptor.array ? raw.split(separator) : [raw];
  const texts = pieces.map(percentDecode).filter((text) => text !== undefined);
  if (texts.length < pieces.length) {
    issues.push(parameterIssue("path", descriptor.name, "encoding", "broken percent encoding"));
    return undefined;
  }
  if (isPairs) return pairsOf("path", descriptor, texts, issues);
  if (descriptor.array) return { kind: "list", texts };
  return { kind: "one", text: texts[0] ?? "" };
}
