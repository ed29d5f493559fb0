// Prepares the Markdown of a guide page: removes comments and resolves links.

/** Matches a fenced code block, inline code, or a comment. */
const parts =
  /^( *)(`{3,}|~{3,})[^\n]*\n[\s\S]*?^ *\2[`~]* *$|(`+)[^`\n][^\n]*?\3(?!`)|<!--[\s\S]*?-->\n?/gm;

/** Removes the comments from a Markdown text. */
export function withoutComments(text: string): string {
  return text.replaceAll(parts, (part) => (part.startsWith("<!--") ? "" : part));
}

/**
 * Replaces the URLs of relative links by the results of `addressOf`. Keeps a URL if the result is
 * undefined.
 */
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

/** The ids of elements in the frame of each page. Headings must have different ids. */
const frameIds = ["main", "navigation", "search-query"];

/** Returns a function that creates the ids of the headings of one page, as GitHub does. */
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
