const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COLON = 0x3a;

/**
 * Tells whether some key of a JSON text has an escape in it. V8 remembers keys that JSON.parse has
 * met and, in Node 24 and 26, may take one with an escape for another: after `{"h":[],"cod\\":0}` it
 * reads the `"cod\u0065"` of `{"h":1,"cod\u0065":2}` as `cod\` and not as `code`. So one text changes
 * how a later one is read, whoever sent it (https://github.com/nodejs/node/issues/63785).
 */
export function hasEscapedKey(text: string): boolean {
  for (let at = text.indexOf("\\"); at !== -1; at = text.indexOf("\\", at)) {
    // To the end of the string that the escape is in; what follows tells whether that is a key.
    for (; at < text.length; at += 1) {
      const unit = text.charCodeAt(at);
      if (unit === BACKSLASH) at += 1;
      else if (unit === QUOTE) break;
    }
    do at += 1;
    while (isSpace(text.charCodeAt(at)));
    if (text.charCodeAt(at) === COLON) return true;
  }
  return false;
}

function isSpace(unit: number): boolean {
  return unit === 0x20 || unit === 0x0a || unit === 0x0d || unit === 0x09;
}
