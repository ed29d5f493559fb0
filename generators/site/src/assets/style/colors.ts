// The colours of a light and a dark theme. Each text colour has a contrast of at least 4.5:1 on each
// background behind it.

/** The colours of a theme, as `#rrggbb`. The keys are the names of CSS variables. */
export type Palette = Readonly<Record<ColorName, string>>;

export type ColorName =
  | "text"
  | "quiet"
  | "line"
  | "strong-line"
  | "paper"
  | "shade"
  | "hover"
  | "accent"
  | "accent-shade"
  | "on-accent"
  | `${"good" | "info" | "warn" | "bad" | "violet"}${"" | "-shade"}`;

/** The two themes. */
export const themes = ["light", "dark"] as const;

export type Theme = (typeof themes)[number];

/** The colours of pages without a brand. */
export const palettes: Readonly<Record<Theme, Palette>> = {
  light: {
    ...{ text: "#1b2130", quiet: "#545d6d", line: "#e3e6ec", "strong-line": "#c5cbd6" },
    ...{ paper: "#ffffff", shade: "#f6f7f9", hover: "#eceef3" },
    ...{ accent: "#3b47d1", "accent-shade": "#eef0ff", "on-accent": "#ffffff" },
    ...{ good: "#0b6b43", "good-shade": "#e3f5ec", info: "#1a55c4", "info-shade": "#e6eefc" },
    ...{ warn: "#8a4b00", "warn-shade": "#fdf0dc", bad: "#b3201d", "bad-shade": "#fdebea" },
    ...{ violet: "#6d35b5", "violet-shade": "#f2eafc" },
  },
  dark: {
    ...{ text: "#e4e8f0", quiet: "#a3adbd", line: "#262d3a", "strong-line": "#3d4758" },
    ...{ paper: "#0f131a", shade: "#171c26", hover: "#1f2633" },
    ...{ accent: "#9dacff", "accent-shade": "#1d2342", "on-accent": "#0f131a" },
    ...{ good: "#6fd3a3", "good-shade": "#12291f", info: "#8db6ff", "info-shade": "#15243f" },
    ...{ warn: "#f0b866", "warn-shade": "#302310", bad: "#ff9c95", "bad-shade": "#3a1917" },
    ...{ violet: "#c8a5ff", "violet-shade": "#271b3d" },
  },
};

/** Each text colour, with a background behind texts of this colour. */
export const textPairs: readonly (readonly [text: ColorName, background: ColorName])[] = [
  ...(["text", "quiet", "accent", "bad", "warn"] as const).flatMap((text) =>
    (["paper", "shade"] as const).map((background) => [text, background] as const),
  ),
  ...(["good", "info", "violet"] as const).map((text) => [text, "paper"] as const),
  ["text", "hover"],
  ["quiet", "hover"],
  ["text", "accent-shade"],
  ["on-accent", "accent"],
  ...(["good", "info", "warn", "bad", "violet", "accent"] as const).map(
    (name) => [name, `${name}-shade`] as const,
  ),
];

const fonts = `
  --sans: "Inter", system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", Arial, sans-serif;
  --mono: ui-monospace, "SF Mono", SFMono-Regular, Menlo, Consolas, "Liberation Mono", monospace;
  --top: 3.75rem;`;

/** The CSS of both themes. The attribute `data-theme` contains the reader's choice. */
export const colorStyle: string = themeStyle(
  `color-scheme: light; ${colorDeclarations(palettes.light)}${fonts}`,
  `color-scheme: dark; ${colorDeclarations(palettes.dark)}`,
);

/**
 * Writes the CSS of both themes. The dark theme applies if the reader or the operating system chooses it.
 */
export function themeStyle(light: string, dark: string): string {
  return `:root { ${light} }
@media (prefers-color-scheme: dark) { :root:not([data-theme="light"]) { ${dark} } }
:root[data-theme="dark"] { ${dark} }
`;
}

/** Writes colours as CSS variables. */
export function colorDeclarations(colors: Readonly<Partial<Palette>>): string {
  return Object.entries(colors)
    .map(([name, color]) => `--${name}: ${color};`)
    .join(" ");
}
