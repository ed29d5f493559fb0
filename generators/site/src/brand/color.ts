// Parses colours to numbers. The colours of a brand are parsed and printed again, so no other text can get
// into a style sheet.

/** Red, green and blue, from 0 to 255. */
export type Color = readonly number[];

/**
 * Reads a colour without transparency: `#rgb`, `#rrggbb`, `rgb(r g b)` or `hsl(h s% l%)`, with spaces or
 * commas. Returns `undefined` for all other texts.
 */
export function readColor(text: string): Color | undefined {
  const hex = /^#(?:([\da-f]{3})|([\da-f]{6}))$/i.exec(text);
  if (hex !== null) {
    const digits = hex[2] ?? (hex[1] ?? "").replaceAll(/./g, "$&$&");
    return [0, 2, 4].map((at) => Number.parseInt(digits.slice(at, at + 2), 16));
  }
  const call = /^(rgb|hsl)\(([\d.]+)([ ,]+)([\d.]+)(%?)\3([\d.]+)(%?)\)$/i.exec(text);
  if (call === null) return undefined;
  const [, name, first, , second, secondUnit, third, thirdUnit] = call;
  const [one = NaN, two = NaN, three = NaN] = [first, second, third].map(Number);
  const isHsl = name?.toLowerCase() === "hsl";
  const unit = isHsl ? "%" : "";
  if (secondUnit !== unit || thirdUnit !== unit) return undefined;
  const [maxFirst, max] = isHsl ? [360, 100] : [255, 255];
  if (!(one <= maxFirst && two <= max && three <= max)) return undefined;
  return isHsl ? fromHsl(one, two / 100, three / 100) : [one, two, three];
}

function fromHsl(hue: number, saturation: number, lightness: number): Color {
  const reach = saturation * Math.min(lightness, 1 - lightness);
  const channel = (at: number): number => {
    const turn = (at + hue / 30) % 12;
    return 255 * (lightness - reach * Math.max(-1, Math.min(turn - 3, 9 - turn, 1)));
  };
  return [channel(0), channel(8), channel(4)];
}

/** Writes a colour as `#rrggbb`. */
export function colorText(color: Color): string {
  return `#${color.map((part) => Math.round(part).toString(16).padStart(2, "0")).join("")}`;
}

/** Mixes two colours. `share` is the share of the second colour, from 0 to 1. */
export function mixColors(one: Color, other: Color, share: number): Color {
  return one.map((part, at) => part + ((other[at] ?? 0) - part) * share);
}

/** Returns the contrast of two colours by WCAG 2, from 1 to 21. */
export function contrastRatio(one: Color, other: Color): number {
  const [light = 0, dark = 0] = [relativeLuminance(one), relativeLuminance(other)].sort(
    (a, b) => b - a,
  );
  return (light + 0.05) / (dark + 0.05);
}

function relativeLuminance(color: Color): number {
  const [red = 0, green = 0, blue = 0] = color.map((channel) => {
    const part = Math.round(channel) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
