// Limits and defects of Prism 5.16. If Prism refuses or alters an exchange, one of these faults must
// explain it.

import type { Contract } from "@specwright/contract";
import { memberOf } from "@specwright/runtime";
import type { WrongExchange } from "./call-document.ts";

export interface PrismFault {
  readonly name: string;
  readonly why: string;
  /** The corpus documents that show the fault. A test fails if one of them no longer does. */
  readonly documents: readonly string[];
  /** Reports whether the fault explains why an exchange failed. */
  explains(exchange: WrongExchange, contract: Contract): boolean;
}

/** The faults of Prism that the exchanges meet. */
export const prismFaults: readonly PrismFault[] = [
  {
    name: "a body of null",
    why: "Prism takes a JSON body of null for no body, and misses one that is required.",
    documents: ["more/orval/issue-3269.yaml", "openapi/discord.json"],
    explains: ({ request, difference }) =>
      memberOf(request, "body") === null && difference.includes("Body parameter is required"),
  },
  {
    name: "a body that is a JSON string",
    why: "Prism forwards such a body without its quotes, so that the server reads no JSON.",
    documents: ["more/meilisearch/meilisearch.json"],
    explains: ({ operation, request, difference }) =>
      sends(operation, /json/) &&
      typeof memberOf(request, "body") === "string" &&
      difference.includes("-> 400"),
  },
  {
    name: "readOnly in a request",
    why: "Prism takes readOnly members out of the schema of a request, so that additionalProperties: false refuses them. From 3.1 on, a request may contain them.",
    documents: [
      "more/adyen/BalancePlatformService-v2.json",
      "more/adyen/LegalEntityService-v4.json",
      "more/adyen/ManagementService-v3.json",
    ],
    explains({ difference }, { raw }) {
      const names = [...difference.matchAll(/additional properties; found '([^']+)'/g)];
      const isNew = /^3\.[1-9]/.test(String(memberOf(raw, "openapi")));
      return isNew && names.length > 0 && names.every(([, name = ""]) => isReadOnly(raw, name));
    },
  },
  {
    name: "email",
    why: "Prism refuses addresses with a quoted local part or an address literal, which RFC 5321 permits.",
    documents: [
      "more/orval/faker-array-items.yaml",
      "more/orval/split-by-content-type.yaml",
      "openapi/box-full.json",
    ],
    explains: ({ request, answer, difference }) =>
      /must match format \\?"email/.test(difference) &&
      /\\"@|@\[/.test(textOf({ request, answer })),
  },
  {
    name: "a format of its own",
    why: "Prism checks the format url, which neither JSON Schema nor OpenAPI knows.",
    documents: ["openapi/box-full.json", "openapi/digitalocean.yaml"],
    explains: ({ difference }) => /must match format \\?"url/.test(difference),
  },
  {
    name: "lists and JSON in multipart",
    why: "Prism keeps the last of several parts of a name, and takes JSON in a part for text.",
    documents: ["more/orval/form-data-nested.yaml", "openapi/discord.json"],
    explains: ({ operation, difference }) =>
      sends(operation, /^multipart\//) &&
      /Request body property \w+ must be (?:array|object)/.test(difference),
  },
  {
    name: "numbers and booleans as text",
    why: "Prism does not read a text body as the number or boolean that its schema wants.",
    documents: ["more/meilisearch/meilisearch.json"],
    explains: ({ operation, difference }) =>
      sends(operation, /^text\//) &&
      /Request body must be (?:boolean|integer|number)/.test(difference),
  },
  {
    name: "bodies that are not JSON",
    why: "Prism checks the text of a body against a schema of the value that it stands for: XML, lines of JSON, plain text of an object.",
    documents: [
      "more/orval/issue-2327.yaml",
      "more/orval/msw-mixed-content-each-status.yaml",
      "more/orval/stream.yaml",
    ],
    explains: ({ operation, difference }) =>
      difference.includes("Response body must be object") &&
      operation.responses.some(({ content }) =>
        content.some(({ mediaType }) => !/\bjson$/.test(mediaType)),
      ),
  },
  {
    name: "the body of a 204",
    why: "Prism wants the content that the document describes, although HTTP allows none.",
    documents: ["more/adyen/LegalEntityService-v4.json"],
    explains: ({ operation, difference }) =>
      difference.includes('The received media type "" does not match') &&
      operation.responses.some(({ status, content }) => status === "204" && content.length > 0),
  },
  {
    name: "base64 in a binary body",
    why: "Prism wants the text of format byte, which is base64, as the body of a PNG image.",
    documents: ["more/orval/binary-request-body.yaml"],
    explains: ({ operation, difference }) =>
      sends(operation, /^image\//) && difference.includes("Request body must match pattern"),
  },
  {
    name: "prefixItems",
    why: "Prism reads the schemas of 3.1 in the dialect of draft-07, where items is about all items.",
    documents: ["more/orval/issue-3691.yaml", "more/orval/typed-arrays-tuples-v3-1.yaml"],
    explains: ({ difference }, { raw }) =>
      /property [\w.]+\.\d+ must be /.test(difference) && textOf(raw).includes('"prefixItems"'),
  },
  {
    name: "branches of a discriminator",
    why: "Several branches of the oneOf accept the value, and only the discriminator selects one. Prism ignores it and rejects such a value.",
    documents: [
      "more/orval/discriminator-oneof-union.yaml",
      "more/orval/lowercase-discriminator.yaml",
      "openapi/digitalocean.yaml",
    ],
    explains: ({ difference }, { raw }) =>
      difference.includes("must match exactly one schema in oneOf") &&
      textOf(raw).includes('"discriminator"'),
  },
  {
    name: "dots in the names of path parameters",
    why: "Prism finds no operation whose path has a parameter with a dot in its name.",
    documents: ["more/orval/dotted-path-params.yaml"],
    explains: ({ operation, difference }) =>
      /\{[^}]*\.[^}]*\}/.test(operation.path) && difference.includes("NO_PATH_MATCHED_ERROR"),
  },
];

/** Reports whether a body of a request may be of a media type. */
function sends({ requestBody }: WrongExchange["operation"], type: RegExp): boolean {
  return requestBody?.content.some(({ mediaType }) => type.test(mediaType)) === true;
}

/** Reports whether a schema anywhere in a document has a member of a name that is readOnly. */
function isReadOnly(node: unknown, name: string): boolean {
  if (typeof node !== "object" || node === null) return false;
  const member = memberOf(memberOf(node, "properties"), name);
  if (memberOf(member, "readOnly") === true) return true;
  return Object.values(node).some((part) => isReadOnly(part, name));
}

function textOf(value: unknown): string {
  return JSON.stringify(value, (_name, each) => (typeof each === "bigint" ? `${each}` : each));
}
