// The Markdown of a page, without comments and with resolved links.

/** Matches a fenced block of code, inline code, or a comment. */
const parts =
  /^( *)(`{3,}|~{3,})[^\n]*\n[\s\S]*?^ *\2[`~]* *$|(`+)[^`\n][^\n]*?\3(?!`)|<!--[\s\S]*?-->\n?/gm;

/** Returns a Markdown text without its comments. */
export function withoutComments(text: string): string {
  return text.replaceAll(parts, (part) => (part.startsWith("<!--") ? "" : part));
}

/** Replaces the URLs of relative links by the results of `addressOf`, if defined. */
export function withLinks(text: string, addressOf: (link: string) => string | undefined): string {
  let written = "";
  let end = 0;
  for (const { 0: code, index } of text.matchAll(parts)) {
    written += replaceLinks(text.slice(end, index), addressOf) + code;
    end = index + code.length;
  }
  return written + replaceLinks(text.slice(end), addressOf);
}

function replaceLinks(text: string, addressOf: (link: string) => string | undefined): string {
  return text.replaceAll(/(?<!!)\]\(([^()\s]+)\)/g, (all, link: string) => {
    if (/^[a-z][a-z\d+.-]*:/i.test(link)) return all;
    return `](${addressOf(link) ?? link})`;
  });
}

/** The ids of elements around each page. */
const frameIds = ["main", "navigation", "search-query"];

/** Returns a function that creates the ids of a page's headings, as GitHub does. */
export function headingIds(): (title: string) => string {
  const taken = new Set(frameIds);
  return (title) => {
    const slug = title
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N} _-]/gu, "")
      .replaceAll(" ", "-");
    let id = slug;
    for (let count = 1; taken.has(id); count++) id = `${slug}-${count}`;
    taken.add(id);
    return id;
  };
}
