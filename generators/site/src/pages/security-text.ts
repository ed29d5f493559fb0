// Writes in one line which credentials an operation needs.

import {
  type Contract,
  markdown,
  markdownCode,
  type SecurityRequirement,
} from "@specwright/contract";
import { pageLink } from "../html/address.ts";
import { type Html, html } from "../html/html.ts";
import { fieldAnchor } from "../paths/anchors.ts";
import type { Reference } from "../reference/reference.ts";
import { linkText } from "../text/markdown-text.ts";
import { plainText } from "../text/plain-text.ts";

/** Returns the id of a security scheme on the page about authentication. */
export function schemeAnchor(id: string): string {
  return fieldAnchor("scheme", id);
}

/** Writes alternative requirements, with links to the security schemes. */
export function securityHtml(
  security: readonly SecurityRequirement[],
  { contract, paths }: Reference,
  above: string,
): Html {
  if (isOpen(security)) return html`No authentication.`;
  const isOptional = security.some((each) => each.size === 0);
  const alternatives = security
    .filter((each) => each.size > 0)
    .map((requirement) =>
      [...requirement].map(([id, scopes], index) => {
        const name = plainText(id) || "unnamed";
        const link = isKnown(id, contract)
          ? html`<a href="${pageLink(above + paths.security, schemeAnchor(id))}">${name}</a>`
          : html`<code>${name}</code>`;
        const list = scopes.map((scope) => html` <code>${plainText(scope)}</code>`);
        return html`${index > 0 && " and "}${link}${scopes.length > 0 && html` with${list}`}`;
      }),
    );
  return html`${alternatives.map((each, index) => html`${index > 0 && ", or "}${each}`)}${isOptional && ", or no authentication"}`;
}

/** Writes alternative requirements in Markdown. */
export function securityMarkdown(
  security: readonly SecurityRequirement[],
  { contract, paths }: Reference,
  above: string,
): string {
  if (isOpen(security)) return "none";
  const alternatives = security.map((requirement) => {
    const names = [...requirement].map(([id, scopes]) => {
      const name = isKnown(id, contract) ? linkText(id, above + paths.security) : markdown(id);
      return scopes.length === 0 ? name : `${name} with ${scopes.map(markdownCode).join(", ")}`;
    });
    return names.length === 0 ? "none" : names.join(" and ");
  });
  return alternatives.join(", or ");
}

function isOpen(security: readonly SecurityRequirement[]): boolean {
  return security.every((each) => each.size === 0);
}

function isKnown(id: string, { securitySchemes }: Contract): boolean {
  return securitySchemes.some((scheme) => scheme.id === id);
}
