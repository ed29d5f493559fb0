// Requests that no server can carry out, made from one that it can.

import { compileTemplate, type TemplateValue, type TemplateValues } from "@specwright/runtime";
import type { FeedTemplate } from "@specwright/runtime/transport";
import type { RequestId } from "@specwright/streams/client/protocol";

const WRONG = "no-such-word";
/** How many wrong requests are tried, since a server may accept unknown members. */
const MOST_REQUESTS = 3;

/**
 * Returns requests that differ from a right one in a word: first in those that the contract fixes,
 * such as the name of a method, then in the values of parameters.
 */
export function wrongRequests(
  subscribe: FeedTemplate,
  values: TemplateValues,
): readonly ((id: RequestId) => TemplateValue)[] {
  const template = compileTemplate(subscribe);
  const named = template.names.filter((name) => typeof values[name] === "string");
  const inWords = withWrongWords(subscribe).map((wrong) => {
    const compiled = compileTemplate(wrong);
    return (id: RequestId) => compiled.fill({ ...values, id });
  });
  const inValues = named.map(
    (name) => (id: RequestId) => template.fill({ ...values, [name]: WRONG, id }),
  );
  return [...inWords, ...inValues].slice(0, MOST_REQUESTS);
}

/** Returns the template once for each text in it that has no placeholder, with another text there. */
function withWrongWords(template: FeedTemplate): readonly FeedTemplate[] {
  if (typeof template === "string") return template.includes("{") ? [] : [WRONG];
  if (typeof template !== "object" || template === null) return [];
  if (isList(template)) {
    return template.flatMap((item, at) =>
      withWrongWords(item).map((wrong) => template.with(at, wrong)),
    );
  }
  return Object.entries(template).flatMap(([name, item]) =>
    withWrongWords(item).map((wrong) => ({ ...template, [name]: wrong })),
  );
}

function isList(template: object): template is readonly FeedTemplate[] {
  return Array.isArray(template);
}
