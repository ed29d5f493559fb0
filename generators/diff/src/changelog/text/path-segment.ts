/**
 * Encodes a name as a path segment that is safe in URLs and file systems. Different names have different
 * segments. A segment is never a hidden file and never leads to a different folder.
 */
export function pathSegment(name: string): string {
  const encoded = [...new TextEncoder().encode(name)].map((byte, index) => {
    const char = String.fromCharCode(byte);
    const isPlain = index === 0 ? /[A-Za-z0-9_]/.test(char) : /[A-Za-z0-9_.-]/.test(char);
    return isPlain ? char : `~${byte.toString(16).padStart(2, "0")}`;
  });
  return encoded.length === 0 ? "~" : encoded.join("");
}
