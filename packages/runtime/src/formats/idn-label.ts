// Checks U-labels (RFC 5891 §4.2, RFC 5892). The derived property of RFC 5892 §3 is computed from the
// engine's Unicode data, not from a table, so it follows new versions of Unicode, as the RFC intends. tr46
// is not used, because it adds 62 kB to a bundle, while this code adds 1.3 kB.

import { strayJoiner } from "./idn-joiner.ts";

/**
 * Reports whether a label of at most 63 code points is a U-label: in NFC, not only ASCII, each
 * character allowed in its position.
 */
export function isUnicodeLabel(label: string): boolean {
  if (label.startsWith("-") || label.endsWith("-") || label.startsWith("--", 2)) return false;
  if (disallowed.test(label) || allAscii.test(label) || startsWithMark.test(label)) return false;
  return !strayInContext.some((stray) => stray.test(label)) && label.normalize("NFC") === label;
}

const allAscii = /^[\0-\x7f]*$/;
const startsWithMark = /^\p{M}/u;

// Matches a character that a label must not contain. The sets are those of RFC 5892 §2, in the order of §3.
// Exceptions (PVALID, CONTEXTO), LDH and join controls are allowed. All other characters match if they are
// exceptions (DISALLOWED), unstable, ignorable, in an ignorable block, or old Hangul jamo, or if they are
// not letters, digits or marks. The flag `v` could subtract sets, but Hermes refuses every program that
// uses the flag.
const disallowed =
  /(?![\u00df\u03c2\u06fd\u06fe\u0f0b\u3007\u00b7\u0375\u05f3\u05f4\u30fba-z\d\-\u200c\u200d])(?:[\u20d0-\u20ff\u0640\u07fa\u302e\u302f\u3031-\u3035\u303b\p{Changes_When_NFKC_Casefolded}\p{Default_Ignorable_Code_Point}\p{White_Space}\p{Noncharacter_Code_Point}\u{1d100}-\u{1d24f}\u1100-\u11ff\ua960-\ua97c\ud7b0-\ud7fb]|[^\p{L}\p{Nd}\p{Mn}\p{Mc}])/u;

// The rules of RFC 5892, appendix A, each as an expression that matches a violation.
const strayInContext: readonly RegExp[] = [
  strayJoiner,
  // A.3 to A.6: a middle dot not between two l, keraia not before Greek, geresh or gershayim not after Hebrew.
  /(?<!l)\u00b7|\u00b7(?!l)|\u0375(?!\p{Script=Greek})|(?<!\p{Script=Hebrew})[\u05f3\u05f4]/u,
  // A.7: a katakana middle dot in a label without kana or Han.
  /^(?!.*[\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Han}]).*\u30fb/u,
  // A.8 and A.9: Arabic-Indic digits of both kinds.
  /[\u0660-\u0669].*[\u06f0-\u06f9]|[\u06f0-\u06f9].*[\u0660-\u0669]/,
];
