import { escapeText } from "@specwright/diff/changelog/text";

// Each operation has samples in these languages. One regular expression for each language is much faster
// than a general highlighter.
const string = /"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'/.source;
const number = /\b\d[\d_]*(?:\.\d+)?n?\b/.source;

function tokenPattern(keywords: string, comment: string, strings = string): RegExp {
  const words = `\\b(?:${keywords.replaceAll(" ", "|")})\\b`;
  return new RegExp(
    `(?<comment>${comment})|(?<string>${strings})|(?<keyword>${words})|(?<number>${number})`,
    "g",
  );
}

const lineComment = /\/\/.*|\/\*[\s\S]{0,2000}?\*\//.source;
const hash = /(?<=^|\s)#.*/.source;

const languages: Readonly<Record<string, RegExp>> = {
  bash: tokenPattern(
    "if then else fi for in do done case esac while function export",
    hash,
    /"(?:[^"\\]|\\.)*"|'[^']*'/.source,
  ),
  typescript: tokenPattern(
    "import from export const let var await async for of in if else return new function class interface type extends implements readonly throw try catch finally null undefined true false",
    lineComment,
    `${string}|\`(?:[^\`\\\\]|\\\\.)*\``,
  ),
  python: tokenPattern(
    "import from def class return if elif else for in while with as try except finally raise and or not is None True False async await lambda",
    hash,
  ),
  go: tokenPattern(
    "package import func return if else for range defer var const type struct interface map nil true false go select switch case",
    lineComment,
    `${string}|\`[^\`]*\``,
  ),
};

/** Reports whether pages have samples in this language. */
export function isSampleLanguage(language: string): boolean {
  return Object.hasOwn(languages, language);
}

/** Highlights code with the CSS classes of highlight.js. */
export function highlightSample(code: string, language: string): string {
  const expression = languages[language];
  if (expression === undefined) return escapeText(code);
  let written = "";
  let end = 0;
  for (const match of code.matchAll(expression)) {
    const [kind] = Object.entries(match.groups ?? {}).find(([, text]) => text !== undefined) ?? [];
    written += `${escapeText(code.slice(end, match.index))}<span class="hljs-${kind}">${escapeText(match[0])}</span>`;
    end = match.index + match[0].length;
  }
  return written + escapeText(code.slice(end));
}
