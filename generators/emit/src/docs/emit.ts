// Writes a README and reference pages in Markdown. Each page has a view, which is its data, and a template,
// which is its layout. The view escapes every string from the document.

import type { Emitter } from "../print/emitter.ts";
import { channelsView } from "./channels-view.ts";
import { operationsView } from "./operations-view.ts";
import { readmeView } from "./readme-view.ts";
import { schemasView } from "./schemas-view.ts";
import { channelsPage } from "./templates/channels.ts";
import { operationsPage } from "./templates/operations.ts";
import { readmePage } from "./templates/readme.ts";
import { schemasPage } from "./templates/schemas.ts";

/** Creates the emitter of `README.md` and the pages under `reference/`. */
export function docsEmitter(): Emitter {
  return {
    name: "docs",
    emit: (context) => {
      const { contract } = context;
      context.text("README.md", finishPage(readmePage(readmeView(context))));
      context.text("reference/schemas.md", finishPage(schemasPage(schemasView(context))));
      if (contract.operations.length + contract.webhooks.length > 0) {
        context.text(
          "reference/operations.md",
          finishPage(operationsPage(operationsView(context))),
        );
      }
      if (contract.channels.length > 0) {
        context.text("reference/channels.md", finishPage(channelsPage(channelsView(context))));
      }
    },
  };
}

/**
 * Returns the text with one newline at the end and without repeated empty lines, which descriptions in a
 * document can contain.
 */
function finishPage(text: string): string {
  return `${text
    .replace(/[ \t]+$/gm, "")
    .replace(/\n{3,}/g, "\n\n")
    .trim()}\n`;
}
