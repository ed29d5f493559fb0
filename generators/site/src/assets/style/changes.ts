/** The styles of pages about changes, versions and searches. */
export const changesStyle = `.verdict { font-size: 1.0625rem; margin: 0.75rem 0; }
.verdict strong { font-weight: 650; }
.page-change .verdict { padding: 0.75rem 1rem; border-radius: 10px; background: var(--shade);
  border-left: 4px solid var(--mark, var(--strong-line)); }
.released, .subject { color: var(--quiet); margin: 0.25rem 0 0.75rem; }
.crumbs { margin: 0 0 0.25rem; font-size: 0.8125rem; font-weight: 600; }
.crumbs a { display: inline-block; padding: 0.125rem 0; text-decoration: none; }
.class-breaking { --mark: var(--bad); --mark-shade: var(--bad-shade); }
.class-potentially-breaking { --mark: var(--warn); --mark-shade: var(--warn-shade); }
.class-deprecation { --mark: var(--violet); --mark-shade: var(--violet-shade); }
.class-non-breaking { --mark: var(--good); --mark-shade: var(--good-shade); }
.class-docs { --mark: var(--info); --mark-shade: var(--info-shade); }
.counts { display: flex; flex-wrap: wrap; gap: 0.5rem; list-style: none; padding: 0;
  margin: 0.75rem 0 1.5rem; }
.counts li { padding: 0.25rem 0.75rem; border-radius: 8px; font-size: 0.875rem;
  color: var(--mark); background: var(--mark-shade); }
.changes h2 { padding-bottom: 0.375rem; border-bottom: 2px solid var(--mark); }
.changes h3 { font-size: 0.9375rem; margin: 1.25rem 0 0.375rem; }
.changes h3 a { text-decoration: none; }
.changes h3 a:hover { text-decoration: underline; }
.change-list { list-style: none; padding: 0; margin: 0.25rem 0 1rem; }
.changes .change-list li { padding: 0.5rem 0 0.5rem 0.875rem; border-left: 3px solid var(--mark);
  margin: 0.5rem 0; }
.change-list p { margin: 0; }
.change-list .what { font-weight: 500; }
.change-list .why { color: var(--quiet); font-size: 0.875rem; }
.change-list details { font-size: 0.875rem; margin-top: 0.25rem; }
.change-list a { display: inline-block; min-height: 1.5rem; }
.change-list li:target { background: var(--accent-shade); }
.reach { font-size: 0.875rem; color: var(--quiet); }
.reach ul { margin: 0.25rem 0 0.75rem; }
.neighbours ul, .filters ul, .parts ol, .links { display: flex; flex-wrap: wrap; list-style: none;
  gap: 0.5rem; padding: 0; margin: 1.25rem 0; }
.neighbours ul { justify-content: space-between; gap: 0.5rem 2rem; border-top: 1px solid var(--line);
  padding-top: 1rem; }
.neighbours li { max-width: 30rem; }
.filters a, .parts a { display: block; padding: 0.1875rem 0.875rem; border-radius: 999px;
  border: 1px solid var(--strong-line); color: var(--text); text-decoration: none;
  font-size: 0.875rem; }
.filters a:hover, .parts a:hover { background: var(--hover); }
.filters a[aria-current="page"], .parts a[aria-current="page"] { font-weight: 600;
  color: var(--on-accent); background: var(--accent); border-color: var(--accent); }
.release { padding: 1.25rem 0; border-top: 1px solid var(--line); }
.release h2 { margin: 0; }
.release .change-list li { padding: 0.1875rem 0; }
.release h2 a { color: inherit; text-decoration: none; }
.release h2 a:hover { text-decoration: underline; }
.release .label { display: inline-block; min-width: 8.5rem; font-size: 0.8125rem; font-weight: 600;
  color: var(--mark); }
.sides { display: grid; gap: 0.75rem; margin: 0.75rem 0;
  grid-template-columns: repeat(auto-fit, minmax(min(18rem, 100%), 1fr)); }
.side-text { border: 1px solid var(--line); border-radius: 10px; padding: 0.75rem 1rem;
  min-width: 0; }
.side-text h3 { margin: 0; font-size: 0.8125rem; }
.side-text p { margin: 0.375rem 0 0; white-space: pre-wrap; }
.side-text del { background: var(--bad-shade); color: var(--bad); }
.side-text ins { background: var(--good-shade); color: var(--good); }
.sources .side-text { padding: 0.75rem 0; }
.sources :is(h3, p, summary) { margin-left: 1rem; margin-right: 1rem; }
.sources pre { margin: 0; overflow-x: auto; font-size: 0.8125rem; line-height: 1.5;
  white-space: pre-wrap; overflow-wrap: anywhere; }
.sources pre code { background: none; border: 0; padding: 0; display: block; font-size: inherit; }
.sources code > * { display: block; text-decoration: none; padding: 0 0.5rem 0 6.5rem;
  text-indent: -6.5rem; }
.line-number { display: inline-block; min-width: 3.5rem; padding-right: 0.75rem; text-indent: 0;
  text-align: right;
  color: var(--quiet); user-select: none; }
:is(ins, del) > .line-number { color: inherit; }
.unseen { position: absolute; clip-path: inset(50%); width: 1px; height: 1px; overflow: hidden; }
.subscribe { float: right; margin: 0.75rem 0 0.875rem 1rem; font-size: 0.875rem; }
.subscribe a { display: inline-block; min-height: 1.5rem; margin-left: 0.5rem; font-weight: 600; }
form.subscribe { clear: right; display: flex; gap: 0.375rem; align-items: center; margin-top: 0; }
.subscribe label { display: flex; gap: 0.5rem; align-items: center; }
.subscribe input { min-height: 2.125rem; width: 12rem; min-width: 0; padding: 0 0.75rem;
  background: var(--shade); border: 1px solid var(--strong-line); border-radius: 8px; }
@media (max-width: 36rem) { h1:has(+ .subscribe) { float: none; max-width: none; }
  .subscribe { float: none; margin: 0 0 0.75rem; }
  .subscribe a:first-child { margin-left: 0; } }
.interfaces { list-style: none; padding: 0; display: grid; gap: 1rem;
  grid-template-columns: repeat(auto-fill, minmax(min(20rem, 100%), 1fr)); }
.interface { border: 1px solid var(--line); border-radius: 12px; padding: 1.125rem 1.25rem;
  display: flex; flex-direction: column; }
.interface p { margin: 0.375rem 0; }
.interface .released { font-size: 0.875rem; }
.interface .released strong { color: var(--text); font-weight: 600; }
.interface .links { padding-top: 0.625rem; border-top: 1px solid var(--line); margin-top: auto; }
.links.start-links { margin: 0.75rem 0 1.75rem; font-size: 0.9375rem; }
.interface time { white-space: nowrap; }
.interface h2 { margin: 0; }
.interface h2 a { color: var(--text); text-decoration: none; }
.interface h2 a:hover { text-decoration: underline; }
.links { gap: 0.25rem 1rem; margin: 0.75rem 0 0; font-size: 0.875rem; font-weight: 500; }
.links a { display: inline-block; min-height: 1.5rem; }
.top:not(:has(.search)) .theme { margin-left: auto; }
.pairs { list-style: none; padding: 0; margin: 0; }
.pairs a, td > a, th > a { display: inline-block; min-height: 1.5rem; }
.compare { display: flex; flex-wrap: wrap; gap: 0.75rem; align-items: end; }
.compare label { display: grid; gap: 0.25rem; font-size: 0.8125rem; color: var(--quiet); }
.compare select { font: inherit; min-height: 2.125rem; padding: 0 0.5rem; color: var(--text);
  background: var(--paper); border: 1px solid var(--strong-line); border-radius: 8px; }
.compare button, .search-form button { min-height: 2.125rem; color: var(--on-accent);
  background: var(--accent); border-color: var(--accent); font-weight: 600; }
.search-form { display: grid; grid-template-columns: minmax(0, 36rem) auto;
  justify-content: start; gap: 0.375rem 0.5rem; }
.search-form label { grid-column: 1 / -1; color: var(--quiet); font-size: 0.8125rem; }
.search-form input { min-height: 2.125rem; padding: 0 0.75rem; background: var(--shade);
  border: 1px solid var(--strong-line); border-radius: 8px; }
.found { list-style: none; padding: 0; }
.found li { padding: 0.625rem 0; border-top: 1px solid var(--line); }
.found a { display: block; text-decoration: none; }
.found a:hover code { text-decoration: underline; }
.found p { margin: 0.125rem 0 0; color: var(--quiet); font-size: 0.875rem; }
.found .kind { display: inline-block; min-width: 5.25rem; font-size: 0.8125rem; font-weight: 600;
  color: var(--quiet); }
.found .where { color: var(--quiet); font-size: 0.875rem; }
/* On a phone, each row is a list of its cells. */
@media (max-width: 44rem) {
  .stacked, .stacked caption, .stacked tbody, .stacked tr, .stacked tbody th, .stacked td {
    display: block; width: auto; }
  .stacked thead { position: absolute; clip-path: inset(50%); width: 1px; height: 1px;
    overflow: hidden; }
  .stacked tr { padding: 0.625rem 0; border-bottom: 1px solid var(--line); }
  .stacked tbody th, .stacked td { padding: 0.125rem 0; border: 0; }
  .stacked td { position: relative; padding-left: 8rem; }
  .stacked td::before { content: attr(data-label) / ""; position: absolute; left: 0;
    color: var(--quiet); font-size: 0.8125rem; }
}
@media (max-width: 36rem) {
  .release .label { display: block; }
  .found .kind { min-width: 0; margin-right: 0.25rem; }
}
`;
