/** Control characters other than white space, and noncharacters: HTML has no place for them. */
const unwritable = /(?![\t\n\r])\p{Cc}|\p{Noncharacter_Code_Point}/gu;

const plain = /^[\t\n\r -~]*$/;

/** Returns text as a page can hold it. */
export function pageText(text: string): string {
  // Most text is plain, which is a fast test.
  return plain.test(text) ? text : text.toWellFormed().replaceAll(unwritable, "");
}
