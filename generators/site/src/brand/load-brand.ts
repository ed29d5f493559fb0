import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { dirname, resolve } from "node:path";
import { brandStyle } from "./brand-style.ts";
import { imageType } from "./image-type.ts";
import { BrandProblem, type DeclaredBrand, readBrand } from "./read-brand.ts";

export interface BrandFile {
  /** A file name that changes with the content, such as `logo-1a2b3c4d5e.svg`. */
  readonly name: string;
  /** The media type. */
  readonly type: string;
  readonly bytes: Uint8Array;
}

/** The look of a site, and the introduction of its first page. */
export interface Brand extends Pick<DeclaredBrand, "purpose" | "links"> {
  /** The name of the brand's style sheet. Pages load it after the default style sheet. */
  readonly style?: string;
  readonly logo?: { readonly name: string; readonly dark?: string; readonly alt: string };
  readonly icon?: Pick<BrandFile, "name" | "type">;
  /** All files of the brand. The site serves them from its assets folder. */
  readonly files: readonly BrandFile[];
}

const MAX_IMAGE_BYTES = 512 * 1024;
const MAX_FONT_BYTES = 2 * 1024 * 1024;

/**
 * Reads the declaration of a brand, and the files that the declaration names. If anything is wrong, returns
 * all problems.
 *
 * @example
 * const loaded = await loadBrand("brand.json");
 * if ("problem" in loaded) throw new Error(loaded.problem);
 */
export async function loadBrand(
  file: string,
): Promise<{ readonly brand: Brand } | { readonly problem: string }> {
  try {
    return { brand: await loadDeclared(file) };
  } catch (error) {
    if (!(error instanceof BrandProblem)) throw error;
    return { problem: `${file}: ${error.message}` };
  }
}

async function loadDeclared(file: string): Promise<Brand> {
  const json = await readFile(file, "utf8").catch(() => {
    throw new BrandProblem("the file cannot be read");
  });
  const { declared, faults } = readBrand(json);
  const problems = [...faults];
  /** Reads a part of the declaration. Collects a problem and continues. */
  async function part<T>(read: () => T | Promise<T>): Promise<T | undefined> {
    try {
      return await read();
    } catch (error) {
      if (!(error instanceof BrandProblem)) throw error;
      problems.push(error.message);
      return undefined;
    }
  }
  const folder = dirname(file);
  const { logo: shown, fonts } = declared;
  // The declaration reader has already reported an empty path.
  const image = (path: string | undefined, name: string): Promise<BrandFile | undefined> =>
    part(() => (path === undefined || path === "" ? undefined : readImage(folder, path, name)));
  const logo = await image(shown?.file, "logo");
  const dark = await image(shown?.dark, "logo-dark");
  const icon = await image(declared.icon, "icon");
  const fontFiles: (BrandFile | undefined)[] = [];
  for (const { file: path } of fonts.files) {
    fontFiles.push(await part(() => (path === "" ? undefined : readFont(folder, path))));
  }
  const css = await part(() =>
    brandStyle(
      declared,
      fontFiles.map((each) => each?.name ?? ""),
    ),
  );
  if (problems.length > 0) throw new BrandProblem(problems.join("; "));
  const style = css
    ? hashedFile("brand.css", "text/css; charset=utf-8", Buffer.from(css))
    : undefined;
  const files = [logo, dark, icon, ...fontFiles, style].filter((each) => each !== undefined);
  return {
    ...(declared.purpose !== undefined && { purpose: declared.purpose }),
    links: declared.links,
    files: [...new Map(files.map((each) => [each.name, each])).values()],
    ...(style !== undefined && { style: style.name }),
    ...(icon !== undefined && { icon: { name: icon.name, type: icon.type } }),
    ...(logo !== undefined &&
      shown !== undefined && {
        logo: { name: logo.name, alt: shown.alt, ...(dark !== undefined && { dark: dark.name }) },
      }),
  };
}

async function readImage(folder: string, path: string, name: string): Promise<BrandFile> {
  const bytes = await readBytes(folder, path, MAX_IMAGE_BYTES);
  const found = imageType(bytes);
  if ("problem" in found) throw new BrandProblem(`${path} ${found.problem}`);
  return hashedFile(`${name}.${found.ending}`, found.type, bytes);
}

async function readFont(folder: string, path: string): Promise<BrandFile> {
  const bytes = await readBytes(folder, path, MAX_FONT_BYTES);
  if (Buffer.from(bytes.subarray(0, 4)).toString("latin1") !== "wOF2") {
    throw new BrandProblem(`${path} is not a WOFF2 font`);
  }
  return hashedFile("font.woff2", "font/woff2", bytes);
}

async function readBytes(folder: string, path: string, max: number): Promise<Uint8Array> {
  const bytes = await readFile(resolve(folder, path)).catch(() => {
    throw new BrandProblem(`${path} cannot be read`);
  });
  if (bytes.length > max) {
    throw new BrandProblem(`${path} has ${bytes.length} bytes; at most ${max} are allowed`);
  }
  return bytes;
}

function hashedFile(name: string, type: string, bytes: Uint8Array): BrandFile {
  const hash = createHash("sha256").update(bytes).digest("hex").slice(0, 10);
  return { name: name.replace(/(?=\.\w+$)/, `-${hash}`), type, bytes };
}
