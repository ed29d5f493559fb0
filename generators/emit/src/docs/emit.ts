// A README and reference pages in Markdown. Each page has a view (its data) and a function for its
// layout. The view encodes every string of the document.

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
 * Ends the text with one newline and removes repeated empty lines, which the descriptions of a
 * document can have.
 */
function finishPage(text: string): string {
  return `${text
    .replace(/[ \t]+$/gm, "")
    .replace(/\n{3,}/g, "\n\n")
    .trim()}\n`;
}
