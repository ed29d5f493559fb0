import {
  CodecError,
  DecimalError,
  errorCodes,
  isProblem,
  isSpecwrightError,
  JsonError,
  jsonPointer,
  NotImplementedError,
  problem,
  RestError,
  SpecwrightError,
  StreamError,
} from "@specwright/runtime";
import { describe, expect, it } from "vitest";

const cause = new Error("below");
const errors: readonly SpecwrightError[] = [
  new JsonError("json_syntax", "bad", { cause }),
  new CodecError("decode", [{ code: "type", pointer: "/a", message: "expected string" }], {
    cause,
  }),
  new DecimalError("decimal_sign", "bad", { cause }),
  new RestError("timeout", "late", { cause, status: 504, operationId: "a" }),
  new StreamError("stream_closed", "over", { cause, closeCode: 1001 }),
  new NotImplementedError("updateListing"),
];

describe("errors", () => {
  it.each(errors.map((error) => [error.name, error] as const))("%s", (name, error) => {
    expect(error.message.startsWith(`${error.code}: `)).toBe(true);
    expect(error).toBeInstanceOf(SpecwrightError);
    expect(String(error)).toBe(`${name}: ${error.message}`);
    expect(isSpecwrightError(error)).toBe(true);
    expect(Object.keys(errorCodes)).toContain(error.code);
    if (!(error instanceof NotImplementedError)) expect(error.cause).toBe(cause);
  });

  it("knows errors of another copy of the package, and no others", () => {
    const foreign = Object.assign(new Error("x"), { name: "RestError", code: "timeout" });
    expect(isSpecwrightError(foreign)).toBe(true);
    for (const other of [
      cause,
      null,
      undefined,
      "RestError",
      { code: "timeout" },
      { name: "RestError" },
    ]) {
      expect(isSpecwrightError(other)).toBe(false);
    }
  });
});

describe("problem", () => {
  it("fills in type and title, and keeps extensions", () => {
    const made = problem(401, "clock_skew", {
      detail: "late",
      server_time: "2025-01-01T00:00:00.000Z",
    });
    expect(made).toEqual({
      type: "about:blank",
      title: "Unauthorized",
      status: 401,
      code: "clock_skew",
      detail: "late",
      server_time: "2025-01-01T00:00:00.000Z",
    });
    expect(isProblem(made)).toBe(true);
    expect(isProblem({ title: "x", status: "400", code: "y" })).toBe(false);
  });
});

describe("jsonPointer", () => {
  it("escapes", () => {
    expect(jsonPointer([])).toBe("");
    expect(jsonPointer(["a/b", 0, "c~d", ""])).toBe("/a~1b/0/c~0d/");
  });
});
