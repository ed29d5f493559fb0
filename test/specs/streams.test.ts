// The streams contract passes the official parser and Spectral, describes everything, and has valid
// examples.

import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js";
import formats from "ajv-formats";
import { describe, expect, it } from "vitest";
import {
  asArray,
  asObject,
  enumValues,
  followPointer,
  isObject,
  type Json,
  type JsonObject,
  readSpec,
  resolveReference,
  specsFolder,
  toDoubles,
  walkJson,
} from "./read-spec.ts";

const file = "streams/asyncapi.yaml";
const document = asObject(readSpec(file));
const messages = Object.entries(asObject(followPointer(document, "/components/messages"))).map(
  ([id, value]): readonly [string, JsonObject] => [id, asObject(value)],
);
const schemas = Object.entries(asObject(followPointer(document, "/components/schemas")));

const base = "https://specwright.example/streams";
const ajv = new Ajv2020({ strict: false, allErrors: true });
formats.default(ajv);
ajv.addSchema({ $id: base, ...(toDoubles(document) as object) });

// Both linters report, as a notice, that AsyncAPI 3.1 exists. The contract is a 3.0 document.
const accepted: ReadonlySet<string> = new Set(["asyncapi-latest-version"]);

describe("linting", () => {
  const program = new URL("lint-asyncapi.mjs", import.meta.url).pathname;
  const output = execFileSync(process.execPath, [program, join(specsFolder, file)]);
  const found = JSON.parse(output.toString()) as Record<
    "parser" | "spectral",
    readonly { readonly code: string }[]
  >;

  it.each(["parser", "spectral"] as const)("T17 passes the %s without a diagnostic", (linter) => {
    expect(found[linter].filter(({ code }) => !accepted.has(code))).toEqual([]);
  });
});

describe("examples", () => {
  it.each(["seq", "md_seq", "last_seq", "units"])("T17 show %s beyond 2^53", (name) => {
    const shown = messages.flatMap(([, { examples }]) => valuesNamed(examples, name));
    expect(shown.some((value) => typeof value === "bigint" && value > 2n ** 53n)).toBe(true);
  });

  it.each(messages)("T17 %s has examples that match its payload", (id, message) => {
    const examples = asArray(message["examples"]).map(asObject);
    expect(examples.length).toBeGreaterThan(0);
    const validate = validatorOf(`#/components/messages/${id}/payload`);
    for (const { payload = null } of examples) {
      expect(violations(validate, payload)).toEqual([]);
    }
  });

  it.each(messages)("%s is refused without any one of its required fields", (id, message) => {
    const [example] = asArray(message["examples"]).map(asObject);
    const payload = asObject(example?.["payload"]);
    const required = requiredOf(message["payload"]);
    expect(required.length).toBeGreaterThan(0);
    const validate = validatorOf(`#/components/messages/${id}/payload`);
    for (const name of required) {
      const { [name]: _, ...rest } = payload;
      expect(violations(validate, rest), `without ${name}`).not.toEqual([]);
    }
  });

  const timed = messages.filter(([id]) => id !== "subscribe" && id !== "unsubscribe");
  it.each(timed)("%s shows a time that a double cannot hold", (_id, message) => {
    for (const example of asArray(message["examples"]).map(asObject)) {
      const time = asObject(example["payload"])["ts_ns"];
      expect(typeof time).toBe("bigint");
      if (typeof time === "bigint") expect(BigInt(Number(time))).not.toBe(time);
    }
  });

  it("shows every variant of an event update", () => {
    const shown = asArray(followPointer(document, "/components/messages/eventUpdate/examples")).map(
      (example) => asObject(asObject(example)["payload"])["event_type"],
    );
    expect(new Set(shown)).toEqual(
      new Set(enumValues(followPointer(document, "/components/schemas/LifecycleEventType"))),
    );
  });

  it.each(schemas)("%s has only valid examples", (name, schema) => {
    const validate = validatorOf(`#/components/schemas/${name}`);
    for (const example of asArray(asObject(schema)["examples"])) {
      expect(violations(validate, example)).toEqual([]);
    }
  });
});

describe("descriptions", () => {
  it("describes every schema and every field", () => {
    const bare: string[] = [];
    walkJson(document, (node, pointer) => {
      if (!/\/(properties|schemas)$/.test(pointer)) return;
      for (const [name, schema] of Object.entries(node)) {
        const own = asObject(schema)["description"];
        const referred = asObject(resolveReference(document, schema))["description"];
        if (own === undefined && referred === undefined) bare.push(`${pointer}/${name}`);
      }
    });
    expect(bare).toEqual([]);
  });

  it.each(["channels", "operations", "servers"])("describes all %s", (part) => {
    for (const [id, value] of Object.entries(asObject(document[part]))) {
      expect(asObject(value), id).toMatchObject({
        title: expect.any(String),
        summary: expect.any(String),
        description: expect.any(String),
      });
    }
  });

  it.each(messages)("%s has name, title, summary, description and content type", (_id, message) => {
    expect(message).toMatchObject({
      name: expect.any(String),
      title: expect.any(String),
      summary: expect.any(String),
      description: expect.any(String),
      contentType: "application/json",
    });
  });
});

describe("numbers", () => {
  it("gives every 64-bit integer a format, and bounds every 32-bit one", () => {
    const wrong: string[] = [];
    walkJson(document, (node, pointer) => {
      // A branch adds bounds to what the schema around it describes.
      if (/\/anyOf\/\d+$/.test(pointer)) return;
      for (const [name, value] of Object.entries(asObject(node["properties"]))) {
        const { type, format, minimum, maximum } = asObject(value);
        const wide = /(^|_)(seq|ns)$|^units$/.test(name);
        if (wide && format !== "int64") wrong.push(`${pointer}/properties/${name}`);
        if (type !== "integer" || wide) continue;
        if (format === "int32" && (minimum === undefined || maximum === undefined)) {
          wrong.push(`${pointer}/properties/${name}`);
        }
      }
    });
    expect(wrong).toEqual([]);
  });
});

function validatorOf(reference: string): ValidateFunction {
  return ajv.compile({ $ref: `${base}${reference}` });
}

function violations(validate: ValidateFunction, value: Json): unknown[] {
  validate(toDoubles(value));
  return [...(validate.errors ?? []), ...outOfRange(value)];
}

/** Returns the integers outside of int64. ajv cannot find them, because it sees doubles. */
function outOfRange(value: Json): bigint[] {
  if (typeof value === "bigint") return BigInt.asIntN(64, value) === value ? [] : [value];
  if (Array.isArray(value)) return value.flatMap((item: Json) => outOfRange(item));
  return isObject(value) ? Object.values(value).flatMap(outOfRange) : [];
}

function requiredOf(payload: Json | undefined): readonly string[] {
  const schema = asObject(resolveReference(document, payload));
  const [variant] = asArray(schema["oneOf"]);
  const { required } =
    variant === undefined ? schema : asObject(resolveReference(document, variant));
  return asArray(required).filter((name) => typeof name === "string");
}

/** Returns the values of all members with a name, at any depth. */
function valuesNamed(value: Json | undefined, name: string): readonly Json[] {
  const members = Array.isArray(value)
    ? [...(value as readonly Json[]).entries()]
    : Object.entries(asObject(value));
  return members.flatMap(([key, item]) => [
    ...(key === name ? [item] : []),
    ...valuesNamed(item, name),
  ]);
}
