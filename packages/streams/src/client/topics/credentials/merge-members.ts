import type { TemplateValue } from "@specwright/runtime";

/** Adds members to a request. If both have an object with the same name, the two objects are merged. */
export function mergeMembers(
  payload: TemplateValue,
  members: TemplateValue | undefined,
): TemplateValue {
  if (members === undefined) return payload;
  if (!isMembers(payload) || !isMembers(members)) return members;
  const added = Object.entries(members).map(([name, member]) => {
    const own = Object.hasOwn(payload, name) ? payload[name] : undefined;
    return [name, own === undefined ? member : mergeMembers(own, member)];
  });
  return { ...payload, ...Object.fromEntries(added) };
}

function isMembers(value: TemplateValue): value is { readonly [name: string]: TemplateValue } {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
