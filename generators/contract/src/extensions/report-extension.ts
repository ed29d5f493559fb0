import { extensionSchemas } from "@specwright/spec-loader";
import { contractDiagnostics } from "../diagnostics/contract-diagnostics.ts";
import type { Build } from "../reading/build.ts";
import { type Place, pointerSegments } from "../reading/place.ts";
import { report } from "../reading/problems.ts";

const pages = "https://github.com/specwright/specwright/blob/main/docs/extensions";

/** Reports a fault in an extension, or in a part of one, with the address of its page. */
export function reportExtension(build: Build, place: Place, message: string): void {
  const segments = pointerSegments(place.pointer);
  const name = segments.findLast((segment) => Object.hasOwn(extensionSchemas, segment));
  const { fix } = contractDiagnostics.EXTENSION_SHAPE;
  const page = name === undefined ? pages : `${pages}/${name}.md`;
  report(build, "EXTENSION_SHAPE", place, message, `${fix} It is ${page}`);
}
