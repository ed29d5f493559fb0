// JSON Feed 1.1 (https://www.jsonfeed.org/version/1.1/) as a JSON Schema: what it requires, and the
// types of what it allows. Extensions are objects whose names start with an underscore.

const text = { type: "string", minLength: 1 };
const address = { type: "string", pattern: "^https?://[^\\s]+$" };
const time = {
  type: "string",
  pattern: "^\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d(\\.\\d+)?(Z|[+-]\\d\\d:\\d\\d)$",
};
const extensions = { "^_": { type: "object" } };
const author = {
  type: "object",
  properties: { name: text, url: address, avatar: address },
  minProperties: 1,
  additionalProperties: false,
};

const item = {
  type: "object",
  required: ["id"],
  anyOf: [{ required: ["content_html"] }, { required: ["content_text"] }],
  properties: {
    id: text,
    url: address,
    external_url: address,
    title: text,
    content_html: text,
    content_text: text,
    summary: text,
    image: address,
    banner_image: address,
    date_published: time,
    date_modified: time,
    authors: { type: "array", items: author },
    tags: { type: "array", items: text, uniqueItems: true },
    language: text,
  },
  patternProperties: extensions,
  additionalProperties: false,
};

export const jsonFeedSchema = {
  type: "object",
  required: ["version", "title", "items"],
  properties: {
    version: { const: "https://jsonfeed.org/version/1.1" },
    title: text,
    home_page_url: address,
    feed_url: address,
    description: text,
    user_comment: text,
    next_url: address,
    icon: address,
    favicon: address,
    authors: { type: "array", items: author },
    language: text,
    expired: { type: "boolean" },
    items: { type: "array", items: item },
  },
  patternProperties: extensions,
  additionalProperties: false,
};
