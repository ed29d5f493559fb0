/** Reports whether a value is base64 of RFC 4648 §4: padded, without line breaks. */
export function isBase64(text: unknown): boolean {
  return typeof text === "string" && text.length % 4 === 0 && base64.test(text);
}

/** Reports whether a value is base64url of RFC 4648 §5 without padding. */
export function isBase64url(text: unknown): boolean {
  return typeof text === "string" && text.length % 4 !== 1 && !notInBase64url.test(text);
}

const base64 = /^[A-Za-z\d+/]*={0,2}$/;
const notInBase64url = /[^\w-]/;
