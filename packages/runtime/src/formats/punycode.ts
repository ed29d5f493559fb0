// Bootstring with the parameters of punycode: RFC 3492 §5 and §6. There are no overflow checks: a value
// that would overflow an integer becomes a number far above the last code point, and is refused as such.

const base = 36;
const firstCode = 0x80;
const firstBias = 72;
const maxALabelOctets = 63 - "xn--".length;

/** Decodes the part of an A-label after `xn--`, in lower case; undefined if it is not punycode. */
export function fromPunycode(text: string): string | undefined {
  if (text.length > maxALabelOctets) return undefined;
  const delimiter = text.lastIndexOf("-");
  const output = delimiter < 0 ? [] : [...text.slice(0, delimiter)];
  let code = firstCode;
  let bias = firstBias;
  let place = 0;
  for (let at = delimiter + 1; at < text.length; ) {
    const previous = place;
    let weight = 1;
    for (let step = base; ; step += base) {
      const digit = digits.indexOf(text.charAt(at));
      if (digit < 0 || at >= text.length) return undefined;
      at += 1;
      place += digit * weight;
      const limit = threshold(step, bias);
      if (digit < limit) break;
      weight *= base - limit;
    }
    const length = output.length + 1;
    bias = adaptBias(place - previous, length, previous === 0);
    code += Math.floor(place / length);
    place %= length;
    if (code > 0x10ffff) return undefined;
    output.splice(place, 0, String.fromCodePoint(code));
    place += 1;
  }
  return output.join("");
}

/**
 * Encodes a Unicode label as the part of its A-label after `xn--`; undefined if the A-label exceeds 63
 * octets.
 */
export function toPunycode(label: string): string | undefined {
  const codes = Array.from(label, (character) => character.codePointAt(0) ?? 0);
  if (codes.length > maxALabelOctets) return undefined;
  const plain = codes.filter((code) => code < firstCode);
  let output = plain.length === 0 ? "" : `${String.fromCodePoint(...plain)}-`;
  let bias = firstBias;
  let delta = 0;
  let code = firstCode;
  let done = plain.length;
  while (done < codes.length) {
    const next = Math.min(...codes.filter((candidate) => candidate >= code));
    delta += (next - code) * (done + 1);
    for (const candidate of codes) {
      if (candidate < next) delta += 1;
      if (candidate !== next) continue;
      output += variableLength(delta, bias);
      bias = adaptBias(delta, done + 1, done === plain.length);
      delta = 0;
      done += 1;
    }
    delta += 1;
    code = next + 1;
  }
  return output.length > maxALabelOctets ? undefined : output;
}

const digits = "abcdefghijklmnopqrstuvwxyz0123456789";

function variableLength(delta: number, bias: number): string {
  let output = "";
  let rest = delta;
  for (let step = base; ; step += base) {
    const limit = threshold(step, bias);
    if (rest < limit) return output + digits.charAt(rest);
    output += digits.charAt(limit + ((rest - limit) % (base - limit)));
    rest = Math.floor((rest - limit) / (base - limit));
  }
}

function threshold(step: number, bias: number): number {
  return Math.min(Math.max(step - bias, 1), 26);
}

function adaptBias(delta: number, length: number, isFirst: boolean): number {
  let rest = Math.floor(delta / (isFirst ? 700 : 2));
  rest += Math.floor(rest / length);
  let bias = 0;
  for (; rest > 455; bias += base) rest = Math.floor(rest / 35);
  return bias + Math.floor((36 * rest) / (rest + 38));
}
