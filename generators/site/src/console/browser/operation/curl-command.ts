import type { SentRequest } from "./record-exchange.ts";

/** A credential in the query: its encoded form in the URL, and the shell variable that replaces it. */
export interface QuerySecret {
  readonly query: string;
  readonly key: string;
  readonly variable: string;
}

/** A credential of a request, and the shell variable that replaces it in a command. */
export type CurlSecret =
  /** A header whose value is replaced. */
  | { readonly header: string; readonly value: string }
  /** A header that curl builds from a user name and a password. */
  | { readonly header: string; readonly user: string }
  | QuerySecret;

/** Writes a request as a curl command for a POSIX shell. Variables replace the credentials. */
export function curlCommand(request: SentRequest, secrets: readonly CurlSecret[]): string {
  const lines = [`curl ${methodOption(request)}${curlAddress(request.url, secrets)}`];
  for (const [name, value] of request.headers) {
    const secret = secrets.find((each) => "header" in each && each.header === name);
    if (secret === undefined) lines.push(`-H ${shellQuoted(`${name}: ${value}`)}`);
    else if ("user" in secret) lines.push(`-u "${secret.user}"`);
    else if ("value" in secret) lines.push(`-H "${doubleQuoted(name)}: ${secret.value}"`);
  }
  lines.push(...bodyOptions(request.body));
  return lines.join(" \\\n  ");
}

function methodOption({ method }: SentRequest): string {
  if (method === "GET") return "";
  return method === "HEAD" ? "--head " : `-X ${shellQuoted(method)} `;
}

function curlAddress(url: string, secrets: readonly CurlSecret[]): string {
  const parts = addressParts(url, secrets).map((part) => {
    if (typeof part === "string") return shellQuoted(part);
    return `"${doubleQuoted(encodeURIComponent(part.key))}=$${part.variable}"`;
  });
  return parts.join("");
}

/** Writes a URL for readers. Variables replace the credentials. */
export function shownAddress(url: string, secrets: readonly CurlSecret[]): string {
  const parts = addressParts(url, secrets).map((part) =>
    typeof part === "string" ? part : `${part.key}=$${part.variable}`,
  );
  return parts.join("");
}

/** Splits a URL before and after each credential in its query. */
function addressParts(
  url: string,
  secrets: readonly CurlSecret[],
): readonly (string | QuerySecret)[] {
  const [start = "", ...members] = url.split(/(?<=[?&])|(?=&)/);
  const parts: (string | QuerySecret)[] = [start];
  for (const member of members) {
    const secret = secrets.find((each) => "query" in each && each.query === member);
    const last = parts.at(-1);
    if (secret !== undefined && "query" in secret) parts.push(secret);
    else if (typeof last === "string") parts[parts.length - 1] = last + member;
    else parts.push(member);
  }
  return parts;
}

function bodyOptions(body: SentRequest["body"]): readonly string[] {
  if (body === undefined) return [];
  if (typeof body === "string") return [`--data-raw ${shellQuoted(body)}`];
  if (!(body instanceof FormData)) return ["--data-binary @FILE"];
  return [...body].map(([name, value]) =>
    typeof value === "string"
      ? `--form-string ${shellQuoted(`${name}=${value}`)}`
      : `-F ${shellQuoted(`${name}=@${value.name.replaceAll(/[^\w.-]/g, "_")}`)}`,
  );
}

function shellQuoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}

function doubleQuoted(text: string): string {
  return text.replaceAll(/[\\"$`!]/g, "\\$&");
}
