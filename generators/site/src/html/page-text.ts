/** Characters that HTML forbids: control characters other than white space, and noncharacters. */
const unwritable = /(?![\t\n\r])\p{Cc}|\p{Noncharacter_Code_Point}/gu;

const plain = /^[\t\n\r -~]*$/;

/** Removes the characters that HTML forbids from a text. */
export function pageText(text: string): string {
  // Fast path: most texts contain only plain characters.
  return plain.test(text) ? text : text.toWellFormed().replaceAll(unwritable, "");
}
