// The pages about all interfaces.

import {
  type Frame,
  html,
  interfacesPage,
  introductionOf,
  type ListedInterface,
  rulesPage,
  type SitePage,
  siteLlmsText,
  staticFeeds,
} from "@specwright/site";
import type { PageContent } from "../delivery/finished-page.ts";
import { releasesOf } from "../feeds/read-releases.ts";
import type { HttpServices } from "../http-services.ts";
import { isInScope, type PrivateScope } from "../storage/private-scope.ts";
import type { ShownPage } from "./shown-page.ts";
import { SIGN_IN, signInPage } from "./sign-in-page.ts";
import { totalsOf } from "./totals-of.ts";
import { WEBHOOKS, webhooksPage } from "./webhooks-page.ts";

/** The maximum number of interfaces on the first page. */
const MAX_INTERFACES = 500;
const MAX_VERSIONS = 1000;

const TEXT = "text/plain; charset=utf-8";

/** Shows a page of the whole site. */
export async function showSitePage(
  services: HttpServices,
  path: string,
  scope: PrivateScope,
): Promise<ShownPage | undefined> {
  const page = await sitePage(services, path, scope);
  return page && inSite(services, page);
}

async function sitePage(
  services: HttpServices,
  path: string,
  scope: PrivateScope,
): Promise<SitePage | undefined> {
  switch (path) {
    case "index.html": {
      const listed = await listInterfaces(services, scope);
      return interfacesPage(services.title, listed, introductionOf(services.brand));
    }
    case SIGN_IN:
      return signInPage();
    case "rules.html":
      return rulesPage();
    case "tokens.html":
      return tokensPage();
    case WEBHOOKS:
      return webhooksPage(services.addresses);
    default:
      return undefined;
  }
}

/** Returns a file of the site that is not a page. */
export async function siteText(
  services: HttpServices,
  path: string,
  scope: PrivateScope,
): Promise<PageContent | undefined> {
  if (path === "llms.txt") {
    const purpose = services.brand?.purpose;
    const listed = await listInterfaces(services, scope);
    const text = siteLlmsText(services.title, listed, { purpose });
    return { type: TEXT, content: text };
  }
  // A request for a comparison page may start a job, so crawlers must not request these pages.
  if (path === "robots.txt") {
    const lines = ["User-agent: *", "Disallow: /*/compare/", "Disallow: /*/search.html", ""];
    return { type: TEXT, content: lines.join("\n") };
  }
  return undefined;
}

/** Shows that a page was withdrawn. */
export function showGone(
  services: HttpServices,
  pathname: string,
  reason: string | null,
): ShownPage {
  const main = html`<h1>Withdrawn</h1>
<p>The page <code>${pathname}</code> was withdrawn.${reason === null ? "" : ` Reason: ${reason}`}</p>
`;
  return inSite(services, messagePage(pathname, "Withdrawn", main.text));
}

/** Shows that a page was not found. */
export async function showMissing(services: HttpServices, pathname: string): Promise<ShownPage> {
  const main = html`<h1>Not found</h1>
<p>There is no page at <code>${pathname}</code>. It may be in another version of its interface.</p>
`;
  return inSite(services, messagePage(pathname, "Not found", main.text));
}

function messagePage(pathname: string, title: string, main: string): SitePage {
  return {
    // The links of the page and of its frame are relative to this path.
    path: pathname.slice(1) || "index.html",
    kind: "missing",
    title,
    description: "",
    main,
    markdown: `# ${title}\n`,
    search: [],
  };
}

/** Shows a page with the frame of the whole site. */
export function inSite({ title, addresses, brand }: HttpServices, page: SitePage): ShownPage {
  const frame: Frame = {
    title,
    home: "index.html",
    assets: "assets",
    sections: [
      { text: "Interfaces", path: "index.html", isCurrent: page.kind === "interfaces" },
      { text: "Rules for breaking changes", path: "rules.html", isCurrent: page.kind === "rules" },
    ],
    footer: [
      { text: "llms.txt", path: "llms.txt" },
      { text: "Sign in", path: SIGN_IN },
    ],
    ...(brand !== undefined && { brand }),
    ...(page.kind !== "missing" && {
      feeds: staticFeeds({ title }),
      canonical: `${addresses.pages()}/${page.path === "index.html" ? "" : page.path}`,
    }),
  };
  return { page, frame, markdown: async () => page.markdown, modifiedAt: undefined };
}

async function listInterfaces(
  services: HttpServices,
  scope: PrivateScope,
): Promise<readonly ListedInterface[]> {
  const { interfaces, versions } = services.storage.committed;
  const all = await interfaces.list({ limit: MAX_INTERFACES, scope });
  const listed = await Promise.all(
    all.map(async (found): Promise<ListedInterface[]> => {
      const isPublic = !isInScope(scope, found.name);
      const of = { interface: found.name, isPublic, limit: MAX_VERSIONS };
      const main = await versions.list({ ...of, branch: "main" });
      const published = main.length > 0 ? main : await versions.list(of);
      const releases = releasesOf(services, found, published).toReversed();
      const owner = releases[0]?.interface;
      if (owner === undefined) return [];
      const description = found.description ?? "";
      return [{ owner, description, releases, totalsOf: totalsOf(published) }];
    }),
  );
  return listed.flat();
}

function tokensPage(): SitePage {
  const main = html`<h1>Access tokens</h1>
<p>Send the access token in the header <code>Authorization</code>, after the word <code>Token</code> and a space:</p>
<pre><code>Authorization: Token ACCESS_TOKEN</code></pre>
<h2 id="basic">Basic authentication is deprecated</h2>
<p>Basic authentication with the token as the username and an empty password still works. Responses say when it was deprecated (<code>Deprecation</code>) and when it may stop working (<code>Sunset</code>). Use the header above instead; the token stays the same.</p>
`;
  return {
    path: "tokens.html",
    kind: "rules",
    title: "Access tokens",
    description: "How programs authenticate.",
    main: main.text,
    markdown: `# Access tokens

Send the access token in the header \`Authorization\`: \`Token ACCESS_TOKEN\`.

## Basic authentication is deprecated

Basic authentication with the token as the username and an empty password still works. Responses say
when it was deprecated (\`Deprecation\`) and when it may stop working (\`Sunset\`).
`,
    search: [],
  };
}
