import { isJsonArray, isJsonObject, type JsonValue } from "@specwright/spec-loader";
import type { CodeSample } from "./code-sample.ts";
import { escapedString } from "./escaped-string.ts";
import { type FormMember, formMembers } from "./form-members.ts";
import type { RequestSample, SampleBody } from "./request-sample.ts";
import { scalarText } from "./sample-parameters.ts";

const indent = "    ";
const maxLine = 60;

/** The HTTP methods for which the package `requests` has a function. */
const functions: ReadonlySet<string> = new Set("GET POST PUT PATCH DELETE HEAD OPTIONS".split(" "));

/** Writes a request in Python, with the package `requests`. */
export function pythonSample({
  method,
  url,
  parameters,
  body,
  credentials,
}: RequestSample): CodeSample {
  const headers: (readonly [string, string])[] = [];
  const cookies: (readonly [string, string])[] = [];
  const query: (readonly [string, string])[] = [];
  const options: string[] = [];
  for (const { kind, name } of credentials) {
    if (kind === "bearer") headers.push(["Authorization", '"Bearer " + os.environ["TOKEN"]']);
    if (kind === "basic") {
      options.push('auth=(os.environ["USERNAME"], os.environ["PASSWORD"])');
    }
    if (kind === "header") headers.push([name, 'os.environ["KEY"]']);
    if (kind === "query") query.push([name, 'os.environ["KEY"]']);
    if (kind === "cookie") cookies.push([name, 'os.environ["KEY"]']);
  }
  for (const { parameter, value } of parameters) {
    const pairText = [parameter.name, escapedString(scalarText(value))] as const;
    if (parameter.in === "header") headers.push(pairText);
    if (parameter.in === "cookie") cookies.push(pairText);
  }
  const isTyped = body !== undefined && body.kind !== "multipart" && body.kind !== "form";
  if (isTyped && body.mediaType !== "application/json") {
    headers.push(["Content-Type", escapedString(body.mediaType)]);
  }
  if (query.length > 0) options.push(`params=${dictionaryLiteral(query)}`);
  if (headers.length > 0) options.push(`headers=${dictionaryLiteral(headers)}`);
  if (cookies.length > 0) options.push(`cookies=${dictionaryLiteral(cookies)}`);
  if (body !== undefined) options.push(...bodyOptions(body));
  const [call, start] = functions.has(method)
    ? [`requests.${method.toLowerCase()}`, []]
    : ["requests.request", [escapedString(method)]];
  const request = listText(`${call}(`, [...start, escapedString(url), ...options], ")", "");
  const imports = `${request.includes("os.environ[") ? "import os\n\n" : ""}import requests`;
  const code = `${imports}\n\nresponse = ${request}\nprint(response.status_code, response.text)`;
  return { id: "python", title: "Python", language: "python", code };
}

function bodyOptions(body: SampleBody): readonly string[] {
  const { kind, value } = body;
  switch (kind) {
    case "json":
      return [`json=${pythonLiteral(value, indent)}`];
    case "form":
      return [`data=${listText("[", formMembers(body).map(formPair), "]", indent)}`];
    case "multipart": {
      const parts = formMembers(body).map(({ name, text }) => {
        // Without a file name, `requests` sends a part as text.
        const part = text === undefined ? 'open("file", "rb")' : `(None, ${escapedString(text)})`;
        return `(${escapedString(name)}, ${part})`;
      });
      return [`files=${listText("[", parts, "]", indent)}`];
    }
    case "text":
      return [`data=${escapedString(scalarText(value))}.encode()`];
    case "file":
      return ['data=open("file", "rb")'];
  }
}

function formPair({ name, text = "" }: FormMember): string {
  return `(${escapedString(name)}, ${escapedString(text)})`;
}

function dictionaryLiteral(members: readonly (readonly [name: string, code: string])[]): string {
  const texts = members.map(([name, code]) => `${escapedString(name)}: ${code}`);
  return listText("{", texts, "}", indent);
}

function pythonLiteral(value: JsonValue, within: string): string {
  if (value === null) return "None";
  if (typeof value === "boolean") return value ? "True" : "False";
  if (typeof value === "string") return escapedString(value);
  if (isJsonArray(value)) {
    const texts = value.map((each) => pythonLiteral(each, within + indent));
    return listText("[", texts, "]", within);
  }
  if (isJsonObject(value)) {
    const texts = Object.entries(value).map(
      ([name, each]) => `${escapedString(name)}: ${pythonLiteral(each, within + indent)}`,
    );
    return listText("{", texts, "}", within);
  }
  return String(value);
}

function listText(open: string, texts: readonly string[], close: string, within: string): string {
  const short = `${open}${texts.join(", ")}${close}`;
  if (texts.length === 0 || (short.length + within.length <= maxLine && !short.includes("\n"))) {
    return short;
  }
  return `${open}\n${texts.map((text) => `${within}${indent}${text},\n`).join("")}${within}${close}`;
}
