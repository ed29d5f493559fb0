// The Bidi rule of RFC 5893 §2, for labels that contain only characters allowed by RFC 5892. Regular
// expressions have no property for Bidi classes, so the classes are derived as of Unicode 17. In the blocks
// that Unicode reserves for right-to-left scripts, characters are R or AL, except marks (NSM) and digits
// (AN, EN). All other characters are L, except marks, digits and a few neutral characters (ES, ON, BN).

/**
 * Reports whether the Unicode labels of a name keep their order on display. If any label has right-to-left
 * characters, every label must satisfy the Bidi rule.
 */
export function isBidiName(labels: readonly string[]): boolean {
  return !labels.some((label) => fromRightToLeft.test(label)) || labels.every(fitsBidiRule);
}

function fitsBidiRule(label: string): boolean {
  if (startsWithLeft.test(label)) return !fromRightToLeft.test(label) && endsFromLeft.test(label);
  if (!startsWithRight.test(label) || hasLeft.test(label) || !endsFromRight.test(label)) {
    return false;
  }
  return !arabicNumber.test(label) || !europeanNumber.test(label);
}

/** Matches R, AL and AN. */
const fromRightToLeft =
  /(?![\d\u06f0-\u06f9\p{Mn}])[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufeff\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;
const startsWithRight =
  /^(?![\u0660-\u0669\u{10d30}-\u{10d39}\u{10d40}-\u{10d49}\d\u06f0-\u06f9\p{Mn}])[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufeff\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;
const endsFromRight =
  /(?!\p{Mn})[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufeff\u{10800}-\u{10fff}\u{1e800}-\u{1efff}\d\u06f0-\u06f9\u0660-\u0669\u{10d30}-\u{10d39}\u{10d40}-\u{10d49}]\p{Mn}*$/u;
const startsWithLeft =
  /^(?!(?![\u0cbf\u0cc6\u{11a07}\u{11a08}\u{11c3f}])\p{Mn})[^\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufeff\u{10800}-\u{10fff}\u{1e800}-\u{1efff}\d\u06f0-\u06f9\-\u00b7\u02b9\u02ba\u02c6-\u02cf\u02ec\u0375\u2e2f\u30fb\ua67f\ua717-\ua71f\ua788\u200c\u200d]/u;
const hasLeft =
  /(?!(?![\u0cbf\u0cc6\u{11a07}\u{11a08}\u{11c3f}])\p{Mn})[^\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufeff\u{10800}-\u{10fff}\u{1e800}-\u{1efff}\d\u06f0-\u06f9\-\u00b7\u02b9\u02ba\u02c6-\u02cf\u02ec\u0375\u2e2f\u30fb\ua67f\ua717-\ua71f\ua788\u200c\u200d]/u;
const endsFromLeft =
  /(?:(?!(?![\u0cbf\u0cc6\u{11a07}\u{11a08}\u{11c3f}])\p{Mn})[^\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufeff\u{10800}-\u{10fff}\u{1e800}-\u{1efff}\-\u00b7\u02b9\u02ba\u02c6-\u02cf\u02ec\u0375\u2e2f\u30fb\ua67f\ua717-\ua71f\ua788\u200c\u200d]|[\u06f0-\u06f9])(?:(?![\u0cbf\u0cc6\u{11a07}\u{11a08}\u{11c3f}])\p{Mn})*$/u;
const arabicNumber = /[\u0660-\u0669\u{10d30}-\u{10d39}\u{10d40}-\u{10d49}]/u;
const europeanNumber = /[\d\u06f0-\u06f9]/;
