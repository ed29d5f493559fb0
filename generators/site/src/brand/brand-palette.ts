// The palette of a brand: the colours from its declaration, and the colours derived from them.

import { type ColorName, type Palette, type Theme, textPairs } from "../assets/style/colors.ts";
import { type Color, colorText, contrastRatio, mixColors, readColor } from "./color.ts";

/** The colours that a brand may set for each theme. */
export const brandColorNames = ["accent", "text", "background"] as const;

export type BrandColors = Readonly<Partial<Record<(typeof brandColorNames)[number], Color>>>;

/** The minimum contrast of text in WCAG 2 AA. */
const MIN_CONTRAST = 4.5;
const white: Color = [255, 255, 255];
const black: Color = [0, 0, 0];

/** Returns the colours of a theme that the brand changes. */
export function brandPalette(given: BrandColors, base: Palette): Partial<Palette> {
  const paper = given.background ?? colorOf(base.paper);
  const text = given.text ?? colorOf(base.text);
  const accent = given.accent ?? colorOf(base.accent);
  const isRecolored = given.background !== undefined || given.text !== undefined;
  const hover = isRecolored ? mixColors(paper, text, 0.08) : colorOf(base.hover);
  const surfaces = isRecolored && {
    paper,
    text,
    hover,
    shade: mixColors(paper, text, 0.04),
    line: mixColors(paper, text, 0.12),
    "strong-line": mixColors(paper, text, 0.27),
    quiet: farthestMix(text, paper, 0.35, (quiet) => contrastRatio(quiet, hover) >= MIN_CONTRAST),
  };
  const accents = {
    accent,
    "accent-shade": farthestMix(paper, accent, 0.1, (shade) =>
      [accent, text].every((each) => contrastRatio(each, shade) >= MIN_CONTRAST),
    ),
    "on-accent": contrastRatio(white, accent) >= MIN_CONTRAST ? white : black,
  };
  const isAccented = given.accent !== undefined || isRecolored;
  const colors: Readonly<Record<string, Color>> = { ...surfaces, ...(isAccented && accents) };
  return Object.fromEntries(
    Object.entries(colors).map(([name, color]) => [name, colorText(color)]),
  );
}

/**
 * Returns a problem for each text colour whose contrast is too low. A problem names the background with the
 * lowest contrast.
 */
export function contrastProblems(theme: Theme, palette: Palette): readonly string[] {
  const worst = new Map<ColorName, { readonly background: ColorName; readonly ratio: number }>();
  for (const [name, background] of textPairs) {
    const ratio = contrastRatio(colorOf(palette[name]), colorOf(palette[background]));
    const isWorse = ratio < (worst.get(name)?.ratio ?? MIN_CONTRAST);
    if (isWorse) worst.set(name, { background, ratio });
  }
  return [...worst].map(([name, { background, ratio }]) => {
    const found = Math.floor(ratio * 100) / 100;
    const near = nearestReadable(colorOf(palette[name]), colorOf(palette[background]));
    return `colors.${theme}: ${wordOf(name)} (${palette[name]}) on ${wordOf(background)} (${palette[background]}) has a contrast of ${found}:1. At least ${MIN_CONTRAST}:1 is required: use ${near}`;
  });
}

const words: Readonly<Partial<Record<ColorName, string>>> = {
  paper: "the background",
  shade: "the background of code",
  hover: "the background of a chosen line",
  quiet: "quiet text",
  bad: "the text of errors",
  warn: "the text of warnings",
};

function wordOf(name: ColorName): string {
  return words[name] ?? name;
}

/**
 * Mixes the second colour into the first. Uses the largest share, up to `share`, for which `fits` returns
 * true.
 */
function farthestMix(
  one: Color,
  other: Color,
  share: number,
  fits: (mixed: Color) => boolean,
): Color {
  for (let at = share; at > 0; at -= 0.01) {
    const mixed = mixColors(one, other, at);
    if (fits(mixed)) return mixed;
  }
  return one;
}

/** Makes a text colour darker or lighter until its contrast on a background is high enough. */
function nearestReadable(text: Color, background: Color): string {
  const end = contrastRatio(black, background) > contrastRatio(white, background) ? black : white;
  for (let share = 0.01; share < 1; share += 0.01) {
    const mixed = mixColors(text, end, share);
    if (contrastRatio(mixed, background) >= MIN_CONTRAST) return colorText(mixed);
  }
  return colorText(end);
}

function colorOf(text: string): Color {
  const color = readColor(text);
  if (color === undefined) throw new TypeError(`${text} is not a colour.`);
  return color;
}
