// The formats in the specs and the random schemas, each according to the grammar of its RFC.

type Holds = (text: string) => boolean;

const monthDays = [31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

const fullDate: Holds = (text) => {
  if (!/^[0-9]{4}-[0-9]{2}-[0-9]{2}$/.test(text)) return false;
  const year = Number(text.slice(0, 4));
  const month = Number(text.slice(5, 7));
  const day = Number(text.slice(8));
  if (day < 1 || day > (monthDays[month - 1] ?? 0)) return false;
  const leap = year % 400 === 0 || (year % 4 === 0 && year % 100 !== 0);
  return month !== 2 || day < 29 || leap;
};

const fullTime: Holds = (text) => {
  const offsetAt = text.search(/[zZ+-]/);
  if (offsetAt < 8) return false;
  const offset = text.slice(offsetAt);
  if (!/^[0-2][0-9]:[0-5][0-9]:[0-6][0-9](\.[0-9]+)?$/.test(text.slice(0, offsetAt))) return false;
  if (!/^(z|[+-]([01][0-9]|2[0-3]):[0-5][0-9])$/i.test(offset)) return false;
  const [hours, minutes, seconds] = [0, 3, 6].map((at) => Number(text.slice(at, at + 2)));
  if (hours === undefined || minutes === undefined || seconds === undefined) return false;
  if (hours > 23 || seconds > 60) return false;
  if (seconds < 60) return true;
  // A leap second is the last second of a day at offset zero.
  const ahead = /^z$/i.test(offset)
    ? 0
    : (Number(offset.slice(1, 3)) * 60 + Number(offset.slice(4))) * (offset[0] === "-" ? -1 : 1);
  const day = 24 * 60;
  return (hours * 60 + minutes - ahead + day * 2) % day === day - 1;
};

const ipv4: Holds = (text) => {
  const parts = text.split(".");
  return (
    parts.length === 4 && parts.every((part) => /^(0|[1-9][0-9]{0,2})$/.test(part) && +part < 256)
  );
};

const ipv6: Holds = (text) => {
  const groups = (part: string): number | undefined => {
    if (part === "") return 0;
    const words = part.split(":");
    const last = words.at(-1) ?? "";
    const wide = last.includes(".");
    if (wide && !ipv4(last)) return undefined;
    const short = wide ? words.slice(0, -1) : words;
    return short.every((word) => /^[0-9A-Fa-f]{1,4}$/.test(word))
      ? short.length + (wide ? 2 : 0)
      : undefined;
  };
  const [left = "", right, ...more] = text.split("::");
  if (more.length > 0) return false;
  const before = groups(left);
  if (right === undefined) return before === 8;
  const after = groups(right);
  // Only the end may contain dots.
  return before !== undefined && after !== undefined && !left.includes(".") && before + after <= 7;
};

const hostname: Holds = (text) =>
  text.length <= 253 &&
  text
    .split(".")
    .every((label) => /^[a-z0-9]([a-z0-9-]*[a-z0-9])?$/i.test(label) && label.length < 64);

const hexPair = "%[0-9A-Fa-f]{2}";
const plainCharacter = "[A-Za-z0-9._~!$&'()*+,;=-]";
const pchar = `(?:${plainCharacter}|[:@]|${hexPair})`;
const noColon = `(?:${plainCharacter}|@|${hexPair})`;
const userinfo = `(?:${plainCharacter}|:|${hexPair})*`;
const registered = `(?:${plainCharacter}|${hexPair})*`;
const literalHost = "\\[(?<literal>[^\\]]*)\\]";
const authority = `//(?:${userinfo}@)?(?:${literalHost}|${registered})(?::[0-9]*)?(?:/${pchar}*)*`;
const absolute = `/(?:${pchar}+(?:/${pchar}*)*)?`;
const tail = `(?:\\?(?:${pchar}|[/?])*)?(?:#(?:${pchar}|[/?])*)?`;
const scheme = "[A-Za-z][A-Za-z0-9+.-]*:";
const uriPattern = new RegExp(
  `^${scheme}(?:${authority}|${absolute}|${pchar}+(?:/${pchar}*)*|)${tail}$`,
);
const relativePattern = new RegExp(
  `^(?:${authority}|${absolute}|${noColon}+(?:/${pchar}*)*|)${tail}$`,
);

function matches(pattern: RegExp, text: string): boolean {
  const match = pattern.exec(text);
  if (match === null) return false;
  const literal = match.groups?.["literal"];
  if (literal === undefined) return true;
  return ipv6(literal) || /^v[0-9a-f]+\.[A-Za-z0-9._~!$&'()*+,;=:-]+$/i.test(literal);
}

const email: Holds = (text) => {
  const at = text.lastIndexOf("@");
  if (at < 1 || at > 64) return false;
  const local = text.slice(0, at);
  const atom = "[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+";
  const isLocal =
    new RegExp(`^${atom}(\\.${atom})*$`).test(local) || /^"([ !#-[\]-~]|\\[ -~])*"$/.test(local);
  if (!isLocal) return false;
  const domain = text.slice(at + 1);
  if (!domain.startsWith("[")) return hostname(domain);
  if (!domain.endsWith("]")) return false;
  const literal = domain.slice(1, -1);
  return literal.startsWith("IPv6:") ? ipv6(literal.slice(5)) : ipv4(literal);
};

/** The checks of string formats. Other formats accept everything. */
export const formats: Readonly<Record<string, Holds | undefined>> = {
  date: fullDate,
  time: fullTime,
  "date-time": (text) =>
    /^.{10}[tT]/.test(text) && fullDate(text.slice(0, 10)) && fullTime(text.slice(11)),
  uuid: (text) => /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i.test(text),
  ipv4,
  ipv6,
  email,
  uri: (text) => matches(uriPattern, text),
  "uri-reference": (text) => matches(uriPattern, text) || matches(relativePattern, text),
};
