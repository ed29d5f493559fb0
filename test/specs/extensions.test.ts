// The extensions: each use matches its JSON Schema, each has a page, and the names in it exist.

import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { extensionSchemas } from "@specwright/spec-loader";
import { Ajv2020 } from "ajv/dist/2020.js";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import {
  asArray,
  asObject,
  docsFolder,
  enumValues,
  fieldsOf,
  followPointer,
  type Json,
  listSpecs,
  readSpec,
  resolveReference,
  toDoubles,
  walkJson,
} from "./read-spec.ts";

const base = "https://unpkg.com/@specwright/cli/dist/extensions/";
const suffix = ".schema.json";
const folder = fileURLToPath(
  new URL("../../generators/spec-loader/src/extensions", import.meta.url),
);
const ajv = new Ajv2020({ allErrors: true, strictTypes: false });
const names = Object.keys(extensionSchemas);
const files = readdirSync(folder)
  .filter((file) => file.endsWith(suffix))
  .map((file) => file.slice(0, -suffix.length));
for (const schema of Object.values(extensionSchemas)) ajv.addSchema(schema);

it("every schema is exported, and its address is the address of the published file", () => {
  expect(names).toEqual(files);
  for (const name of names) {
    const schema = JSON.parse(readFileSync(join(folder, name + suffix), "utf8")) as Json;
    expect(asObject(schema)["$id"]).toBe(base + name + suffix);
  }
});

interface Use {
  readonly name: string;
  readonly where: string;
  readonly value: Json;
}

const uses: Use[] = [];
for (const file of listSpecs()) {
  walkJson(readSpec(file), (node, pointer) => {
    if (/\/(properties|patternProperties)$/.test(pointer)) return;
    for (const [name, value] of Object.entries(node)) {
      if (name.startsWith("x-")) uses.push({ name, where: `${file}#${pointer}/${name}`, value });
    }
  });
}

describe("every use", () => {
  it("has a schema and a page", () => {
    const strange = uses.filter(({ name }) => !names.includes(name)).map(({ where }) => where);
    expect(strange).toEqual([]);
  });

  it.each(names)("of %s matches its schema", (name) => {
    const validate = ajv.getSchema(base + name + suffix);
    const wrong = uses
      .filter((use) => use.name === name)
      .flatMap(({ where, value }) =>
        validate?.(toDoubles(value)) === true ? [] : [{ where, errors: validate?.errors }],
      );
    expect(wrong).toEqual([]);
  });
});

describe("every extension", () => {
  it.each(names)("%s is used", (name) => {
    expect(uses.some((use) => use.name === name)).toBe(true);
  });

  it.each(names)("%s has a page that the index lists", (name) => {
    const page = join(docsFolder, "extensions", `${name}.md`);
    expect(existsSync(page)).toBe(true);
    const index = readFileSync(join(docsFolder, "extensions", "README.md"), "utf8");
    expect(index).toContain(`(${name}.md)`);
  });

  it.each(names)(
    "%s has a page that names each of its fields, or refers to such a page",
    (name) => {
      const page = readFileSync(join(docsFolder, "extensions", `${name}.md`), "utf8");
      const catalogue = `../../generators/spec-loader/catalog/${name.slice(2)}.md`;
      const all = page.includes(`](${catalogue})`)
        ? readFileSync(join(docsFolder, "extensions", catalogue), "utf8")
        : page;
      const missing = fieldsOf(
        asObject(ajv.getSchema(base + name + suffix)?.schema as Json),
      ).filter((field) => !new RegExp(`\`(?:\\S*\\.)?${field}\``).test(all));
      expect(missing).toEqual([]);
    },
  );

  it.each(names)("%s has a page with examples that match its schema", (name) => {
    const page = readFileSync(join(docsFolder, "extensions", `${name}.md`), "utf8");
    const found: Json[] = [];
    for (const [, example = ""] of page.matchAll(/```yaml\n([\s\S]*?)```/g)) {
      walkJson(parse(example, { intAsBigInt: true }) as Json, (node) => {
        if (node[name] !== undefined) found.push(node[name]);
      });
    }
    expect(found).not.toEqual([]);
    const validate = ajv.getSchema(base + name + suffix);
    for (const value of found)
      expect(validate?.(toDoubles(value)), ajv.errorsText(validate?.errors)).toBe(true);
  });
});

