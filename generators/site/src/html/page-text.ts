/** Control characters other than white space, and noncharacters, which HTML does not allow. */
const unwritable = /(?![\t\n\r])\p{Cc}|\p{Noncharacter_Code_Point}/gu;

const plain = /^[\t\n\r -~]*$/;

/** Returns text without characters that HTML does not allow. */
export function pageText(text: string): string {
  // Fast path: most text is plain.
  return plain.test(text) ? text : text.toWellFormed().replaceAll(unwritable, "");
}
