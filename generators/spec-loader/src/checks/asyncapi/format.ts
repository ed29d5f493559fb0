// The formats of texts that the schemas of AsyncAPI ask for (RFC 3986, RFC 5321, RFC 6570).

import { expression } from "./expression.ts";

/** What a text has to be. */
export interface Format {
  /** A noun phrase for messages. */
  readonly expected: string;
  readonly example: string;
  readonly fits: (text: string) => boolean;
}

const scheme = String.raw`[a-z][a-z\d+.-]*:`;
const character = String.raw`(?:[\w.~!$&'()*+,;=:@/?[\]-]|%[\da-f]{2})`;
const formats: Readonly<Record<string, Format>> = {
  uri: format(
    "an absolute URI",
    "https://example.com",
    new RegExp(`^${scheme}${character}*(?:#${character}*)?$`, "i"),
  ),
  "uri-reference": format(
    "a URI or a relative reference",
    "#/components/messages/order",
    new RegExp(`^${character}*(?:#${character}*)?$`, "i"),
  ),
  "uri-template": format(
    "a URI template, with each parameter as a name in braces",
    "orders/{id}",
    /^(?:[^\s"'<>\\^`{|}]|\{[+#./;?&=,!@|]?[\w%.,:*]+\})*$/,
  ),
  email: format(
    "an email address",
    "help@example.com",
    /^[\w.!#$%&'*+/=?^`{|}~-]+@[a-z\d](?:[a-z\d-]*[a-z\d])?(?:\.[a-z\d](?:[a-z\d-]*[a-z\d])?)*$/i,
  ),
};

const anything: Format = { expected: "a text", example: "text", fits: () => true };

/** Returns the format with a name, or that of a pattern; one that is not known fits any text. */
export function formatOf(name: string | undefined, pattern: string | undefined): Format {
  if (pattern === undefined) return formats[name ?? ""] ?? anything;
  // The only texts with a pattern are the places in a message.
  return format(
    "a runtime expression for a place in the headers or the payload of a message",
    "$message.header#/correlationId",
    expression(pattern),
  );
}

function format(expected: string, example: string, pattern: RegExp): Format {
  return { expected, example, fits: (text) => pattern.test(text) };
}
