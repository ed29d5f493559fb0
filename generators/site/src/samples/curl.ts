import { jsonText } from "@specwright/diff";
import { plainText } from "../text/plain-text.ts";
import type { CodeSample } from "./code-sample.ts";
import { formMembers } from "./form-members.ts";
import type { RequestSample, SampleBody, SampleCredential } from "./request-sample.ts";
import { scalarText } from "./sample-parameters.ts";

/** Writes a request as a curl command. */
export function curlSample(sample: RequestSample): CodeSample {
  const { method, url, parameters, body, credentials } = sample;
  const query = credentials
    .filter(({ kind }) => kind === "query")
    .map(({ name }) => `${encodeURIComponent(name.toWellFormed())}=KEY`);
  const address =
    query.length === 0 ? url : `${url}${url.includes("?") ? "&" : "?"}${query.join("&")}`;
  const headers = parameters
    .filter(({ parameter }) => parameter.in === "header")
    .map(({ parameter, value }) => `-H ${shellQuoted(`${parameter.name}: ${scalarText(value)}`)}`);
  const cookies = parameters
    .filter(({ parameter }) => parameter.in === "cookie")
    .map(({ parameter, value }) => `-b ${shellQuoted(`${parameter.name}=${scalarText(value)}`)}`);
  const lines = [
    `curl ${method === "GET" ? "" : `-X ${/^[A-Z]+$/.test(method) ? method : shellQuoted(method)} `}${shellQuoted(address)}`,
    ...credentials.flatMap(credentialLine),
    ...headers,
    ...cookies,
    ...(body === undefined ? [] : bodyLines(body)),
  ];
  return { id: "curl", title: "curl", language: "bash", code: lines.join(" \\\n  ") };
}

function credentialLine({ kind, name }: SampleCredential): readonly string[] {
  switch (kind) {
    case "bearer":
      return ['-H "Authorization: Bearer $TOKEN"'];
    case "basic":
      return ['-u "$USERNAME:$PASSWORD"'];
    case "header":
      return [/^[\w-]+$/.test(name) ? `-H "${name}: $KEY"` : `-H ${shellQuoted(`${name}:`)}"$KEY"`];
    case "cookie":
      return [/^[\w-]+$/.test(name) ? `-b "${name}=$KEY"` : `-b ${shellQuoted(`${name}=`)}"$KEY"`];
    default:
      return [];
  }
}

function bodyLines(body: SampleBody): readonly string[] {
  const { kind, mediaType, value } = body;
  const type = `-H ${shellQuoted(`Content-Type: ${mediaType}`)}`;
  switch (kind) {
    case "json":
      return [type, `-d ${shellQuoted(jsonText(value, "  "))}`];
    case "form":
      return formMembers(body).map(({ name, text = "" }) =>
        /[=@]/.test(name)
          ? `--data-raw ${shellQuoted(`${encodeURIComponent(name)}=${encodeURIComponent(text)}`)}`
          : `--data-urlencode ${shellQuoted(`${name}=${text}`)}`,
      );
    case "multipart":
      return formMembers(body).map(({ name, text }) =>
        text === undefined
          ? `-F ${shellQuoted(`${name}=@file`)}`
          : `--form-string ${shellQuoted(`${name}=${text}`)}`,
      );
    case "text":
      return [type, `--data-raw ${shellQuoted(scalarText(value))}`];
    case "file":
      return [type, "--data-binary @file"];
  }
}

/** Quotes a text for a shell. Removes line ends, except from JSON. */
function shellQuoted(text: string): string {
  const visible = text.includes("\n") ? text : plainText(text);
  return `'${visible.replaceAll("'", "'\\''")}'`;
}
