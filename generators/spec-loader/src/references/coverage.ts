import type { Source } from "../diagnostics/diagnostic.ts";
import type { Grammar, Shape } from "../grammar/shape.ts";
import { shapeBelow } from "../grammar/walk.ts";
import { pointerTokens } from "../json/json-pointer.ts";
import type { JsonValue } from "../json/json-value.ts";
import { descend } from "./descend.ts";

/** Records which parts of the files have been walked, and as which kind. */
export interface Coverage {
  /** Adds a part; returns false if it was walked before with the same shape. */
  readonly add: (place: Source, fileRoot: JsonValue, shape: Shape) => boolean;
}

/** Creates an empty coverage. Only the starting points of walks are kept, not every object. */
export function createCoverage(grammar: Grammar): Coverage {
  /** The shapes walked, by file and pointer. */
  const starts = new Map<string, Map<string, Shape[]>>();
  /** Nodes that were requested before: most references lead to a few of them. */
  const known = new Set<string>();
  return {
    add: (place, fileRoot, shape) => {
      if (shape.is === "node") {
        const node = `${place.file}#${place.pointer} ${shape.kind}`;
        if (known.has(node)) return false;
        known.add(node);
      }
      const inFile = starts.get(place.file) ?? new Map<string, Shape[]>();
      starts.set(place.file, inFile);
      const tokens = pointerTokens(place.pointer) ?? [];
      let above = "";
      for (let depth = 0; depth <= tokens.length; depth += 1) {
        if (depth > 0) above = place.pointer.slice(0, nextSlash(place.pointer, above.length));
        for (const start of inFile.get(above) ?? []) {
          const root = descend(fileRoot, tokens.slice(0, depth)).value;
          const reached = shapeBelow(grammar, start, root, tokens.slice(depth));
          if (reached !== undefined && sameNode(reached, shape)) return false;
        }
      }
      inFile.set(place.pointer, [...(inFile.get(place.pointer) ?? []), shape]);
      return true;
    },
  };
}

function nextSlash(pointer: string, from: number): number {
  const slash = pointer.indexOf("/", from + 1);
  return slash < 0 ? pointer.length : slash;
}

function sameNode(left: Shape, right: Shape): boolean {
  if (left.is === "either") return sameNode(left.other, right) || sameNode(left.list, right);
  return left.is === "node" && right.is === "node" && left.kind === right.kind;
}
