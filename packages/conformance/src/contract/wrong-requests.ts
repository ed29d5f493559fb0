// Creates invalid requests from a valid request.

import { compileTemplate, type TemplateValue, type TemplateValues } from "@specwright/runtime";
import type { FeedTemplate } from "@specwright/runtime/transport";
import type { RequestId } from "@specwright/streams/client/protocol";

const WRONG = "no-such-word";
/**
 * The maximum number of invalid requests that are tried. One may be accepted, because a server may
 * ignore unknown members.
 */
const MOST_REQUESTS = 3;

/**
 * Returns requests that differ from a valid request in one text. First, texts that the contract
 * prescribes are replaced, such as the name of a method; then the values of parameters.
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

/** Returns copies of the template: in each copy, one text without a placeholder is replaced. */
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
