/** Reports whether fetch can send to a URL. Browsers resolve a path against their page. */
export function isUrl(url: string): boolean {
  return /^(?:https?:\/\/|\/)/i.test(url) && URL.canParse(url, "https://page");
}
