// Phrases that are hard to read at first sight, each with the plain form. CONTRIBUTING.md has the rules.

/** A phrase that texts of the project avoid. */
export interface Phrase {
  readonly pattern: RegExp;
  /** What to write instead. */
  readonly plain: string;
}

export const phrases: readonly Phrase[] = [
  {
    pattern: /(?<!\b(?:there|no longer) )\b(?:is|are|was|were) no (?!longer\b)[a-z`]/gi,
    plain: 'Write "is not a ...", "there is no ...", or name what was expected.',
  },
  { pattern: /\b(?:is|are|was|were) none\b/gi, plain: 'Write "there is no ..." or "is missing".' },
  {
    pattern: /(?:^|[.!:]\s+)(?:What|Who|Whoever)\b(?!['’])[^?]*?(?:[.!](?:\s|$)|$)/g,
    plain: "Start with the thing itself, not with a clause of what or who.",
  },
  { pattern: /\bwhoever\b/gi, plain: "Name the person or the program." },
  { pattern: /\bof which\b/gi, plain: "Write two sentences, or use a relative clause without it." },
  { pattern: /\bthat there (?:is|are)\b/gi, plain: 'Write "that exists" or leave it out.' },
  { pattern: /\b(?:is|are) wanted\b/gi, plain: 'Write "expected".' },
  { pattern: /\bmend(?:s|ed|ing)?\b/gi, plain: 'Write "fix".' },
  { pattern: /\banew\b/gi, plain: 'Write "again" or "from scratch".' },
  { pattern: /\balike\b/gi, plain: 'Write "the same" or "equally".' },
  { pattern: /\b(?:goes|go|went) on\b/gi, plain: 'Write "continues".' },
  { pattern: /\b(?:tells|told)\b(?! apart)/gi, plain: 'Write "says", "reports" or "shows".' },
];
