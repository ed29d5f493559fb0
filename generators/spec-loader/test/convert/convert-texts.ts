import { convertSpecification, type LoadOptions } from "@specwright/spec-loader";
import { parse } from "yaml";

/** Converts a document of texts by file name; the first is the entry. They are in `/work`. */
export async function convertTexts(
  texts: Readonly<Record<string, string>>,
  options: LoadOptions = {},
): Promise<Awaited<ReturnType<typeof convertSpecification>>> {
  const [entry = ""] = Object.keys(texts);
  return await convertSpecification(`/work/${entry}`, {
    root: "/work",
    readFile: async (path) => {
      const text = texts[path.slice("/work/".length)];
      if (text === undefined) throw Object.assign(new Error("no such file"), { code: "ENOENT" });
      return new TextEncoder().encode(text);
    },
    ...options,
  });
}

/** A converted document and what was said about it: codes with the lines of the original. */
export interface Converted {
  readonly document: unknown;
  readonly said: readonly string[];
}

/** Converts one text; the document is undefined if it has errors. */
export async function convertText(text: string, options: LoadOptions = {}): Promise<Converted> {
  const { files, diagnostics } = await convertTexts({ "api.yaml": text }, options);
  const printed = await files?.[0]?.print("yaml");
  return {
    document: printed === undefined ? undefined : parse(printed),
    said: diagnostics.map(({ code, line }) => `${code} ${line}`),
  };
}

/** A rule of a conversion: the given text, the wanted one, and the codes and lines of diagnostics. */
export interface RuleCase {
  readonly rule: string;
  readonly given: string;
  readonly want: string;
  readonly said?: readonly string[];
}

/** Returns the cases of rows. */
export function ruleCases(
  rows: readonly (readonly [rule: string, given: string, want: string, said?: readonly string[]])[],
): readonly RuleCase[] {
  return rows.map(([rule, given, want, said]) => ({
    rule,
    given,
    want,
    ...(said !== undefined && { said }),
  }));
}
