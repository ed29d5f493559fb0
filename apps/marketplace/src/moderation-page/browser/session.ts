// Stores the session token in `sessionStorage`. The token survives a reload, is not visible to
// other tabs, and is removed when the tab is closed. A cookie would allow CSRF, and `localStorage`
// would keep the token after the browser is closed. The content security policy blocks foreign
// scripts, which could read the token.

/** The key contains the path, because several services may share an origin. */
const KEY = `specwright-moderation ${location.pathname}`;

/** Returns the stored token; undefined if nobody is signed in. */
export function storedToken(): string | undefined {
  return sessionStorage.getItem(KEY) ?? undefined;
}

/** Stores the token. If it is undefined, removes the stored token. */
export function storeToken(token: string | undefined): void {
  if (token === undefined) sessionStorage.removeItem(KEY);
  else sessionStorage.setItem(KEY, token);
}
