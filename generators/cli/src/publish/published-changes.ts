// Converts the changes that a publisher found to changes of `specwright diff`.

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

/** The paths of the two compared documents, relative to the common folders of their files. */
export interface ComparedPaths {
  readonly base: string;
  readonly head: string;
}

/** Converts a change. Keeps unknown words of a newer publisher where they are only shown. */
export function convertChange(published: PublishedChange, paths: ComparedPaths): Change {
  const { id, rule, base, head, witness, sunset, message, why } = published;
  const direction = directionOf(published.direction);
  return {
    // An unknown rule of a newer publisher is shown by its name.
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

/** An unknown class counts as severe: a build must not pass only because this version is old. */
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

/** Changes name files relative to the folder of their document. */
function convertPosition({ file, ...place }: SourcePlace, document: string): Position {
  return { ...place, file: posix.relative(posix.dirname(document), file) };
}

function convertAffected(operation: string, direction: Direction | undefined): Affected {
  return { operation, part: "", direction: direction === "response" ? "response" : "request" };
}
