/** The headers of a part. */
export interface PartHead {
  /** A flat list: name, value, name, value... */
  readonly rawHeaders: readonly string[];
  /** Empty without the header. */
  readonly contentType: string;
  /** The names of the field and of the file. */
  readonly name?: string;
  readonly filename?: string;
  /** Whether the header Content-Disposition declares the part as a field of a form. */
  readonly isFormData: boolean;
}

/** Encodings in which the bytes of a part are its content (RFC 7578, section 4.7). */
const PLAIN_ENCODINGS: ReadonlySet<string> = new Set(["", "7bit", "8bit", "binary"]);

/** Reads the headers of a part; undefined if they are malformed, or if the content is encoded. */
export function readHead(bytes: Uint8Array): PartHead | undefined {
  const rawHeaders = splitHeaders(new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes));
  if (rawHeaders === undefined) return undefined;
  const encoding = headerIn(rawHeaders, "content-transfer-encoding").toLowerCase();
  if (!PLAIN_ENCODINGS.has(encoding)) return undefined;
  const disposition = headerIn(rawHeaders, "content-disposition");
  const parameters = headerParameters(disposition);
  const [name, filename] = [parameters.get("name"), parameters.get("filename")];
  return {
    rawHeaders,
    contentType: headerIn(rawHeaders, "content-type"),
    ...(name === undefined ? {} : { name }),
    ...(filename === undefined ? {} : { filename }),
    isFormData: /^form-data\s*(?:;|$)/i.test(disposition),
  };
}

/** Returns the boundary in a content type. */
export function multipartBoundary(contentType: string): string | undefined {
  const found = /;\s*boundary=(?:"([^"]{1,70})"|([^\s;"]{1,70}))/i.exec(contentType);
  return found?.[1] ?? found?.[2];
}

function splitHeaders(head: string): readonly string[] | undefined {
  const lines = head === "" ? [] : head.split("\r\n");
  const headers = lines.flatMap((line) => {
    const colon = line.indexOf(":");
    return colon < 1 ? [] : [line.slice(0, colon).trim(), line.slice(colon + 1).trim()];
  });
  return headers.length === lines.length * 2 ? headers : undefined;
}

function headerIn(rawHeaders: readonly string[], wanted: string): string {
  const at = rawHeaders.findIndex(
    (name, index) => index % 2 === 0 && name.toLowerCase() === wanted,
  );
  return at === -1 ? "" : (rawHeaders[at + 1] ?? "");
}

/**
 * One parameter of a header. A quote ends a value only at the end of the header or before a
 * semicolon.
 */
const PARAMETER = /\s*;\s*([^\s=;]+)=(?:"(.*?)"(?=\s*(?:;|$))|([^\s;"]*))/y;

/** Reads the parameters of a header. Browsers escape quotes as `%22`, other clients as `\"`. */
function headerParameters(header: string): ReadonlyMap<string, string> {
  const parameters = new Map<string, string>();
  const pattern = new RegExp(PARAMETER);
  pattern.lastIndex = Math.max(0, header.indexOf(";"));
  for (let found = pattern.exec(header); found !== null; found = pattern.exec(header)) {
    const [, name = "", text = found[3] ?? ""] = found;
    const value = text
      .replaceAll('\\"', '"')
      .replaceAll("%22", '"')
      .replaceAll("%0D", "\r")
      .replaceAll("%0A", "\n");
    parameters.set(name.toLowerCase(), value);
  }
  return parameters;
}
