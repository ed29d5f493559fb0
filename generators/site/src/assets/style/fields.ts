/** The styles of fields, and of all elements inside fields. */
export const fieldStyle = `.fields { list-style: none; margin: 0.5rem 0; padding: 0;
  border-top: 1px solid var(--line); }
.field { padding: 0.75rem 0; border-bottom: 1px solid var(--line); }
.field:last-child { border-bottom: 0; }
.field p, .variant p { margin: 0.25rem 0; }
.field-head { display: flex; flex-wrap: wrap; align-items: baseline; gap: 0 0.5rem;
  margin: 0 !important; line-height: 1.625rem; }
.field-head .name code { background: none; border: 0; padding: 0; font-size: 0.875rem;
  font-weight: 650; }
.type { color: var(--quiet); font-size: 0.8125rem; }
.type code { background: none; border: 0; padding: 0; }
.schema-type { margin: 0.25rem 0; }
.anchor { display: inline-block; min-width: 1.5rem; text-align: center; color: var(--quiet);
  text-decoration: none; font-weight: 400; border-radius: 4px; opacity: 0.75; }
.anchor:hover, .anchor:focus-visible, :target > .field-head .anchor { color: var(--accent);
  opacity: 1; background: var(--hover); }
.field .prose, .variant .prose { font-size: 0.875rem; }
.facts, .values-list { display: flex; flex-wrap: wrap; gap: 0.125rem 1rem; margin: 0.25rem 0;
  padding: 0; list-style: none; font-size: 0.8125rem; color: var(--quiet); }
.values { font-size: 0.8125rem; color: var(--quiet); }
.values p { margin: 0.25rem 0 0; }
.values-list { gap: 0.25rem 0.5rem; }
.continued { font-size: 0.8125rem; color: var(--quiet); }
.nested:not(.response) { margin: 0.375rem 0; }
.nested:not(.response) > summary { display: inline-flex; align-items: center; gap: 0.375rem;
  padding: 0.0625rem 0.625rem 0.0625rem 0.5rem; border: 1px solid var(--line);
  border-radius: 999px; font-size: 0.8125rem; color: var(--quiet); list-style: none; }
.nested:not(.response) > summary::-webkit-details-marker { display: none; }
.nested:not(.response) > summary::before { content: "+" / ""; font-family: var(--mono);
  width: 0.75rem; text-align: center; }
.nested[open]:not(.response) > summary::before { content: "−" / ""; }
.nested:not(.response) > summary:hover { background: var(--hover); color: var(--text); }
.nested:not(.response, .more)[open] > summary ~ * { margin-left: 0.5rem; padding-left: 0.875rem;
  border-left: 2px solid var(--line); }
.nested summary code { background: none; border: 0; padding: 0; }
.variants-title { font-size: 0.8125rem; color: var(--quiet); margin: 0.5rem 0 0.25rem; }
.nested.variant { display: block; }
.variant-name { font-weight: 650; color: var(--text); }
:target:not(main, .side, h2, h3) { box-shadow: -0.75rem 0 0 var(--accent-shade);
  background: var(--accent-shade); border-radius: 6px; }
`;
