// The file in which an operator declares how a site looks and what its first page says.

import { themes } from "../assets/style/colors.ts";
import { webLink } from "../html/address.ts";
import { type BrandColors, brandColorNames } from "./brand-palette.ts";
import { type Color, readColor } from "./color.ts";

/** The fonts of a site. */
export interface BrandFonts {
  /** The names of families, the preferred one first; those that pages have anyway follow. */
  readonly text: readonly string[];
  readonly code: readonly string[];
  readonly files: readonly BrandFont[];
}

/** A font that the site serves. */
export interface BrandFont {
  readonly family: string;
  /** The path of a WOFF2 file, relative to the declaration. */
  readonly file: string;
  /** A weight such as 400, or the range of a variable font such as `100 900`. Default 400. */
  readonly weight: string;
  readonly style: "normal" | "italic";
}

/** A brand as it is declared. Paths of files are relative to the declaration. */
export interface DeclaredBrand {
  /** One sentence that says what the site is. */
  readonly purpose?: string;
  /** Links of the first page, to the web or to pages of the site. */
  readonly links: readonly { readonly text: string; readonly to: string }[];
  readonly logo?: { readonly file: string; readonly dark?: string; readonly alt: string };
  /** The icon in tabs and bookmarks. */
  readonly icon?: string;
  readonly colors: Readonly<Record<(typeof themes)[number], BrandColors>>;
  readonly fonts: BrandFonts;
}

/** Why a declaration cannot be used; the message is for the operator. */
export class BrandProblem extends Error {
  override readonly name = "BrandProblem";
  readonly code = "invalid_brand";
}

/**
 * Reads the declaration of a brand from JSON.
 *
 * @throws {BrandProblem} A member is unknown or invalid.
 */
export function readBrand(json: string): DeclaredBrand {
  let value: unknown;
  try {
    value = JSON.parse(json);
  } catch (error) {
    throw new BrandProblem(`it is not JSON: ${error instanceof Error ? error.message : error}`);
  }
  const given = object(value, "it", ["purpose", "links", "logo", "icon", "colors", "fonts"]);
  const colors = object(given["colors"] ?? {}, "colors", themes);
  return {
    ...(given["purpose"] !== undefined && { purpose: line(given["purpose"], "purpose", 300) }),
    links: list(given["links"], "links", 20).map(readLink),
    ...(given["logo"] !== undefined && { logo: readLogo(given["logo"]) }),
    ...(given["icon"] !== undefined && { icon: line(given["icon"], "icon", 500) }),
    colors: {
      light: readColors(colors["light"] ?? {}, "colors.light"),
      dark: readColors(colors["dark"] ?? {}, "colors.dark"),
    },
    fonts: readFonts(given["fonts"] ?? {}),
  };
}

type Members = Readonly<Record<string, unknown>>;

function object(value: unknown, at: string, members: readonly string[]): Members {
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    throw new BrandProblem(`${at} must be an object`);
  }
  const unknown = Object.keys(value).find((key) => !members.includes(key));
  if (unknown === undefined) return { ...value };
  const of = at === "it" ? "" : ` of ${at}`;
  throw new BrandProblem(
    `unknown member ${JSON.stringify(unknown)}${of}. Members: ${members.join(", ")}`,
  );
}

function list(value: unknown, at: string, max: number): readonly unknown[] {
  if (value === undefined) return [];
  if (Array.isArray(value) && value.length <= max) return value;
  throw new BrandProblem(`${at} must be a list of at most ${max}`);
}

function line(value: unknown, at: string, max: number): string {
  const isLine = typeof value === "string" && value.trim() !== "" && value.length <= max;
  if (isLine && !/\p{Cc}/u.test(value)) return value.trim();
  throw new BrandProblem(`${at} must be a line of text of at most ${max} characters`);
}

function readLink(value: unknown, index: number): DeclaredBrand["links"][number] {
  const at = `links[${index}]`;
  const given = object(value, at, ["text", "to"]);
  const to = line(given["to"], `${at}.to`, 2000);
  if (webLink(to) === undefined && !/^(?![/\\])[^\\:?#]+$/.test(to)) {
    throw new BrandProblem(
      `${at}.to must be an address such as https://example.com, or the path of a page such as shop/index.html`,
    );
  }
  return { text: line(given["text"], `${at}.text`, 200), to };
}

function readLogo(value: unknown): NonNullable<DeclaredBrand["logo"]> {
  const given = object(value, "logo", ["file", "dark", "alt"]);
  return {
    file: line(given["file"], "logo.file", 500),
    ...(given["dark"] !== undefined && { dark: line(given["dark"], "logo.dark", 500) }),
    alt: line(given["alt"], "logo.alt", 100),
  };
}

function readColors(value: unknown, at: string): BrandColors {
  const given = object(value, at, brandColorNames);
  return Object.fromEntries(
    Object.entries(given).map(([name, text]): [string, Color] => {
      const color = typeof text === "string" ? readColor(text) : undefined;
      if (color !== undefined) return [name, color];
      throw new BrandProblem(
        `${at}.${name} must be a colour such as #3b47d1, rgb(59 71 209) or hsl(235 62% 53%)`,
      );
    }),
  );
}

function readFonts(value: unknown): BrandFonts {
  const given = object(value, "fonts", ["text", "code", "files"]);
  const [text, code] = (["text", "code"] as const).map((use) =>
    list(given[use], `fonts.${use}`, 10).map((each, at) => family(each, `fonts.${use}[${at}]`)),
  );
  const files = list(given["files"], "fonts.files", 20).map(readFont);
  const unused = files.find((each) => ![...(text ?? []), ...(code ?? [])].includes(each.family));
  if (unused === undefined) return { text: text ?? [], code: code ?? [], files };
  throw new BrandProblem(
    `the font ${unused.family} of fonts.files is neither in fonts.text nor in fonts.code`,
  );
}

function readFont(value: unknown, index: number): BrandFont {
  const at = `fonts.files[${index}]`;
  const given = object(value, at, ["family", "file", "weight", "style"]);
  const weight = String(given["weight"] ?? 400);
  if (!/^[1-9]\d{0,2}( [1-9]\d{0,2})?$/.test(weight)) {
    throw new BrandProblem(`${at}.weight must be a weight such as 400, or a range as "100 900"`);
  }
  const style = given["style"] ?? "normal";
  if (style !== "normal" && style !== "italic") {
    throw new BrandProblem(`${at}.style must be normal or italic`);
  }
  const file = line(given["file"], `${at}.file`, 500);
  return { family: family(given["family"], `${at}.family`), file, weight, style };
}

/** A name that is the same in quotes and without them. */
function family(value: unknown, at: string): string {
  if (typeof value === "string" && /^[\p{L}\p{N}_-]+(?: [\p{L}\p{N}_-]+)*$/u.test(value)) {
    if (value.length <= 64) return value;
  }
  throw new BrandProblem(`${at} must be the name of a font, of letters, digits, spaces, - and _`);
}
