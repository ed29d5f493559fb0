/**
 * Reports whether a value is a URI template of RFC 6570, level 4: literals and `{expressions}`,
 * including reserved operators.
 */
export function isUriTemplate(text: unknown): boolean {
  if (typeof text !== "string") return false;
  // Literals and expressions alternate; a text ends with a literal, which may be empty.
  let start = 0;
  for (;;) {
    const open = text.indexOf("{", start);
    if (notInLiteral.test(text.slice(start, open < 0 ? undefined : open))) return false;
    if (open < 0) return true;
    const close = text.indexOf("}", open);
    if (close < 0 || !isExpression(text.slice(open + 1, close))) return false;
    start = close + 1;
  }
}

function isExpression(text: string): boolean {
  return text.replace(operator, "").split(",").every(isVariable);
}

function isVariable(text: string): boolean {
  const name = text.replace(modifier, "");
  return name !== "" && !notInName.test(name);
}

const operator = /^[+#./;?&=,!@|]/;
const modifier = /(?:\*|:[1-9]\d{0,3})$/;
// A name consists of letters, digits, underscores and triplets, with single dots between them.
const notInName = /[^\w.%]|%(?![\dA-Fa-f]{2})|^\.|\.(?:\.|$)/;
// §2.1 omits the apostrophe, though a URI may contain it and expansion would keep it.
const notInLiteral =
  /[^!#$&-;=?-[\]_a-z~\u{a0}-\u{d7ff}\u{e000}-\u{fdcf}\u{fdf0}-\u{ffef}\u{10000}-\u{1fffd}\u{20000}-\u{2fffd}\u{30000}-\u{3fffd}\u{40000}-\u{4fffd}\u{50000}-\u{5fffd}\u{60000}-\u{6fffd}\u{70000}-\u{7fffd}\u{80000}-\u{8fffd}\u{90000}-\u{9fffd}\u{a0000}-\u{afffd}\u{b0000}-\u{bfffd}\u{c0000}-\u{cfffd}\u{d0000}-\u{dfffd}\u{e1000}-\u{efffd}\u{f0000}-\u{ffffd}\u{100000}-\u{10fffd}%]|%(?![\dA-Fa-f]{2})/u;
