// Writes samples that use the generated client.

import { bodyKind, type Channel, type HttpOperation, partPositions } from "@specwright/contract";
import { stringLiteral } from "@specwright/emit/print";
import type { Reference } from "../reference/reference.ts";
import type { CodeSample } from "./code-sample.ts";
import { literalText, partsText, propertyName } from "./literal-text.ts";
import type { RequestSample, SampleBody, SampleCredential } from "./request-sample.ts";
import type { SampleParameter } from "./sample-parameters.ts";

const groups = {
  path: "path",
  query: "query",
  querystring: "query",
  header: "headers",
  cookie: "cookies",
} as const;

/** Writes a request as a call of the generated client. */
export function sdkSample(
  operation: HttpOperation,
  sample: RequestSample,
  reference: Reference,
): CodeSample {
  const { names, options } = reference;
  const client = `create${names.api}Client`;
  const used = sample.credentials.filter(({ kind }) => kind !== "other");
  const kinds = [...new Set(used.map(functionOf))].sort();
  const members = used.map((each) => `${propertyName(each.scheme)}: ${credentialCall(each)}`);
  const credentials = members.length === 0 ? "" : `\n    credentials: { ${members.join(", ")} },`;
  const code = `import { ${client} } from ${stringLiteral(clientModule(options.sdkPackage))};
import { ${[...kinds, "restTransport"].join(", ")} } from "@specwright/rest/client";

const client = ${client}(
  restTransport({
    baseUrl: ${stringLiteral(sample.server)},${credentials}
  }),
);
const answer = await client.${names.operation(operation).value}(${callText(sample, reference)});
console.log(answer.status);`;
  return { id: "sdk", title: "SDK", language: "typescript", code };
}

/**
 * Writes a sample that reads a channel with the generated client. `server` is the URL of the channel's
 * server.
 */
export function channelSdkSample(
  channel: Channel,
  { server, parameters }: Pick<RequestSample, "server" | "parameters">,
  reference: Reference,
): CodeSample {
  const { names, options } = reference;
  const client = `create${names.api}Client`;
  const keys = channel.signature === undefined ? "" : ", accessKey, secretKey, brokerId";
  const code = `import { ${client} } from ${stringLiteral(clientModule(options.sdkPackage))};
import { streamTransport } from "@specwright/streams/client";

const client = ${client}(
  streamTransport({ url: ${stringLiteral(server)}${keys} }),
);
for await (const message of client.${names.channel(channel).value}(${callText({ parameters }, reference)})) {
  console.log(message);
}`;
  return { id: "sdk", title: "SDK", language: "typescript", code };
}

function clientModule(sdkPackage: string | undefined): string {
  return sdkPackage === undefined ? "./gen/client.ts" : `${sdkPackage}/client`;
}

function functionOf({ kind }: SampleCredential): string {
  return kind === "bearer" || kind === "basic" ? kind : "apiKey";
}

function credentialCall({ kind, name }: SampleCredential): string {
  if (kind === "bearer") return "bearer(token)";
  if (kind === "basic") return "basic(username, password)";
  return `apiKey({ in: ${stringLiteral(kind)}, name: ${stringLiteral(name)} }, key)`;
}

function callText(
  { parameters, body }: Pick<RequestSample, "parameters" | "body">,
  reference: Reference,
): string {
  const parts: string[] = [];
  for (const [place, group] of Object.entries(groups)) {
    const members = parameters.filter(({ parameter }) => parameter.in === place);
    if (members.length > 0)
      parts.push(`${group}: { ${members.map((each) => memberText(each, reference)).join(", ")} }`);
  }
  if (body !== undefined) {
    if (body.isOneOfSeveral) parts.push(`contentType: ${stringLiteral(body.mediaType)}`);
    parts.push(`body: ${bodyText(body, reference)}`);
  }
  if (parts.length === 0) return "";
  const short = `{ ${parts.join(", ")} }`;
  return short.length < 60 && !short.includes("\n")
    ? short
    : `{\n${parts.map((part) => `  ${part},\n`).join("")}}`;
}

function bodyText({ kind, value, schema, media }: SampleBody, reference: Reference): string {
  const positions = partPositions(media);
  if (positions !== undefined) return partsText(positions, reference);
  const isForm = bodyKind(media) === "form";
  if (kind === "file" && !isForm) return "file";
  const hasFiles = isForm && kind !== "form";
  const { encoding } = media;
  return literalText(value, "  ", { schema, reference, hasFiles, encoding });
}

function memberText({ parameter, value, schema }: SampleParameter, reference: Reference): string {
  return `${propertyName(parameter.name)}: ${literalText(value, "    ", { schema, reference })}`;
}
