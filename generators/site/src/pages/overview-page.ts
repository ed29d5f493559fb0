import { pageLink } from "../html/address.ts";
import { type Html, html } from "../html/html.ts";
import { methodBadge } from "../html/method-badge.ts";
import { description } from "../text/description.ts";
import { firstSentence, plainText } from "../text/plain-text.ts";
import { groupOperations, type OperationGroup } from "./group-operations.ts";
import { operationTitle } from "./operation-title.ts";
import type { Reference } from "./reference.ts";
import type { SitePage } from "./site-page.ts";

/** Writes the first page of an interface. */
export function overviewPage(reference: Reference): SitePage {
  const { contract, paths } = reference;
  const { info } = contract;
  const title = plainText(info.title) || "Untitled";
  const groups = groupOperations(contract);
  const main = html`<h1>${title}</h1>
${description(info.description ?? info.summary, 2)}
${groups.map((group) => groupSection(group, reference))}`;
  return {
    path: paths.overview,
    kind: "overview",
    title,
    description: firstSentence(info.summary ?? info.description ?? ""),
    main: main.text,
    markdown: `# ${title}\n`,
    search: [],
  };
}

function groupSection({ title, operations }: OperationGroup, { paths }: Reference): Html {
  return html`<section>
<h2>${title}</h2>
<ul class="operations">
${operations.map(
  (each) =>
    html`<li><a href="${pageLink(paths.operation(each))}">${methodBadge(each.method)} <code>${each.path}</code> <span>${operationTitle(each)}</span></a></li>\n`,
)}</ul>
</section>
`;
}
