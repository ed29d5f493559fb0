/** The style sheet of the page of a report. */
export const pageStyle = `:root { color-scheme: light dark; }
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
