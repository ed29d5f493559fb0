/** The styles of reference pages. On a wide screen, samples are in a second column on the right. */
export const referenceStyle = `.page-head { display: flow-root; margin-bottom: 1rem; }
.route { display: flex; flex-wrap: wrap; align-items: center; gap: 0.625rem; margin: 0.5rem 0 0;
  padding: 0.5rem 0.75rem; background: var(--shade); border: 1px solid var(--line);
  border-radius: 8px; }
.route code { background: none; border: 0; padding: 0; font-size: 0.875rem; }
.route .method { font-size: 0.75rem; }
.reference :is(.intro, .text) { max-width: 50rem; }
.reference :is(.intro, .text) > :first-child { margin-top: 0; }
.authentication h2 { font-size: 0.8125rem; margin: 1.25rem 0 0; color: var(--quiet);
  letter-spacing: 0; }
.authentication p { margin: 0.125rem 0 0; }
.tools { margin: 0; text-align: right; height: 0; }
.tools .expand { position: relative; top: 2.25rem; z-index: 1; }
.directions { margin: 1rem 0; padding: 0.5rem 0.875rem; list-style: none; background: var(--shade);
  border: 1px solid var(--line); border-radius: 8px; font-size: 0.875rem; }
.media { display: flex; flex-wrap: wrap; gap: 0.5rem; margin: 0.5rem 0; font-size: 0.8125rem; }
.media-type { background: none; border: 0; padding: 0; color: var(--quiet); }
.response { border: 1px solid var(--line); border-radius: 10px; margin: 0.625rem 0; }
.response > summary { display: flex; gap: 0.625rem; align-items: baseline; list-style: none;
  padding: 0.625rem 0.875rem; border-radius: 10px; }
.response > summary::-webkit-details-marker { display: none; }
.response > summary::after { content: "+" / ""; margin-left: auto; color: var(--quiet);
  font-family: var(--mono); }
.response[open] > summary::after { content: "−" / ""; }
.response > summary:hover { background: var(--shade); }
.response[open] > summary { border-bottom: 1px solid var(--line); border-radius: 10px 10px 0 0; }
.response > :not(summary) { margin-left: 0.875rem !important; margin-right: 0.875rem; }
.response > summary + * { margin-top: 0.625rem !important; }
.table > table { margin: 0.5rem 0; }
.table tr:last-child td { border-bottom: 0; }
.status-code { display: inline-block; min-width: 2.75rem; padding: 0 0.4375rem; text-align: center;
  border-radius: 4px; font: 700 0.75rem/1.5rem var(--mono); color: var(--info);
  background: var(--info-shade); }
.status-2 { color: var(--good); background: var(--good-shade); }
.status-4 { color: var(--warn); background: var(--warn-shade); }
.status-5 { color: var(--bad); background: var(--bad-shade); }
.status-text { font-size: 0.875rem; }
.message { border-top: 1px solid var(--line); padding-top: 0.5rem; margin-top: 1.25rem; }
.message h3 { margin: 0.75rem 0 0.25rem; }
.condition { font-size: 0.8125rem; font-weight: 400; color: var(--quiet); letter-spacing: 0; }
.uses { columns: 2 14rem; padding-left: 1.125rem; }
.samples { margin: 1.5rem 0; }
.samples:not(:has(.tabs)) { display: none; }
@media (min-width: 76rem) {
  .reference:has(.samples .tabs) { display: grid; column-gap: 2.5rem; align-items: start;
    grid-template-columns: minmax(0, 1fr) minmax(22rem, 27rem);
    grid-template-rows: auto auto 1fr; }
  .reference .page-head { grid-column: 1 / -1; }
  .reference .intro, .reference .text { grid-column: 1; }
  .samples { grid-column: 2; grid-row: 2 / span 2; position: sticky; top: calc(var(--top) + 1rem); margin-top: 0;
    max-height: calc(100vh - var(--top) - 2rem); overflow-y: auto; scrollbar-width: thin; }
}
`;
