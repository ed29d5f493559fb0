// The formats of texts that the schemas of AsyncAPI ask for (RFC 3986, RFC 5321, RFC 6570).

const scheme = String.raw`[a-z][a-z\d+.-]*:`;
const character = String.raw`(?:[\w.~!$&'()*+,;=:@/?[\]-]|%[\da-f]{2})`;
const formats: Readonly<Record<string, RegExp>> = {
  uri: new RegExp(`^${scheme}${character}*(?:#${character}*)?$`, "i"),
  "uri-reference": new RegExp(`^${character}*(?:#${character}*)?$`, "i"),
  "uri-template": /^(?:[^\s"'<>\\^`{|}]|\{[+#./;?&=,!@|]?[\w%.,:*]+\})*$/,
  email:
    /^[\w.!#$%&'*+/=?^`{|}~-]+@[a-z\d](?:[a-z\d-]*[a-z\d])?(?:\.[a-z\d](?:[a-z\d-]*[a-z\d])?)*$/i,
};

/** Reports whether a text has a format; one that is not known has any. */
export function hasFormat(text: string, format: string): boolean {
  return formats[format]?.test(text) ?? true;
}
