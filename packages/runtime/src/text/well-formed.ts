// `String.prototype.isWellFormed` and `toWellFormed` need ES2024, which the compiler settings of a
// project that generates code may not have.

/** A surrogate without its pair. */
const loneSurrogate = /\p{Surrogate}/u;
const loneSurrogates = /\p{Surrogate}/gu;

/** Reports whether a text has no unpaired surrogate. */
export function isWellFormed(text: string): boolean {
  return !loneSurrogate.test(text);
}

/** Replaces each unpaired surrogate with the replacement character. */
export function toWellFormed(text: string): string {
  return text.replace(loneSurrogates, "\ufffd");
}
