// Patterns that limit only the number of characters, and which ASCII characters are allowed. The generated
// code checks them with a table of characters.

/** A pattern of the form `^[...]{least,most}$`. */
export interface SimplePattern {
  readonly characters: string;
  readonly least: number;
  readonly most: number;
}

/** Parses a simple pattern; returns undefined for all other patterns. */
export function simplePattern(pattern: string): SimplePattern | undefined {
  const [, set, least, comma, most] =
    /^\^\[((?:[\w.~:@ -]|\\d)+)\](?:\{(\d+)(?:(,)(\d+))?\})\$$/.exec(pattern) ?? [];
  if (set === undefined || least === undefined) return undefined;
  const matcher = new RegExp(`^[${set}]$`, "u");
  const characters = Array.from({ length: 95 }, (_, index) => String.fromCharCode(32 + index));
  return {
    characters: characters.filter((character) => matcher.test(character)).join(""),
    least: Number(least),
    most: Number(comma === undefined ? least : most),
  };
}
