const COLON = 0x3a;

/**
 * Reports whether some key of a JSON text contains an escape. V8 caches the keys that JSON.parse
 * has seen, and Node 24 and 26 may confuse an escaped key with another one: after
 * `{"h":[],"cod\\":0}`, it reads the `"cod\u0065"` of `{"h":1,"cod\u0065":2}` as `cod\` instead of
 * `code`. Thus one text can change how a later one is read, whoever sent it
 * (https://github.com/nodejs/node/issues/63785).
 */
export function hasEscapedKey(text: string): boolean {
  let quote = -1;
  for (let backslash = text.indexOf("\\"); backslash !== -1; ) {
    // The first quote after the escape ends its string, unless that quote is escaped itself.
    const from = backslash + 2;
    if (quote < from) quote = text.indexOf('"', from);
    if (quote === -1) return false;
    backslash = text.indexOf("\\", from);
    if (backslash !== -1 && backslash < quote) continue;
    let at = quote + 1;
    while (isSpace(text.charCodeAt(at))) at += 1;
    if (text.charCodeAt(at) === COLON) return true;
  }
  return false;
}

function isSpace(unit: number): boolean {
  return unit === 0x20 || unit === 0x0a || unit === 0x0d || unit === 0x09;
}
