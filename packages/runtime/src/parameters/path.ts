// Path parameters, style `simple`.

import type { ParameterDescriptor } from "../codegen/parameter.ts";
import { ParameterError } from "./parameter-error.ts";
import { type DecodedParameters, type ParameterIssue, parameterIssue } from "./parameter-issue.ts";
import { percentDecode, percentEncode } from "./percent.ts";
import { pairsOf, readTexts, type ValueTexts, valueTexts } from "./value-texts.ts";

/**
 * Fills in the template of a path, such as `/listings/{listing_id}`.
 *
 * @throws ParameterError also for a value that would change the path: empty, `.` or `..`.
 */
export function encodePath(
  template: string,
  descriptors: readonly ParameterDescriptor[],
  values: object,
): string {
  const texts = new Map<string, string>();
  for (const descriptor of descriptors) {
    const { name } = descriptor;
    const value = valueTexts("path", descriptor, values);
    const text = value === undefined ? "" : encodeOne(descriptor, value);
    if (text === "") throw new ParameterError("path", name, "required", "required, and not empty");
    texts.set(name, text);
  }
  const path = template.replace(/\{([^{}]*)\}/g, (_, name: string) => texts.get(name) ?? "");
  const [first] = descriptors;
  // URL parsers resolve dot segments, even if they are percent-encoded.
  if (first !== undefined && path.split("/").some((segment) => /^\.\.?$/.test(segment))) {
    throw new ParameterError("path", first.name, "pattern", "would make a dot segment");
  }
  return path;
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
