// Many documents have HTML in their descriptions. The few elements that Markdown has marks for are
// turned into these; everything else stays text.

const element = /<\/?(?:p|br|b|strong|i|em|code|ul|ol|li)\s*\/?>|<a\s[^<>]*>|<\/a>/i;

/** A link; the lengths are limited so that no text takes long. */
const link =
  /<a\s[^<>]{0,200}?href\s?=\s?["']([^"'<>\s]{0,500})["'][^<>]{0,200}>([^<>[\]]{0,500})<\/a>/gi;

/** Writes the simple HTML of a description as Markdown; a text with blocks of code stays as it is. */
export function markdownOfHtml(text: string): string {
  if (!element.test(text) || /```|~~~|^ {4}/m.test(text)) return text;
  return text
    .replaceAll(link, "[$2](<$1>)")
    .replaceAll(/<(b|strong)>([^<>*]+)<\/\1>/gi, "**$2**")
    .replaceAll(/<(i|em)>([^<>*]+)<\/\1>/gi, "*$2*")
    .replaceAll(/<code>([^<>`]+)<\/code>/gi, "`$1`")
    .replaceAll(/<br\s*\/?>/gi, "  \n")
    .replaceAll(/<\/?(?:p|ul|ol)>/gi, "\n\n")
    .replaceAll(/<li>\s*/gi, "\n- ")
    .replaceAll(/<\/li>/gi, "");
}
