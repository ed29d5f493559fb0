// Creates invalid requests from a valid request.

import { compileTemplate, type TemplateValue, type TemplateValues } from "@specwright/runtime";
import type { FeedTemplate } from "@specwright/runtime/transport";
import type { RequestId } from "@specwright/streams/client/protocol";

const WRONG = "no-such-word";
/**
 * The maximum number of invalid requests that are tried. Several are needed, because a server may ignore
 * unknown members and accept a request.
 */
const MOST_REQUESTS = 3;

/**
 * Returns requests that differ from a valid request in one text. In the first requests, a text that the
 * contract fixes is replaced, such as the name of a method. In the others, the value of a parameter is
 * replaced.
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

/** Returns copies of the template. In each copy, one text without placeholders is replaced. */
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
