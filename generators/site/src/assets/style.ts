// The style sheet of all pages.

/** The style sheet. */
export const styleText: string = `:root { color-scheme: light dark; }
`;
