// Converts changes from the API of a publisher to the changes of `specwright diff`.

import { posix } from "node:path";
import {
  type Affected,
  type Change,
  type ChangeClass,
  changeClasses,
  type Direction,
  type Subject,
  type Surface,
} from "@specwright/diff";
import type { Change as PublishedChange, SourcePlace } from "@specwright/publisher-api/types";
import type { Position } from "@specwright/spec-loader";

/** The paths of the two documents, as the publisher knows them. */
export interface ComparedPaths {
  readonly base: string;
  readonly head: string;
}

/** Converts a change. A newer publisher may use unknown words. They are kept if they are only printed. */
export function convertChange(published: PublishedChange, paths: ComparedPaths): Change {
  const { id, rule, base, head, witness, sunset, message, why } = published;
  const direction = directionOf(published.direction);
  return {
    // The rule may be unknown, because the publisher is newer. Its name is printed.
    ruleId: rule as Change["ruleId"],
    class: knownClass(published.class),
    surface: surfaceOf(published.surface),
    subject: subjectOf(published.subject),
    ...(direction !== undefined && { direction }),
    ...(base && { base: convertPosition(base, paths.base) }),
    ...(head && { revision: convertPosition(head, paths.head) }),
    affects: published.affects.map((operation) => convertAffected(operation, direction)),
    message,
    why,
    ...(witness && {
      witness: {
        value: witness.value as NonNullable<Change["witness"]>["value"],
        validIn: witness.valid_in === "base" ? ("base" as const) : ("revision" as const),
      },
    }),
    ...(sunset !== null && { sunset }),
    fingerprint: id,
  };
}

/**
 * Converts a class. Treats an unknown class as potentially breaking. Otherwise a build could pass only
 * because this command is older than the publisher.
 */
function knownClass(name: PublishedChange["class"]): ChangeClass {
  const known = name.replaceAll("_", "-");
  return changeClasses.find((each) => each === known) ?? "potentially-breaking";
}

function surfaceOf(name: PublishedChange["surface"]): Surface {
  return (["code", "docs"] as const).find((each) => each === name) ?? "wire";
}

function directionOf(name: PublishedChange["direction"]): Direction | undefined {
  return (["request", "response", "both"] as const).find((each) => each === name);
}

function subjectOf({ kind, name, path }: PublishedChange["subject"]): Subject {
  return { kind: kind as Subject["kind"], name, ...(path !== null && { path }) };
}

/** Converts the position of a change. Its file becomes relative to the folder of the document. */
function convertPosition({ file, ...place }: SourcePlace, document: string): Position {
  return { ...place, file: posix.relative(posix.dirname(document), file) };
}

function convertAffected(operation: string, direction: Direction | undefined): Affected {
  return { operation, part: "", direction: direction === "response" ? "response" : "request" };
}
