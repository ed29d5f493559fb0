// Texts that become code, comments or markup if an encoder is missing.

import type { SeededRandom } from "@specwright/runtime/testing";

/** The identifier that must not occur in generated code: every payload assigns to it. */
export const marker = "__pwned";

const payload = `globalThis.${marker} = true`;

const codeAttacks: readonly string[] = [
  payload,
  `"; ${payload}; "`,
  `'; ${payload}; '`,
  `\`; ${payload}; \``,
  `\${${payload}}`,
  `\`\${${payload}}\``,
  `*/ ${payload}; /*`,
  `*/${payload}//`,
  `\n${payload};\n`,
  `\r\n${payload};\r\n//`,
  `\u2028${payload};\u2029`,
  `\u0085${payload};`,
  `\\"; ${payload}; //`,
  `\\\\"; ${payload}; //`,
  `"]; ${payload}; [("`,
  `" } }; ${payload}; //`,
  `); ${payload}; (`,
  `/; ${payload}; /`,
  `[${marker}]`,
  `"; process.exit(7); //`,
  `*/ process.exit(7); /*`,
  `</script><script>${payload}</script>`,
  `<img src=x onerror="${payload}">`,
  `--><svg onload=${payload}>`,
  `[x](javascript:${payload})`,
  `{{${payload}}} {{{${payload}}}}`,
];

/** Texts that run, load or link to something if they get into a page unescaped. */
const webAttacks: readonly string[] = [
  `javascript:${payload}`,
  `java\tscript:${payload}`,
  `\u0001JaVaScRiPt:${payload}`,
  `data:text/html,<script>${payload}</script>`,
  `https://evil.example/"onmouseover="${payload}`,
  "//evil.example/x.js",
  `" autofocus onfocus="${payload}" x="`,
  `' autofocus onfocus='${payload}' x='`,
  `</title></style></textarea></pre><script>${payload}</script>`,
  `]]><script>${payload}</script><![CDATA[`,
  `--!><script>${payload}</script>`,
  `<noscript><p title="</noscript><img src=x onerror=${payload}>">`,
  `<math><mtext><table><mglyph><style><img src=x onerror=${payload}>`,
  `<iframe srcdoc="<script>parent.${marker} = true</script>">`,
  `<base href="https://evil.example/">`,
  `<meta http-equiv="refresh" content="0;url=https://evil.example/">`,
  `<link rel="stylesheet" href="https://evil.example/x.css">`,
  `<form action="https://evil.example/"><button>x</button></form>`,
  `<a href="javascript:${payload}">x</a>`,
  `[x](<javascript:${payload}>)`,
  `[x](javascript&#58;${payload})`,
  `[x](data:text/html;base64,PHNjcmlwdD4=)`,
  `\n\n[x]: javascript:${payload}\n\n[x]`,
  `<javascript:${payload}>`,
  "![x](https://evil.example/x.png)",
  "[x](//evil.example/)",
  `&lt;script&gt;${payload}&lt;/script&gt;`,
  `&#60;img src=x onerror=${payload}&#62;`,
  `\u202e\u2066${payload}\u2069`,
];

const fragments: readonly string[] = [
  ...[
    '"',
    "'",
    "`",
    "\\",
    "$",
    "${",
    "}",
    "*/",
    "/*",
    "//",
    "-->",
    "<!--",
    "</",
    "|",
    "\\|<b>",
    "#",
    "~1",
  ],
  ...["\n", "\r\n", "\u2028", "\u2029", "\0", "\u001b[31m", "\ufeff", "\u202e", "\u200f", "\u200b"],
  ...["__proto__", "constructor", "prototype", "toString", "hasOwnProperty", "then", "valueOf"],
  ...["class", "default", "await", "enum", "null", "undefined", "import", "arguments", "eval"],
  ...[
    "Promise",
    "Record",
    "Error",
    "Array",
    "Object",
    "string",
    "never",
    "z",
    "Schema",
    "compactCodec",
  ],
  ...[
    "operations",
    "channels",
    "transport",
    "request",
    "Context",
    "Rule",
    "int64",
    "schema",
    "rule",
  ],
  ...[
    "a-b",
    "a_b",
    "aB",
    "AB",
    "a b",
    "a.b",
    "A-b",
    "order",
    "Order",
    "OrderSchema",
    "OrderRequest",
  ],
  ...["", " ", "1", "1st", "007", "-1", "😀", "用户", "ß", "é", "e\u0301", "\ud800", "ﬁ", "ǅ"],
  ...[
    "@import url(x)",
    "@deprecated",
    "{@link x}",
    "@generated from",
    "[a](b)",
    "![a](b)",
    "***",
    "> q",
  ],
  ...[
    "```",
    "~~~",
    "    code",
    "- item",
    "1. item",
    "| a | b |",
    "<b>",
    "&lt;",
    "&#x3c;",
    "\\u0022",
  ],
  ...["{id}", "{}", "$&", "$1", "$$", "%0a", "%", "a/b", "(?i)x", "[", "^(", "\\p{L}+", "(a+)+$"],
];

const payloads: readonly string[] = [...codeAttacks, ...webAttacks];

const long: string = "Ten thousand characters. */ ` ${x} ".repeat(300).slice(0, 10_000);

/** Generates a hostile text. */
export function hostileText(random: SeededRandom): string {
  const roll = random.next();
  if (roll < 0.35) return random.pick(fragments);
  if (roll < 0.65) return random.pick(payloads);
  const count = 2 + random.below(3);
  return Array.from({ length: count }, () =>
    random.pick(random.chance(0.3) ? payloads : fragments),
  ).join(random.pick(["", "", " ", "-"]));
}

/** Generates a hostile description, occasionally a very long one. */
export function hostileProse(random: SeededRandom): string {
  return random.chance(0.03)
    ? long
    : `${hostileText(random)}${random.chance(0.5) ? hostileText(random) : ""}`;
}
