// Writes `llms.txt`, an index of the site for programs that read Markdown.

import { escapeMarkdown } from "@specwright/diff";
import { interfaceFolder, type ListedInterface } from "../changes/interfaces-page.ts";
import { markdownLink } from "../changes/markdown-link.ts";
import { guideFolder } from "../guide/guide.ts";
import { pageLink } from "../html/address.ts";
import type { SitePage } from "../paths/site-page.ts";
import { plainText } from "../text/plain-text.ts";

/** A page in `llms.txt`. */
export type ListedPage = Pick<SitePage, "path" | "kind" | "title" | "description">;

/** If a site has more pages of one kind, `llms.txt` lists only the overview of this kind. */
const maxPages = 250;

const sections: readonly { readonly title: string; readonly kinds: readonly SitePage["kind"][] }[] =
  [
    { title: "Pages", kinds: ["guide"] },
    { title: "Reference", kinds: ["overview", "security", "group"] },
    { title: "Operations", kinds: ["operation"] },
    { title: "Channels", kinds: ["channel"] },
    { title: "Changes", kinds: ["changelog", "versions"] },
    { title: "Optional", kinds: ["schema"] },
  ];

/** Writes `llms.txt` for an interface. It lists the Markdown pages of the newest version. */
export function interfaceLlmsText(
  { title, description }: { readonly title: string; readonly description: string },
  pages: readonly ListedPage[],
): string {
  const parts = sections.flatMap((section) => {
    const own = pages.filter(({ kind }) => section.kinds.includes(kind));
    if (own.length === 0 || own.length > maxPages) return [];
    const items = own.map((page) => {
      const words = page.description === "" ? "" : `: ${escapeMarkdown(page.description)}`;
      return `- ${markdownLink(page.title, pageLink(page.path))}${words}\n`;
    });
    return [`## ${section.title}\n\n${items.join("")}`];
  });
  return llmsHead(title, description) + parts.join("\n");
}

/** The introduction of a site's `llms.txt`. */
export interface SiteLlmsOptions {
  /** A sentence about the site. */
  readonly purpose?: string | undefined;
  readonly hasGuide?: boolean;
}

/**
 * Writes `llms.txt` for a site. It links to the `llms.txt` of the guide, if the site has a guide, and of
 * each interface.
 */
export function siteLlmsText(
  title: string,
  interfaces: readonly ListedInterface[],
  { purpose = "", hasGuide = false }: SiteLlmsOptions = {},
): string {
  const items = interfaces.map(({ owner, description }) => {
    const folder = interfaceFolder(owner);
    const words = description === "" ? "" : `: ${escapeMarkdown(description)}`;
    return `- ${markdownLink(plainText(owner.title), pageLink(`${folder}llms.txt`))}${words}\n`;
  });
  const rules = markdownLink("Rules for breaking changes", pageLink("rules.html"));
  const guide = `## Guide\n\n- ${markdownLink("Guide", pageLink(`${guideFolder}llms.txt`))}\n\n`;
  return `${llmsHead(title, purpose)}${hasGuide ? guide : ""}## Interfaces\n\n${items.join("")}\n## Optional\n\n- ${rules}\n`;
}

function llmsHead(title: string, description: string): string {
  const quote = description === "" ? "" : `> ${escapeMarkdown(description)}\n\n`;
  return `# ${escapeMarkdown(plainText(title))}\n\n${quote}`;
}
