// Reads feeds with a strict XML parser and checks the rules of RSS 2.0 and Atom (RFC 4287). This is
// the second reader beside feedsmith, which is lenient.

import assert from "node:assert/strict";
import { parseXml, XmlElement } from "@rgrove/parse-xml";

/** An entry as a reader sees it. */
export interface ReadEntry {
  readonly id: string;
  readonly title: string;
  readonly url: string;
  readonly html: string;
  /** HTML in RSS, text in Atom. */
  readonly summary: string;
  readonly categories: readonly string[];
  readonly published: string | undefined;
}

/** A feed as a reader sees it. */
export interface ReadFeed {
  readonly title: string;
  readonly self: string;
  readonly entries: readonly ReadEntry[];
}

/** Reads an RSS feed. Throws if it is not well-formed, or breaks a rule of RSS. */
export function readRss(text: string): ReadFeed {
  const root = rootOf(text);
  assert.equal(root.name, "rss");
  assert.equal(root.attributes["version"], "2.0");
  const channel = only(root, "channel");
  assertAddress(only(channel, "link").text);
  assert.notEqual(only(channel, "description").text, "");
  assertRfc822(only(channel, "lastBuildDate").text);
  const self = only(channel, "atom:link").attributes;
  assert.equal(self["rel"], "self");
  assert.equal(self["type"], "application/rss+xml");
  const entries = all(channel, "item").map((item): ReadEntry => {
    const guid = only(item, "guid");
    assert.equal(guid.attributes["isPermaLink"], "false");
    const [date] = all(item, "pubDate");
    if (date !== undefined) assertRfc822(date.text);
    return {
      id: guid.text,
      title: only(item, "title").text,
      url: assertAddress(only(item, "link").text),
      html: only(item, "content:encoded").text,
      summary: only(item, "description").text,
      categories: all(item, "category").map((each) => each.text),
      published: date?.text,
    };
  });
  assertUnique(entries);
  return { title: only(channel, "title").text, self: assertAddress(self["href"]), entries };
}

/** Reads an Atom feed. Throws if it is not well-formed, or breaks a rule of RFC 4287. */
export function readAtom(text: string): ReadFeed {
  const root = rootOf(text);
  assert.equal(root.name, "feed");
  assert.equal(root.attributes["xmlns"], "http://www.w3.org/2005/Atom");
  assertTagUri(only(root, "id").text);
  assertRfc3339(only(root, "updated").text);
  assert.notEqual(only(only(root, "author"), "name").text, "");
  const entries = all(root, "entry").map((entry): ReadEntry => {
    const [published] = all(entry, "published");
    assertRfc3339(only(entry, "updated").text);
    if (published !== undefined) {
      assertRfc3339(published.text);
      assert(published.text <= only(entry, "updated").text);
    }
    const content = only(entry, "content");
    assert.equal(content.attributes["type"], "html");
    return {
      id: assertTagUri(only(entry, "id").text),
      title: only(entry, "title").text,
      url: linkOf(entry, "alternate"),
      html: content.text,
      summary: only(entry, "summary").text,
      categories: all(entry, "category").map((each) => each.attributes["term"] ?? ""),
      published: published?.text,
    };
  });
  assertUnique(entries);
  linkOf(root, "alternate");
  return { title: only(root, "title").text, self: linkOf(root, "self"), entries };
}

function rootOf(text: string): XmlElement {
  // An XML parser may treat any of these as a line end, or refuse them.
  // biome-ignore lint/suspicious/noControlCharactersInRegex: controls are what must not occur
  assert.doesNotMatch(text, /[\u0000-\u0008\u000b-\u001f]/);
  const { root } = parseXml(text);
  assert(root);
  return root;
}

function all(parent: XmlElement, name: string): readonly XmlElement[] {
  return parent.children.filter(
    (each) => each instanceof XmlElement && each.name === name,
  ) as XmlElement[];
}

function only(parent: XmlElement, name: string): XmlElement {
  const [found, ...more] = all(parent, name);
  assert(found, `${parent.name} has no ${name}`);
  assert.equal(more.length, 0, `${parent.name} has several ${name}`);
  return found;
}

function linkOf(parent: XmlElement, rel: string): string {
  const [link, ...more] = all(parent, "link").filter((each) => each.attributes["rel"] === rel);
  assert.equal(more.length, 0);
  return assertAddress(link?.attributes["href"]);
}

function assertAddress(text = ""): string {
  assert.match(text, /^https?:\/\/[^\s<>"{}|\\^`]+$/);
  assert(URL.canParse(text));
  return text;
}

function assertTagUri(text: string): string {
  assert.match(text, /^tag:[\w.@-]+,\d{4}(-\d\d){0,2}:[\w\-.~%!$&'()*+,;=:@/?]*$/);
  return text;
}

function assertRfc822(text: string): void {
  assert.match(
    text,
    /^(Mon|Tue|Wed|Thu|Fri|Sat|Sun), \d\d [A-Z][a-z]{2} \d{4} \d\d:\d\d:\d\d GMT$/,
  );
  assert.equal(new Date(text).toUTCString(), text);
}

function assertRfc3339(text: string): void {
  assert.match(text, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/);
  assert(!Number.isNaN(Date.parse(text)));
}

function assertUnique(entries: readonly ReadEntry[]): void {
  assert.equal(new Set(entries.map(({ id }) => id)).size, entries.length);
}
