import { joinPointer, pointerTokens } from "../json/json-pointer.ts";
import { type LoadedFile, specFile } from "../text/loaded-file.ts";
import { type EditTree, editValue, tokensBefore } from "./edit-tree.ts";

/** Returns a file with an edited value. Its text, and so the places in it, stay as they are. */
export function editFile(file: LoadedFile, tree: EditTree): LoadedFile {
  const { spec } = file;
  const before = (pointer: string): string =>
    joinPointer("", ...tokensBefore(tree, spec.root, pointerTokens(pointer) ?? []));
  return {
    spec: specFile(spec.file, spec.format, spec.text, editValue(spec.root, tree) ?? null),
    url: file.url,
    place: (pointer) => file.place(before(pointer)),
    offset: (pointer) => file.offset(before(pointer)),
  };
}
