import { markdown, markdownCode, type SecurityScheme } from "@specwright/contract";
import { isJsonObject, type JsonValue } from "@specwright/spec-loader";
import { anchorLink, webLink } from "../html/address.ts";
import { type Html, html } from "../html/html.ts";
import type { SitePage } from "../paths/site-page.ts";
import type { Reference } from "../reference/reference.ts";
import { description } from "../text/description.ts";
import { descriptionMarkdown } from "../text/description-markdown.ts";
import { markdownParts } from "../text/markdown-text.ts";
import { firstSentence, plainText } from "../text/plain-text.ts";
import { sentence } from "../text/sentence.ts";
import { schemeAnchor } from "./security-text.ts";

/** A property of a security scheme, in words. */
interface SchemeFact {
  readonly label: string;
  readonly text: string;
}

/** Writes the page about authentication. */
export function securityPage(reference: Reference): SitePage {
  const { contract, paths } = reference;
  const title = "Authentication";
  return {
    path: paths.security,
    kind: "security",
    title,
    description: "How clients authenticate.",
    main: html`<article>
<header class="page-head">
<h1>${title}</h1>
</header>
${contract.securitySchemes.map(schemeSection)}</article>
`.text,
    markdown: markdownParts([`# ${title}`, ...contract.securitySchemes.map(schemeMarkdown)]),
    search: contract.securitySchemes.map((scheme) => ({
      kind: "section",
      name: plainText(scheme.id),
      text: firstSentence(scheme.description ?? ""),
      anchor: schemeAnchor(scheme.id),
    })),
  };
}

function schemeSection(scheme: SecurityScheme): Html {
  const { id, description: words, raw } = scheme;
  const anchor = schemeAnchor(id);
  const name = plainText(id) || "unnamed";
  const flows = Object.entries(isJsonObject(raw["flows"]) ? raw["flows"] : {});
  return html`<section id="${anchor}" class="scheme">
<h2>${name} <a class="anchor" href="${anchorLink(anchor)}" aria-label="Link to ${name}">#</a></h2>
<dl class="facts-table">
${schemeFacts(scheme).map(({ label, text }) => html`<div><dt>${label}</dt><dd>${text}</dd></div>\n`)}</dl>
${description(words, 3)}${flows.map(([flow, value]) => flowHtml(flow, value))}</section>
`;
}

const kinds: ReadonlyMap<string, string> = new Map([
  ["http", "HTTP authentication"],
  ["apiKey", "API key"],
  ["httpApiKey", "API key"],
  ["oauth2", "OAuth 2.0"],
  ["openIdConnect", "OpenID Connect"],
  ["mutualTLS", "Mutual TLS with a client certificate"],
  ["userPassword", "User name and password"],
]);

function schemeFacts({ type, raw }: SecurityScheme): readonly SchemeFact[] {
  const facts: SchemeFact[] = [{ label: "Kind", text: kinds.get(type) ?? plainText(type) }];
  const add = (label: string, value: JsonValue | undefined): void => {
    if (typeof value === "string" && value !== "") facts.push({ label, text: plainText(value) });
  };
  if (type === "http") {
    const scheme = String(raw["scheme"] ?? "");
    add("Scheme", scheme);
    add("Token format", raw["bearerFormat"]);
    if (/^bearer$/i.test(scheme)) add("Header", "Authorization: Bearer TOKEN");
    if (/^basic$/i.test(scheme)) add("Header", "Authorization: Basic with user name and password");
  } else {
    add("In", raw["in"]);
    add("Name", raw["name"]);
    add("Discovery", raw["openIdConnectUrl"]);
  }
  return facts;
}

function flowHtml(flow: string, value: JsonValue | undefined): Html {
  if (!isJsonObject(value)) return html``;
  const scopes = Object.entries(isJsonObject(value["scopes"]) ? value["scopes"] : {});
  const addresses = ["authorizationUrl", "tokenUrl", "refreshUrl"].flatMap((key) => {
    const text = value[key];
    return typeof text === "string" ? [[key, text] as const] : [];
  });
  return html`<h3>Flow: ${plainText(flow)}</h3>
<ul class="facts">${addresses.map(([key, text]) => {
    const address = webLink(text);
    return html`<li>${key}: ${address === undefined ? html`<code>${plainText(text)}</code>` : html`<a href="${address}">${plainText(text)}</a>`}</li>\n`;
  })}</ul>
${
  scopes.length > 0 &&
  html`<table class="list">
<caption>Scopes</caption>
<thead><tr><th scope="col">Scope</th><th scope="col">Allows</th></tr></thead>
<tbody>${scopes.map(([scope, text]) => html`<tr><td><code>${plainText(scope)}</code></td><td>${typeof text === "string" && sentence(text)}</td></tr>\n`)}</tbody>
</table>
`
}`;
}

function schemeMarkdown(scheme: SecurityScheme): string {
  const facts = schemeFacts(scheme).map(({ label, text }) => `- ${label}: ${markdownCode(text)}\n`);
  return markdownParts([
    `## ${markdown(scheme.id)}`,
    facts.join(""),
    descriptionMarkdown(scheme.description),
  ]);
}
