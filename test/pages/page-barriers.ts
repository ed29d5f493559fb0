// Barriers for people who use a page, and complaints of the browser.

import axe from "axe-core";
import type { Page } from "playwright-core";

/** Collects errors and warnings, including breaches of the content security policy. */
export function complaintsOf(page: Page): readonly string[] {
  const messages: string[] = [];
  page.on("pageerror", ({ message }) => messages.push(message));
  page.on("requestfailed", (request) => messages.push(`failed: ${request.url()}`));
  page.on("console", (message) => {
    if (["error", "warning"].includes(message.type())) messages.push(message.text());
  });
  return messages;
}

const tags = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];

/** Lists the current findings of axe in a page. */
export async function findBarriers(page: Page): Promise<readonly string[]> {
  await page.evaluate(axe.source);
  const options: axe.RunOptions = { runOnly: tags, resultTypes: ["violations"] };
  const { violations, passes } = await page.evaluate<axe.AxeResults>(
    `axe.run(${JSON.stringify(options)})`,
  );
  if (passes.length < 10) throw new Error("nearly nothing was checked");
  return violations.map(({ id, impact, nodes: [node] }) => `${impact} ${id}: ${node?.html}`);
}
