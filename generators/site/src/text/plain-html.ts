// Many documents have HTML in their descriptions. Elements that Markdown also has are converted. All other
// HTML stays visible as text.

const element = /<\/?(?:p|br|b|strong|i|em|code|ul|ol|li)\s*\/?>|<a\s[^<>]*>|<\/a>/i;

/** Matches a link. The limited lengths keep the match fast for any text. */
const link =
  /<a\s[^<>]{0,200}?href\s?=\s?["']([^"'<>\s]{0,500})["'][^<>]{0,200}>([^<>[\]]{0,500})<\/a>/gi;

/** Converts simple HTML in a description to Markdown. Returns a text with code blocks unchanged. */
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
