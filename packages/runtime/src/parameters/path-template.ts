// Path templates such as `/listings/{listing_id}`: filled by clients, matched by servers against
// the path as it came, so that an encoded slash never becomes a separator.

/** Is a template taken apart. */
export interface PathTemplate {
  /** The names in braces, in order. */
  readonly names: readonly string[];
  /** Puts in texts that are already encoded. */
  fill(texts: ReadonlyMap<string, string>): string;
  /** Gives the raw texts of a path, or `undefined` when it does not fit. */
  match(rawPath: string): ReadonlyMap<string, string> | undefined;
}

/** Is one segment: literals with names between them, `literals.length === names.length + 1`. */
interface Segment {
  readonly literals: readonly string[];
  readonly names: readonly string[];
}

/** Takes a template apart. */
export function pathTemplate(template: string): PathTemplate {
  const segments = template.split("/").map(parseSegment);
  return {
    names: segments.flatMap((segment) => segment.names),
    fill(texts) {
      return segments.map((segment) => fillSegment(segment, texts)).join("/");
    },
    match(rawPath) {
      const raw = rawPath.split("/");
      if (raw.length !== segments.length) return undefined;
      const found = new Map<string, string>();
      let index = 0;
      for (const segment of segments) {
        if (!matchSegment(segment, raw[index] ?? "", found)) return undefined;
        index += 1;
      }
      return found;
    },
  };
}

function parseSegment(text: string): Segment {
  const pieces = text.split(/\{([^{}]*)\}/);
  return {
    literals: pieces.filter((_, index) => index % 2 === 0),
    names: pieces.filter((_, index) => index % 2 === 1),
  };
}

function fillSegment(segment: Segment, texts: ReadonlyMap<string, string>): string {
  return segment.literals
    .map((literal, index) => literal + (texts.get(segment.names[index] ?? "") ?? ""))
    .join("");
}

/** Takes the first place where each literal fits: linear, and no text is ever empty. */
function matchSegment(segment: Segment, raw: string, found: Map<string, string>): boolean {
  const { literals, names } = segment;
  const head = literals[0] ?? "";
  if (names.length === 0) return raw === head;
  if (!raw.startsWith(head)) return false;
  let at = head.length;
  for (let index = 0; index < names.length; index += 1) {
    const literal = literals[index + 1] ?? "";
    const isLast = index === names.length - 1;
    const end = isLast ? raw.length - literal.length : raw.indexOf(literal, at + 1);
    if (end <= at || !raw.startsWith(literal, end)) return false;
    found.set(names[index] ?? "", raw.slice(at, end));
    at = end + literal.length;
  }
  return true;
}
