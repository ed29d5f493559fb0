import { fillText, TemplateError, type TemplateValues } from "@specwright/runtime";
import { percentEncode } from "@specwright/runtime/transport";
import { SigningError } from "../signing-error.ts";
import type { CredentialRule, ParameterRule, SigningRequest } from "./credential-rule.ts";

/** The values that are new for each signature. */
export interface FreshValues {
  readonly time?: number | bigint | string;
  readonly expires?: number | bigint | string;
  readonly nonce?: number | string;
}

/** Returns the values for the placeholders of a rule. */
export function ruleValues(
  { parameters }: CredentialRule,
  request: SigningRequest,
  key: string | undefined,
  fresh: FreshValues,
  further: TemplateValues,
): TemplateValues {
  const { method = "GET", path, body = "" } = request;
  const values = {
    ...further,
    ...(key === undefined ? {} : { key }),
    ...fresh,
    method,
    ...(path === undefined ? {} : pathValues(path)),
    body,
  };
  return { ...values, "sorted-parameters": sortParameters(request, parameters, values) };
}

function pathValues(path: string): TemplateValues {
  const mark = path.indexOf("?");
  if (mark === -1) return { path, "path-without-query": path, query: "" };
  return { path, "path-without-query": path.slice(0, mark), query: path.slice(mark + 1) };
}

function sortParameters(
  { parameters = {} }: SigningRequest,
  { add = {}, percentEncoded = false }: ParameterRule = {},
  values: TemplateValues,
): string {
  const all = new Map(Object.entries(parameters).map(([name, value]) => [name, String(value)]));
  for (const [name, template] of Object.entries(add)) all.set(name, fillAdded(template, values));
  const encode = percentEncoded ? percentEncodeText : (text: string) => text;
  return [...all]
    .sort(([left], [right]) => (left < right ? -1 : Number(left > right)))
    .map(([name, value]) => `${encode(name)}=${encode(value)}`)
    .join("&");
}

function fillAdded(template: string, values: TemplateValues): string {
  try {
    return fillText(template, values);
  } catch (cause) {
    if (!(cause instanceof TemplateError)) throw cause;
    const code = cause.code === "template_name" ? "missing_value" : "invalid_rule";
    throw new SigningError(code, cause.message.slice(cause.code.length + 2), { cause });
  }
}

function percentEncodeText(text: string): string {
  if (text.isWellFormed()) return percentEncode(text);
  throw new SigningError("ambiguous_text", "A parameter contains half of a surrogate pair.");
}
