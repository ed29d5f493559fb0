import {
  type ColorName,
  colorDeclarations,
  palettes,
  type Theme,
  themeStyle,
  themes,
} from "../assets/style/colors.ts";
import { brandPalette, contrastProblems } from "./brand-palette.ts";
import { BrandProblem, type DeclaredBrand } from "./read-brand.ts";

/**
 * Writes the style sheet of a brand. Pages load it after the default style sheet. Returns an empty text if
 * the brand changes nothing. `fontNames` lists the font files of the brand, in the folder of the style
 * sheet.
 *
 * @throws {BrandProblem} The contrast of a text colour is too low.
 */
export function brandStyle(
  { colors, fonts }: Pick<DeclaredBrand, "colors" | "fonts">,
  fontNames: readonly string[],
): string {
  const problems: string[] = [];
  const [light = "", dark = ""] = themes.map((theme: Theme) => {
    const own = brandPalette(colors[theme], palettes[theme]);
    problems.push(...contrastProblems(theme, { ...palettes[theme], ...own }));
    return colorDeclarations(own satisfies Partial<Record<ColorName, string>>);
  });
  if (problems.length > 0) throw new BrandProblem(problems.join("; "));
  const faces = fonts.files.map(
    ({ family, weight, style }, at) =>
      `@font-face { font-family: "${family}"; font-weight: ${weight}; font-style: ${style}; font-display: swap; src: url("${fontNames[at]}") format("woff2"); }\n`,
  );
  const families = [
    familyList("sans", fonts.text, "sans-serif"),
    familyList("mono", fonts.code, "monospace"),
  ];
  const first = [...families, light].filter((each) => each !== "").join(" ");
  return faces.join("") + (first + dark === "" ? "" : themeStyle(first, dark));
}

/** The CSS keywords for system fonts, which must not be quoted. */
const generic =
  /^(?:serif|sans-serif|monospace|cursive|system-ui|-apple-system|ui-(?:serif|sans-serif|monospace|rounded))$/;

function familyList(name: string, families: readonly string[], last: string): string {
  if (families.length === 0) return "";
  const written = families.map((each) => (generic.test(each) ? each : `"${each}"`));
  return `--${name}: ${[...written, last].join(", ")};`;
}
