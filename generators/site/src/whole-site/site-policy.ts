/** What browsers may load: files of the site, and nothing else. */
export const sitePolicy: string = [
  "default-src 'none'",
  ...["script-src", "style-src", "img-src", "connect-src"].map((each) => `${each} 'self'`),
  "base-uri 'none'",
  "form-action 'self'",
].join("; ");
