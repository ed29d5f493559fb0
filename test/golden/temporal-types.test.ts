// The Temporal types in generated code match the types of the program.

import { expect, it } from "vitest";
import { compileFolder, scratchFolder, writeInto } from "./compile-typescript.ts";

const program = `
import type { Instant, PlainDate } from "@specwright/runtime/codegen";
import type { Tick } from "../../cases/dates-temporal/out/types.ts";

export const later: Temporal.Instant = Temporal.Instant.from("2024-02-29T12:30:00Z").add({ hours: 1 });
export const tick: Tick = { at: later, day: Temporal.PlainDate.from("2024-02-29") };
export const at: Temporal.Instant = tick.at;
export const same: [Instant, PlainDate | undefined] = [at, tick.day];
export const day: Temporal.PlainDate | undefined = tick.day?.add({ days: 1 });
`;

it("are those of lib esnext.temporal", { timeout: 120_000 }, async () => {
  const folder = await scratchFolder("temporal-types");
  await writeInto(folder, "program.ts", program);
  const lib = ["es2023", "esnext.temporal", "dom", "dom.iterable"];
  expect(await compileFolder(folder, { lib })).toEqual([]);
  const wrong = program.replace("tick.at;", '"tick.at";');
  await writeInto(folder, "program.ts", wrong);
  expect(await compileFolder(folder, { lib })).not.toEqual([]);
});
