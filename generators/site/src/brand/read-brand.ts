// Reads the operator's declaration of a brand: the look of a site and the introduction of its first page.

import { themes } from "../assets/style/colors.ts";
import { webLink } from "../html/address.ts";
import { type BrandColors, brandColorNames } from "./brand-palette.ts";
import { type Color, readColor } from "./color.ts";

/** The fonts of a site. */
export interface BrandFonts {
  /** The names of font families, the preferred one first. Pages add the default fonts at the end. */
  readonly text: readonly string[];
  readonly code: readonly string[];
  readonly files: readonly BrandFont[];
}

/** A font file that the site serves. */
export interface BrandFont {
  readonly family: string;
  /** The path of a WOFF2 file, relative to the declaration. */
  readonly file: string;
  /** A single weight such as 400, or a range such as `100 900` for a variable font. Default 400. */
  readonly weight: string;
  readonly style: "normal" | "italic";
}

/** A brand, as declared. File paths are relative to the declaration. */
export interface DeclaredBrand {
  /** A sentence about the site. */
  readonly purpose?: string;
  /** Links on the first page. A link leads to a web URL or to a page of the site. */
  readonly links: readonly { readonly text: string; readonly to: string }[];
  readonly logo?: { readonly file: string; readonly dark?: string; readonly alt: string };
  /** The icon for browser tabs and bookmarks. */
  readonly icon?: string;
  readonly colors: Readonly<Record<(typeof themes)[number], BrandColors>>;
  readonly fonts: BrandFonts;
}

/** Thrown for an invalid declaration. The message is for the operator. */
export class BrandProblem extends Error {
  override readonly name = "BrandProblem";
  readonly code = "invalid_brand";
}

/** The valid parts of a declaration, and all its problems. */
export interface ReadBrand {
  readonly declared: DeclaredBrand;
  readonly faults: readonly string[];
}

/**
 * Reads the declaration of a brand from JSON.
 *
 * @throws {BrandProblem} The text is not JSON.
 */
export function readBrand(json: string): ReadBrand {
  let value: unknown;
  try {
    value = JSON.parse(json);
  } catch (error) {
    throw new BrandProblem(
      `the file is not JSON: ${error instanceof Error ? error.message : error}`,
    );
  }
  const faults: string[] = [];
  return { declared: new Declaration((fault) => void faults.push(fault)).brand(value), faults };
}

type Members = Readonly<Record<string, unknown>>;

/** Reads the members of the declaration. Collects problems and continues. */
class Declaration {
  readonly #report: (fault: string) => void;

  constructor(report: (fault: string) => void) {
    this.#report = report;
  }

  brand(value: unknown): DeclaredBrand {
    const members = ["purpose", "links", "logo", "icon", "colors", "fonts"];
    const given = this.#object(value, "the file", members) ?? {};
    const colors = this.#object(given["colors"] ?? {}, "colors", themes) ?? {};
    const purpose = this.#optionalLine(given["purpose"], "purpose", 300);
    const icon = this.#optionalLine(given["icon"], "icon", 500);
    const logo = given["logo"] === undefined ? undefined : this.#logo(given["logo"]);
    return {
      ...(purpose !== undefined && { purpose }),
      links: this.#list(given["links"], "links", 20).flatMap((link, at) => this.#link(link, at)),
      ...(logo !== undefined && { logo }),
      ...(icon !== undefined && { icon }),
      colors: {
        light: this.#colors(colors["light"] ?? {}, "colors.light"),
        dark: this.#colors(colors["dark"] ?? {}, "colors.dark"),
      },
      fonts: this.#fonts(given["fonts"] ?? {}),
    };
  }

