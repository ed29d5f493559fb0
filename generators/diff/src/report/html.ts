import { type Change, changeClasses } from "../changes/change.ts";
import {
  affectedTexts,
  countChanges,
  countsText,
  notesOf,
  witnessTexts,
} from "./describe-change.ts";
import { escapeMarkup, escapeMarkupLine } from "./escape-markup.ts";
import { isFirstVersion, withoutChanges } from "./first-version.ts";
import { documentName, placeIn, placeText } from "./place.ts";
import { type ComparedDocuments, classTitles } from "./report.ts";
import { sentenceParts } from "./sentence-parts.ts";
import { versionSentence } from "./suggest-version.ts";

/** Formats changes as one HTML page that needs no scripts and no other files. */
export function formatHtml(comparisons: readonly ComparedDocuments[]): string {
  const names = comparisons.map(({ base, revision }) => (revision ?? base)?.title ?? "");
  const title = escapeMarkup(`Changes: ${names.join(", ")}`);
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<meta name="color-scheme" content="light dark">
<title>${title}</title>
<style>
${pageStyle}</style>
</head>
<body>
<main>
${comparisons.map(documentsHtml).join("\n")}
</main>
</body>
</html>
`;
}

function documentsHtml(documents: ComparedDocuments): string {
  const { base, revision, changes } = documents;
  const name = (each: typeof base): string =>
    each === undefined ? "nothing" : `<code>${escapeMarkup(documentName(each))}</code>`;
  const version = versionSentence(documents);
  const counts =
    changes.length > 0 ? `${countsText(countChanges(changes))}.` : withoutChanges(documents);
  return [
    `<h1>${escapeMarkup((revision ?? base)?.title ?? "Changes")}</h1>`,
    `<p>${isFirstVersion(documents) ? "" : `${name(base)} → `}${name(revision)}</p>`,
    `<p><strong>${counts}</strong>${version === undefined ? "" : ` ${escapeMarkup(version)}`}</p>`,
    ...changeClasses.flatMap((each) => {
      const found = changes.filter((change) => change.class === each);
      if (found.length === 0) return [];
      const { heading } = classTitles[each];
      return [
        `<section class="${each}">`,
        `<h2>${heading} (${found.length})</h2>`,
        ...found.map((change) => changeHtml(change, documents)),
        "</section>",
      ];
    }),
  ].join("\n");
}

function changeHtml(change: Change, documents: ComparedDocuments): string {
  const place = placeIn("revision", change, documents) ?? placeIn("base", change, documents);
  const witness = witnessTexts(change);
  const where = place === undefined ? "" : ` · <code>${escapeMarkup(placeText(place))}</code>`;
  return [
    "<article>",
    `<h3>${sentenceHtml(change.message)}</h3>`,
    `<p>${sentenceHtml(change.why)}</p>`,
    ...(witness
      ? [`<p>Example: <code>${escapeMarkup(witness.value)}</code> ${witness.meaning}.</p>`]
      : []),
    ...notesOf(change, documents).map((note) => `<p class="note">${escapeMarkup(note)}</p>`),
    ...affectedHtml(change),
    `<p class="place"><code>${escapeMarkup(change.ruleId)}</code>${where}</p>`,
    "</article>",
  ].join("\n");
}

function affectedHtml(change: Change): readonly string[] {
  const { shown } = affectedTexts(change.affects, Number.POSITIVE_INFINITY);
  if (shown.length === 0) return [];
  const items = shown.map((each) => `<li>${sentenceHtml(each)}</li>`);
  const open = shown.length <= 5 ? " open" : "";
  return [
    `<details${open}><summary>Affects ${shown.length}</summary>`,
    `<ul>${items.join("")}</ul></details>`,
  ];
}

/** Escapes a sentence about a change. Names and values in backticks become code. */
function sentenceHtml(text: string): string {
  return sentenceParts(text)
    .map((part) =>
      part.isCode ? `<code>${escapeMarkupLine(part.text)}</code>` : escapeMarkupLine(part.text),
    )
    .join("");
}

const pageStyle = `:root { color-scheme: light dark; }
body { margin: 0; font: 16px/1.5 system-ui, sans-serif; color: light-dark(#1b1f24, #e6e8eb); background: light-dark(#fff, #14171a); }
main { max-width: 56rem; margin: 0 auto; padding: 2rem 1rem; }
h1 { font-size: 1.6rem; } h2 { font-size: 1.2rem; margin-top: 2rem; } h3 { font-size: 1rem; margin: 0; }
code { font: 0.9em ui-monospace, monospace; overflow-wrap: anywhere; }
article { border-left: 4px solid var(--mark); padding: 0.25rem 0 0.25rem 1rem; margin: 1rem 0; overflow-wrap: anywhere; }
article p { margin: 0.25rem 0; }
.place, .note, summary { color: light-dark(#57606a, #9aa4ae); font-size: 0.9rem; }
.breaking { --mark: light-dark(#c62828, #ff6b6b); }
.potentially-breaking { --mark: light-dark(#b26a00, #ffb74d); }
.deprecation { --mark: light-dark(#7b1fa2, #ce93d8); }
.non-breaking { --mark: light-dark(#2e7d32, #81c784); }
.docs { --mark: light-dark(#1565c0, #64b5f6); }
`;
