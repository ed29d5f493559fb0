// The token of the session. It is kept in `sessionStorage`: a reload and the back button keep the
// session, while other tabs do not get it, and closing the tab forgets it. A cookie would be sent by
// pages of others, and `localStorage` would outlive the browser. A script of somebody else could read
// it, which the policy of the page does not let in.

/** Several services may share an origin. */
const KEY = `specwright-moderation ${location.pathname}`;

/** Returns the token, if somebody has signed in. */
export function storedToken(): string | undefined {
  return sessionStorage.getItem(KEY) ?? undefined;
}

/** Keeps the token of a session; undefined forgets it. */
export function storeToken(token: string | undefined): void {
  if (token === undefined) sessionStorage.removeItem(KEY);
  else sessionStorage.setItem(KEY, token);
}
