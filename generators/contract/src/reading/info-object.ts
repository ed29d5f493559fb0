import type { Info, Tag } from "../model/contract.ts";
import type { Build } from "./build.ts";
import { listField, objectField, rawObjectField, readExtensions, textField } from "./fields.ts";
import { follow } from "./follow.ts";
import { type ObjectPlace, present } from "./place.ts";

/** Reads the `info` of a document; missing members are empty texts. */
export function readInfo(build: Build, root: ObjectPlace): Info {
  const place = objectField(build, root, "info");
  if (place === undefined) return { title: "", version: "", extensions: new Map() };
  return present({
    title: textField(build, place, "title") ?? "",
    version: textField(build, place, "version") ?? "",
    summary: textField(build, place, "summary"),
    description: textField(build, place, "description"),
    license: rawObjectField(build, place, "license"),
    contact: rawObjectField(build, place, "contact"),
    termsOfService: textField(build, place, "termsOfService"),
    extensions: readExtensions(place),
  });
}

/** Reads a list of Tag Objects. */
export function readTags(build: Build, parent: ObjectPlace): Tag[] {
  const tags: Tag[] = [];
  for (const item of listField(build, parent, "tags")) {
    const place = follow(build, item)?.place;
    const name = place === undefined ? undefined : textField(build, place, "name");
    if (place === undefined || name === undefined) continue;
    tags.push(present({ name, description: textField(build, place, "description") }));
  }
  return tags;
}
