import type { Source } from "../diagnostics/diagnostic.ts";
import { descend, pointerTokens } from "../json/json-pointer.ts";
import {
  isJsonArray,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  memberOf,
  setMember,
} from "../json/json-value.ts";
import type { Specification } from "../specification.ts";
import type { BundleEdit } from "./bundle-edits.ts";
import type { BundlePlan } from "./plan-bundle.ts";

/** Builds the value of a bundle. */
export function bundleValue(specification: Specification, plan: BundlePlan): JsonValue {
  const { edits } = plan;
  const root = bundledValue({ file: specification.entry.file, pointer: "" });
  let components: JsonObject = isJsonObject(root) ? objectIn(root, "components") : {};
  for (const { section, name, place } of plan.components) {
    const named = { ...objectIn(components, section) };
    setMember(named, name, bundledValue(place));
    components = { ...components, [section]: named };
  }
  return isJsonObject(root) && plan.components.length > 0 ? { ...root, components } : root;

  function bundledValue(place: Source): JsonValue {
    const root = specification.files.get(place.file)?.root ?? null;
    const { value } = descend(root, pointerTokens(place.pointer) ?? []);
    return applyEdit(value, edits.find(place));
  }

  function applyEdit(value: JsonValue, edit: BundleEdit | undefined): JsonValue {
    if (edit === undefined) return value;
    if (edit.text !== undefined) return edit.text;
    if (isJsonArray(value)) {
      return value.map((item, index) => applyEdit(item, edit.below.get(String(index))));
    }
    if (!isJsonObject(value)) return value;
    const content = edit.by === undefined ? {} : bundledValue(edit.by);
    const members = editMembers(value, edit);
    if (edit.by === undefined) return members;
    return isJsonObject(content) && Object.keys(members).length > 0
      ? { ...content, ...members }
      : content;
  }

  function editMembers(value: JsonObject, { by, added, below }: BundleEdit): JsonObject {
    const copy: Record<string, JsonValue> = {};
    for (const key of Object.keys(value)) {
      if (by !== undefined && key === "$ref") continue;
      const edit = below.get(key);
      setMember(copy, edit?.key ?? key, applyEdit(memberOf(value, key) ?? null, edit));
    }
    for (const [key, member] of added) setMember(copy, key, member);
    return copy;
  }
}

function objectIn(object: JsonObject, key: string): JsonObject {
  const member = memberOf(object, key);
  return isJsonObject(member) ? member : {};
}