  #object(value: unknown, at: string, members: readonly string[]): Members | undefined {
    if (typeof value !== "object" || value === null || Array.isArray(value)) {
      this.#report(`${at} must be an object`);
      return undefined;
    }
    const of = at === "the file" ? "" : ` of ${at}`;
    for (const key of Object.keys(value).filter((each) => !members.includes(each))) {
      const known = members.join(", ");
      this.#report(`unknown member ${JSON.stringify(key)}${of}. Members: ${known}`);
    }
    return { ...value };
  }

  #list(value: unknown, at: string, max: number): readonly unknown[] {
    if (value === undefined) return [];
    if (Array.isArray(value) && value.length <= max) return value;
    this.#report(`${at} must be a list of at most ${max}`);
    return [];
  }

  #line(value: unknown, at: string, max: number): string {
    const isLine = typeof value === "string" && value.trim() !== "" && value.length <= max;
    if (isLine && !/\p{Cc}/u.test(value)) return value.trim();
    this.#report(`${at} must be a line of text of at most ${max} characters`);
    return "";
  }

  #optionalLine(value: unknown, at: string, max: number): string | undefined {
    return value === undefined ? undefined : this.#line(value, at, max);
  }

  #link(value: unknown, index: number): DeclaredBrand["links"] {
    const at = `links[${index}]`;
    const given = this.#object(value, at, ["text", "to"]);
    if (given === undefined) return [];
    const to = this.#line(given["to"], `${at}.to`, 2000);
    if (to !== "" && webLink(to) === undefined && !/^(?![/\\])[^\\:?#]+$/.test(to)) {
      this.#report(
        `${at}.to must be a URL such as https://example.com, or the path of a page such as shop/index.html`,
      );
    }
    return [{ text: this.#line(given["text"], `${at}.text`, 200), to }];
  }

  #logo(value: unknown): DeclaredBrand["logo"] {
    const given = this.#object(value, "logo", ["file", "dark", "alt"]);
    if (given === undefined) return undefined;
    const dark = this.#optionalLine(given["dark"], "logo.dark", 500);
    return {
      file: this.#line(given["file"], "logo.file", 500),
      ...(dark !== undefined && { dark }),
      alt: this.#line(given["alt"], "logo.alt", 100),
    };
  }

  #colors(value: unknown, at: string): BrandColors {
    const given = this.#object(value, at, brandColorNames) ?? {};
    const known = brandColorNames.filter((name) => given[name] !== undefined);
    return Object.fromEntries(
      known.flatMap((name): readonly [string, Color][] => {
        const text = given[name];
        const color = typeof text === "string" ? readColor(text) : undefined;
        if (color !== undefined) return [[name, color]];
        this.#report(
          `${at}.${name} must be a colour such as #3b47d1, rgb(59 71 209) or hsl(235 62% 53%)`,
        );
        return [];
      }),
    );
  }

  #fonts(value: unknown): BrandFonts {
    const given = this.#object(value, "fonts", ["text", "code", "files"]) ?? {};
    const [text = [], code = []] = (["text", "code"] as const).map((use) =>
      this.#list(given[use], `fonts.${use}`, 10).flatMap((each, at) =>
        this.#family(each, `fonts.${use}[${at}]`),
      ),
    );
    const files = this.#list(given["files"], "fonts.files", 20).flatMap((each, at) =>
      this.#font(each, at),
    );
    for (const { family } of files.filter((each) => ![...text, ...code].includes(each.family))) {
      this.#report(`the font ${family} of fonts.files is neither in fonts.text nor in fonts.code`);
    }
    return { text, code, files };
  }

  #font(value: unknown, index: number): readonly BrandFont[] {
    const at = `fonts.files[${index}]`;
    const given = this.#object(value, at, ["family", "file", "weight", "style"]);
    if (given === undefined) return [];
    const weight = String(given["weight"] ?? 400);
    if (!/^[1-9]\d{0,2}( [1-9]\d{0,2})?$/.test(weight)) {
      this.#report(`${at}.weight must be a weight such as 400, or a range as "100 900"`);
    }
    const isItalic = given["style"] === "italic";
    if (!isItalic && given["style"] !== undefined && given["style"] !== "normal") {
      this.#report(`${at}.style must be normal or italic`);
    }
    const file = this.#line(given["file"], `${at}.file`, 500);
    const style = isItalic ? "italic" : "normal";
    return this.#family(given["family"], `${at}.family`).map((family) => ({
      ...{ family, file, weight, style },
    }));
  }

  /**
   * Reads the name of a font family. The name must not contain characters that need escapes inside quotes.
   */
  #family(value: unknown, at: string): readonly string[] {
    if (typeof value === "string" && /^[\p{L}\p{N}_-]+(?: [\p{L}\p{N}_-]+)*$/u.test(value)) {
      if (value.length <= 64) return [value];
    }
    this.#report(`${at} must be the name of a font: letters, digits, spaces, - and _`);
    return [];
  }
}