describe("streams", () => {
  const document = readSpec("streams/asyncapi.yaml");
  const channels = Object.entries(asObject(asObject(document)["channels"])).map(
    ([id, value]) => [id, asObject(value)] as const,
  );
  const payloadOf = (channel: Json, message: Json | undefined) =>
    asObject(
      resolveReference(
        document,
        asObject(resolveReference(document, followPointer(channel, `/messages/${text(message)}`)))[
          "payload"
        ],
      ),
    );
  const fieldsOfMessage = (channel: Json, message: Json | undefined): readonly string[] => {
    const payload = payloadOf(channel, message);
    const [variant] = asArray(payload["oneOf"]);
    const schema = variant === undefined ? payload : asObject(resolveReference(document, variant));
    return Object.keys(asObject(schema["properties"]));
  };

  const sequenced = channels.filter(
    ([, channel]) => followPointer(channel, "/x-sequence/resume") !== undefined,
  );
  it("are four sequenced channels and one with subscriptions", () => {
    expect(sequenced.map(([id]) => id)).toEqual(["orders", "accounting", "payouts", "events"]);
    expect(channels.filter(([, { "x-subscription": rule }]) => rule !== undefined)).toHaveLength(1);
  });

  it.each(sequenced)("%s counts and resumes by existing fields", (id, channel) => {
    const counter = asObject(followPointer(channel, "/x-sequence/counters/0"));
    const rule = asObject(followPointer(channel, "/x-sequence/resume"));
    const messages = Object.keys(asObject(channel["messages"]));
    const query = Object.keys(asObject(followPointer(channel, "/bindings/ws/query/properties")));
    const mentioned = [...asArray(counter["messages"]), ...asArray(counter["repeats"])];
    expect([...mentioned].sort()).toEqual([...messages].sort());
    for (const message of mentioned) {
      expect(fieldsOfMessage(channel, message)).toContain(ownMember(counter["at"]));
    }
    expect(messages).toContain(rule["endOfBacklog"]);
    expect(fieldsOfMessage(channel, "heartbeat")).toContain(ownMember(rule["watermark"]));
    const identity = asObject(rule["identity"]);
    const selecting = query.filter(
      (name) => ![rule["parameter"], identity["parameter"], "lang"].includes(name),
    );
    const filters = asObject(rule["filters"]);
    expect(Object.keys(filters)).toEqual(selecting);
    // The source of a derived filter must be a filter of a channel with numbers.
    for (const source of Object.values(filters).flatMap(asArray).map(asObject)) {
      const { through, of = id, by = through } = source;
      if (through === undefined) continue;
      expect(Object.keys(filters)).toContain(through);
      const [, found = null] = sequenced.find(([name]) => name === of) ?? [];
      expect(
        Object.keys(asObject(followPointer(asObject(found), "/x-sequence/resume/filters"))),
      ).toContain(by);
    }
    expect(query).toContain(rule["parameter"]);
    expect(query).toContain(identity["parameter"]);
    for (const message of ["heartbeat", rule["endOfBacklog"]]) {
      const member = text(identity["at"])
        .split("/")
        .slice(1)
        .reduce(
          (node, name) =>
            asObject(resolveReference(document, followPointer(node, `/properties/${name}`))),
          payloadOf(channel, message),
        );
      expect(member["pattern"]).toBe("^[0-9a-f]{32}$");
    }
    const { errorCode, closeCode } = asObject(rule["tooOld"]);
    expect(enumValues(followPointer(document, "/components/schemas/ErrorCode"))).toContain(
      errorCode,
    );
    const closeCodes = asArray(followPointer(document, "/x-endings/closes")).map(asObject);
    expect(closeCodes.some(({ codes, name }) => codes === closeCode && name === errorCode)).toBe(
      true,
    );
  });

  it("subscribe by existing messages and fields", () => {
    const channel = asObject(followPointer(document, "/channels/marketData"));
    const topic = asObject(followPointer(channel, "/x-subscription/topics/book"));
    const forced = asObject(followPointer(channel, "/x-snapshot/topics/book/request"));
    for (const request of [topic["subscribe"], topic["unsubscribe"], forced].map(asObject)) {
      expect(fieldsOfMessage(channel, request["type"])).toEqual(
        expect.arrayContaining(Object.keys(request)),
      );
      expect(request[ownMember(topic["list"])]).toBeDefined();
    }
    const counter = asObject(followPointer(channel, "/x-sequence/counters/0"));
    const numbered = [...asArray(counter["starts"]), ...asArray(counter["messages"])];
    expect(numbered).toEqual(topic["messages"]);
    for (const message of numbered) {
      expect(fieldsOfMessage(channel, message)).toEqual(
        expect.arrayContaining([ownMember(counter["key"]), ownMember(counter["at"])]),
      );
    }
    expect(Object.keys(asObject(topic["where"]))).toEqual([counter["key"]]);
    const book = asObject(followPointer(channel, "/x-book/topics/book"));
    for (const part of ["snapshots", "updates"]) {
      for (const [message, sides] of Object.entries(asObject(book[part]))) {
        expect(fieldsOfMessage(channel, message)).toEqual(
          expect.arrayContaining(Object.values(asObject(sides)).map(ownMember)),
        );
      }
    }
  });

  it("sign with headers that every channel requires", () => {
    const headers = asObject(
      followPointer(document, "/x-credentials/schemes/access-key/place/headers"),
    );
    for (const [id, channel] of channels) {
      const required = asArray(followPointer(channel, "/bindings/ws/headers/required"));
      expect(required, id).toEqual(Object.keys(headers));
    }
  });

  it("have transitions between values of the enum, covering all of them", () => {
    const graphs: string[] = [];
    walkJson(document, (node, pointer) => {
      const rule = node["x-transitions"];
      if (rule === undefined) return;
      graphs.push(pointer);
      const from = asObject(asObject(rule)["from"]);
      const values = enumValues(node);
      expect(Object.keys(from)).toEqual(values);
      for (const next of Object.values(from).flatMap(asArray)) expect(values).toContain(next);
    });
    expect(graphs).toHaveLength(3);
  });

  it("refer, within extensions, to existing names", () => {
    const references = uses
      .filter(({ where }) => where.startsWith("streams/"))
      .flatMap(({ value }) => {
        const { replacement, payload, values } = asObject(value);
        return [replacement, asObject(payload)["$ref"], asObject(values)["$ref"]].map(text);
      })
      .filter((reference) => reference !== "");
    expect(references.length).toBeGreaterThan(3);
    const dangling = references.filter((it) => followPointer(document, it.slice(1)) === undefined);
    expect(dangling).toEqual([]);
  });

  it("refuse upgrades with codes that the problem schema lists", () => {
    const codes = enumValues(followPointer(document, "/components/schemas/UpgradeProblemCode"));
    const responses = asArray(followPointer(document, "/x-upgrade-errors/responses"));
    expect(responses.map((response) => asObject(response)["code"])).toEqual(codes);
  });

  it("repeat the limits of other extensions", () => {
    const limits = new Map(
      asArray(asObject(document)["x-limits"])
        .map(asObject)
        .map((limit) => [limit["name"], limit["default"]]),
    );
    expect(limits.get("max_pending_frames")).toBe(
      followPointer(document, "/x-flow-control/maxPendingFrames"),
    );
    expect(limits.get("max_pending_bytes")).toBe(
      followPointer(document, "/x-flow-control/maxPendingBytes"),
    );
    const skew = followPointer(document, "/x-credentials/schemes/access-key/time/toleranceMs");
    expect(typeof skew === "bigint" && skew / 1000n).toBe(limits.get("clock_skew_tolerance"));
  });
});

function text(value: Json | undefined): string {
  return typeof value === "string" ? value : "";
}

/** Returns the name of a member of the frame itself, to which a pointer leads. */
function ownMember(pointer: Json | undefined): string {
  return text(pointer).slice(1);
}

/** Returns the names of the fields that a schema describes, at any depth. */
