// Functions that write arrays.

import type { ObjectSchema } from "@specwright/contract";
import { hasOnly } from "../../schema/has-only.ts";
import {
  callStep,
  callWriter,
  refuseIf,
  type Step,
  textStep,
  type WritePrinter,
  type Writer,
} from "./writer.ts";

/** Creates the writer of an array schema. */
export function arrayWriter(
  print: WritePrinter,
  schema: ObjectSchema,
  name: string,
): Writer | undefined {
  if (!hasOnly(schema, ["types", "items", "minItems", "maxItems"])) return undefined;
  const { items, minItems = 0, maxItems } = schema;
  const item = items === undefined ? callWriter("writeAny") : print.writer(items, `${name}Item`);
  if (item === undefined) return undefined;
  return (subject, scope) => {
    const each = scope.name("item");
    const limits: Step[] = [refuseIf(`!Array.isArray(${subject})`)];
    if (minItems > 0) limits.push(refuseIf(`${subject}.length < ${minItems}`));
    if (maxItems !== undefined) limits.push(refuseIf(`${subject}.length > ${maxItems}`));
    const only = item("item", { name: (wanted) => wanted });
    const [step] = only;
    if (only.length === 1 && step?.kind === "value" && step.callee !== undefined) {
      return [...limits.slice(1), callStep("writeArray", subject, step.callee)];
    }
    return [
      ...limits,
      textStep("["),
      {
        kind: "branches",
        branches: [
          {
            open: `for (const ${each} of ${subject})`,
            steps: [...item(each, scope), textStep(",")],
          },
        ],
      },
      // The closing bracket overwrites the last comma.
      { kind: "check", statement: `if (${subject}.length > 0) to -= 1;` },
      textStep("]"),
    ];
  };
}
