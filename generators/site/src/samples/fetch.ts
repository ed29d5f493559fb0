import { stringLiteral } from "@specwright/emit/print";
import type { CodeSample } from "./code-sample.ts";
import { formMembers } from "./form-members.ts";
import { literalText, propertyName } from "./literal-text.ts";
import type { RequestSample, SampleBody } from "./request-sample.ts";
import { scalarText } from "./sample-parameters.ts";

/** Writes a request as a call of `fetch`. */
export function fetchSample({
  method,
  url,
  parameters,
  body,
  credentials,
}: RequestSample): CodeSample {
  const headers: string[] = [];
  for (const { kind, name } of credentials) {
    if (kind === "bearer") headers.push('Authorization: "Bearer " + token');
    if (kind === "basic") headers.push('Authorization: "Basic " + btoa(username + ":" + password)');
    if (kind === "header") headers.push(`${propertyName(name)}: key`);
  }
  for (const { parameter, value } of parameters) {
    if (parameter.in === "header") {
      headers.push(`${propertyName(parameter.name)}: ${stringLiteral(scalarText(value))}`);
    }
  }
  if (body !== undefined && body.kind !== "multipart") {
    headers.push(`"Content-Type": ${stringLiteral(body.mediaType)}`);
  }
  const options = [
    ...(method === "GET" ? [] : [`method: ${stringLiteral(method)}`]),
    ...(headers.length === 0 ? [] : [`headers: ${codeBlock(headers)}`]),
    ...(body === undefined ? [] : [`body: ${bodyText(body)}`]),
  ];
  const query = credentials.some(({ kind }) => kind === "query");
  const address = query ? `${stringLiteral(url)} + query` : stringLiteral(url);
  const call =
    options.length === 0
      ? `fetch(${address})`
      : `fetch(${address}, {\n${options.map((each) => `  ${each},\n`).join("")}})`;
  const code = `${formCode(body)}const response = await ${call};\nconsole.log(response.status, await response.text());`;
  return { id: "fetch", title: "fetch", language: "typescript", code };
}

function codeBlock(lines: readonly string[]): string {
  const [only] = lines;
  if (lines.length === 1 && only !== undefined && only.length < 60) return `{ ${only} }`;
  return `{\n${lines.map((line) => `    ${line},\n`).join("")}  }`;
}

/** Writes the code that creates the form of a request. */
function formCode(body: SampleBody | undefined): string {
  if (body?.kind !== "multipart" && body?.kind !== "form") return "";
  const members = formMembers(body).map(({ name, text }) => {
    const value = text === undefined ? "new Blob([file])" : stringLiteral(text);
    return `form.append(${stringLiteral(name)}, ${value});\n`;
  });
  const kind = body.kind === "form" ? "URLSearchParams" : "FormData";
  return `const form = new ${kind}();\n${members.join("")}`;
}

function bodyText({ kind, value }: SampleBody): string {
  switch (kind) {
    case "json":
      return `JSON.stringify(${literalText(value, "  ")})`;
    case "form":
    case "multipart":
      return "form";
    case "text":
      return stringLiteral(scalarText(value));
    case "file":
      return "file";
  }
}
