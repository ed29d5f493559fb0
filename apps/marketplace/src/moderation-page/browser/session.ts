// Keeps the token of the session in `sessionStorage`. The token survives a reload, other tabs do
// not get it, and closing the tab removes it. A cookie would allow CSRF, and `localStorage` would
// outlive the browser. The content security policy keeps out foreign scripts that could read it.

/** The key contains the path, because several services may share an origin. */
const KEY = `specwright-moderation ${location.pathname}`;

/** Returns the token; undefined if not signed in. */
export function storedToken(): string | undefined {
  return sessionStorage.getItem(KEY) ?? undefined;
}

/** Stores the token; undefined removes it. */
export function storeToken(token: string | undefined): void {
  if (token === undefined) sessionStorage.removeItem(KEY);
  else sessionStorage.setItem(KEY, token);
}
