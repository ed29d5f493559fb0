/** The style sheet of the console, in addition to the style sheet of the pages. */
export const consoleStyleText: string = `.console {
  --console-line: var(--strong-line, light-dark(#8a8f98, #7d828b));
  --console-soft: var(--shade, light-dark(#f4f5f7, #1d2026));
  --console-bad: var(--bad, light-dark(#a3261b, #ff9b90));
  --console-focus: var(--accent, light-dark(#1a56c4, #8ab4ff));
  --console-paper: var(--paper, light-dark(#fff, #111318));
  margin-block: 1.5rem;
}
.console > details {
  border: 1px solid var(--console-line);
  border-radius: 6px;
  padding: 0 1rem;
}
.console > details > summary {
  margin-inline: -1rem;
  padding: 0.6rem 1rem;
  font-weight: 600;
  cursor: pointer;
}
.console > details[open] { padding-bottom: 1rem; }
.console fieldset {
  margin: 0 0 1rem;
  border: 1px solid var(--console-line);
  border-radius: 6px;
  padding: 0.5rem 1rem 0.75rem;
  min-inline-size: 0;
}
.console legend { padding-inline: 0.35rem; font-weight: 600; }
.console [hidden] { display: none; }
.console-field { margin-block: 0.6rem; }
.console-field label { display: block; margin-block-end: 0.2rem; overflow-wrap: anywhere; }
.console input, .console textarea, .console select {
  box-sizing: border-box;
  inline-size: 100%;
  min-block-size: 2.25rem;
  padding: 0.35rem 0.5rem;
  border: 1px solid var(--console-line);
  border-radius: 4px;
  background: var(--console-paper);
  color: inherit;
  font: inherit;
}
.console textarea, .console code, .console pre, .console-frames summary {
  font-family: var(--mono, ui-monospace, Menlo, Consolas, monospace);
  font-size: 0.875rem;
}
.console textarea { resize: vertical; }
.console button {
  min-block-size: 2.25rem;
  padding: 0.3rem 0.9rem;
  border: 1px solid var(--console-line);
  border-radius: 4px;
  background: var(--console-soft);
  color: inherit;
  font: inherit;
  cursor: pointer;
}
.console button[type="submit"] { font-weight: 600; }
.console button:disabled { opacity: 0.6; cursor: default; }
.console button[aria-pressed="true"] { text-decoration: underline; }
.console :focus-visible { outline: 2px solid var(--console-focus); outline-offset: 2px; }
.console-buttons { display: flex; flex-wrap: wrap; gap: 0.5rem; }
.console-hint { margin: 0.2rem 0 0; font-size: 0.875rem; }
.console-target code { overflow-wrap: anywhere; }
.console-status:empty { display: none; }
.console-failure {
  margin-block: 0.75rem;
  border-inline-start: 4px solid var(--console-bad);
  padding: 0.25rem 0 0.25rem 0.75rem;
  overflow-wrap: anywhere;
}
.console-issues { white-space: pre-wrap; }
.console-table { overflow-x: auto; }
.console-table th, .console-table td { text-align: start; vertical-align: top; }
.console-table td { overflow-wrap: anywhere; }
.console pre {
  margin: 0.5rem 0;
  max-block-size: 24rem;
  overflow: auto;
  border-radius: 4px;
  padding: 0.75rem;
  background: var(--console-soft);
}
.console-frames {
  max-block-size: 24rem;
  overflow: auto;
  border: 1px solid var(--console-line);
  border-radius: 6px;
}
.console-frames ol { margin: 0; padding: 0; list-style: none; }
.console-frames li { padding: 0.3rem 0.75rem; overflow-wrap: anywhere; }
.console-frames li + li { border-block-start: 1px solid var(--console-soft); }
.console-frames summary { min-block-size: 1.5rem; cursor: pointer; }
.console-note { font-style: italic; }
.console-dialog {
  max-inline-size: min(40rem, calc(100vw - 2rem));
  box-sizing: border-box;
  border: 1px solid var(--console-line);
  border-radius: 6px;
  background: var(--console-paper);
  color: inherit;
  overflow-wrap: anywhere;
}
.console-dialog::backdrop { background: rgb(0 0 0 / 50%); }
.console-dialog button + button { margin-inline-start: 0.5rem; }
`;
