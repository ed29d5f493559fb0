/** The styles of code and samples. They have a dark background in both themes. */
export const codeStyle: string = `.code { display: grid; grid-template-columns: minmax(0, 1fr) auto;
  margin: 0.75rem 0; background: #141a26; border-radius: 10px; }
.code pre { margin: 0; padding: 0.875rem 1rem; overflow-x: auto; color: #dbe2ee;
  border-radius: 10px; font-size: 0.8125rem; line-height: 1.6; tab-size: 2;
  white-space: pre; overflow-wrap: normal; scrollbar-width: thin;
  scrollbar-color: #4a566b transparent; }
.code pre code { background: none; border: 0; padding: 0; font-size: inherit; }
.code pre:focus-visible { outline-offset: -3px; outline-color: #9dacff; }
/* Beside the code, so that it covers nothing of it. */
.copy { align-self: start; margin: 0.4375rem 0.4375rem 0 0; min-height: 1.75rem; padding: 0.25rem;
  background: none; border-color: transparent; color: #a5b1c4; line-height: 0; }
.copy:hover { background: #303c51; color: #ffffff; }
.copy:focus-visible { outline-color: #9dacff; }
.copied { position: absolute; clip-path: inset(50%); width: 1px; height: 1px; overflow: hidden; }
.copy:has(+ .copied:not(:empty)) { color: #7ddba9; }
.tabs { margin: 0 0 1.25rem; border: 1px solid #2a3446; border-radius: 10px; overflow: hidden;
  background: #1b2331; color: #dbe2ee; }
.tabs fieldset { display: flex; flex-wrap: wrap; align-items: center; gap: 0 0.25rem; border: 0;
  margin: 0; padding: 0 0.5rem; min-width: 0; }
.tabs fieldset .tabs-title { float: left; }
.tabs-title { margin: 0; padding: 0.5rem 0.5rem; font-size: 0.8125rem;
  font-weight: 650; max-width: 100%; }
.tabs .quiet { color: #a5b1c4; font-weight: 400; margin-left: 0.25rem; }
.tabs label { position: relative; display: inline-block; font-size: 0.8125rem; }
.tabs label span { display: block; padding: 0.3125rem 0.625rem; border-radius: 6px;
  color: #a5b1c4; cursor: pointer; min-height: 1.5rem; }
@media (max-width: 36rem) { .tabs label span { padding-inline: 0.4375rem; } }
.tabs label:hover span { color: #ffffff; }
.tabs input { position: absolute; inset: 0; opacity: 0; margin: 0; cursor: pointer; }
.tabs input:checked + span { background: #313d54; color: #ffffff; font-weight: 600; }
.tabs input:focus-visible + span { outline: 3px solid #9dacff; outline-offset: -1px; }
.tabs.single .tabs-title { padding: 0.5rem 1rem; }
.panel-note { margin: 0; padding: 0.375rem 1rem; font-size: 0.8125rem; color: #a5b1c4;
  border-top: 1px solid #2a3446; }
.tabs .code { margin: 0; border-radius: 0; }
.tabs .code pre { border-radius: 0; max-height: 26rem; overflow: auto; }
@supports selector(:has(*)) {
  @media not print {
    .tabs:not(.single) .panel { display: none; }
${Array.from({ length: 8 }, (_none, index) => {
  const at = index + 1;
  return `    .tabs:has(label:nth-of-type(${at}) :checked) .panel:nth-of-type(${at}) { display: block; }`;
}).join("\n")}
  }
}
.hljs-attr, .hljs-attribute, .hljs-property { color: #8ec5ff; }
.hljs-string, .hljs-regexp, .hljs-addition { color: #8fdcae; }
.hljs-number, .hljs-literal, .hljs-symbol { color: #f2b872; }
.hljs-keyword, .hljs-built_in, .hljs-type, .hljs-tag, .hljs-name { color: #c9adff; }
.hljs-title, .hljs-title.function_, .hljs-section { color: #ffd58a; }
.hljs-comment, .hljs-quote, .hljs-meta { color: #98a5ba; }
.hljs-punctuation, .hljs-operator { color: #b6c2d4; }
.hljs-variable, .hljs-template-variable, .hljs-deletion { color: #ffa8a0; }
`;
