// Additions to the streams source are marked as ours, keyword by keyword; parts of the source are not
// marked.

import { describe, expect, it } from "vitest";
import {
  asArray,
  asObject,
  enumValues,
  followPointer,
  type JsonObject,
  readSpec,
  walkJson,
} from "./read-spec.ts";

const document = readSpec("streams/asyncapi.yaml");
const nodes: (readonly [pointer: string, node: JsonObject])[] = [];
walkJson(document, (node, pointer) => {
  if (!pointer.endsWith("/x-origin")) nodes.push([pointer, node]);
});

/** Reports whether a keyword of a node is marked: by its name, on the node or on a parent. */
function isMarked(pointer: string, keyword: string): boolean {
  if (asObject(followPointer(document, `${pointer}/x-origin`))[keyword] === "decision") return true;
  const steps = pointer.split("/");
  return steps.some(
    (_, index) =>
      followPointer(document, `${steps.slice(0, index + 1).join("/")}/x-origin`) === "decision",
  );
}

const schemas = Object.keys(asObject(followPointer(document, "/components/schemas")));
// Section 2 leaves their fields open, or omits them.
const ours = [
  "LogId",
  "MarketResult",
  "EventVoidedPayload",
  "MarketCreatedPayload",
  "MarketStatusChangedPayload",
  "MarketDetailsChangedPayload",
  "MarketSettledPayload",
  "MarketVoidedPayload",
  "ErrorCode",
  "UpgradeProblemCode",
  "UnauthorizedReason",
  "UpgradeIssue",
  "UpgradeProblem",
];
const ourFields = [
  "HeartbeatPayload/properties/log_id",
  "BacklogEndPayload/properties/log_id",
  "HeartbeatFrame/properties/watermark_seq",
  "EventSettledPayload/properties/resolved_at",
];
const whole = nodes.filter(([, node]) => node["x-origin"] === "decision").map(([at]) => at);

describe("T17 the parts of the source", () => {
  it("T17 no schema or field of the source is marked as a whole", () => {
    const names = schemas.filter((name) => whole.includes(`/components/schemas/${name}`));
    expect(names.sort()).toEqual([...ours].sort());
    const fields = whole
      .filter((at) => /^\/components\/schemas\/\w+\/properties\/\w+$/.test(at))
      .map((at) => at.slice("/components/schemas/".length));
    expect(fields.sort()).toEqual([...ourFields].sort());
  });

  it("T17 no channel, operation, server or sequence is marked as a whole", () => {
    const parts = /^\/(channels|operations|servers)\/\w+(\/bindings\/ws\/\w+|\/x-\w+)?$/;
    expect(whole.filter((at) => parts.test(at))).toEqual([]);
  });

  it("T17 the close codes of section 7.1 are not marked, and the others are", () => {
    const given = [1000n, 1001n, 1011n, 4008n, 4009n, 4401n];
    for (const at of ["/x-endings/closes", "/channels/marketData/x-endings/closes"]) {
      for (const entry of asArray(followPointer(document, at)).map(asObject)) {
        const isGiven = given.some((code) => code === entry["codes"]);
        expect([entry["codes"], entry["x-origin"]]).toEqual([
          entry["codes"],
          isGiven ? undefined : "decision",
        ]);
      }
    }
  });
});

describe("T17 our additions", () => {
  it("T17 every open enum says that the source only lists values", () => {
    const open = nodes.filter(([, node]) => "anyOf" in node && enumValues(node).length > 0);
    expect(open.length).toBeGreaterThan(12);
    const branches = open.flatMap(([at, node]) =>
      asArray(node["anyOf"]).flatMap((branch, index) =>
        "enum" in asObject(branch) ? [] : [`${at}/anyOf/${index}`],
      ),
    );
    expect(branches.filter((at) => !isMarked(at, "type"))).toEqual([]);
  });

  it("T17 every pattern, minimum length and closed object beyond the source is marked", () => {
    const given = [
      "/components/schemas/AccessKey pattern",
      "/components/schemas/AccessSignature pattern",
      "/components/schemas/OrderView/properties/last_cmd_id_hex pattern",
    ];
    const unmarked = nodes.flatMap(([at, node]) =>
      ["pattern", "minLength", "additionalProperties"]
        .filter(
          (keyword) => keyword in node && node[keyword] !== true && !at.endsWith("/properties"),
        )
        .filter((keyword) => !isMarked(at, keyword))
        .map((keyword) => `${at} ${keyword}`),
    );
    expect(unmarked.sort()).toEqual(given);
  });

  const sequences = nodes.filter(([at, node]) => at.endsWith("/x-sequence") && "resume" in node);
  it.each(sequences)("T17 %s: watermark, error among what repeats, and derived filters", (at) => {
    const [counter, resume] = [`${at}/counters/0`, `${at}/resume`];
    expect([isMarked(resume, "watermark"), isMarked(counter, "repeats")]).toEqual([true, true]);
    for (const keyword of ["at", "messages"]) {
      expect([keyword, isMarked(counter, keyword)]).toEqual([keyword, false]);
    }
    for (const keyword of ["parameter", "endOfBacklog", "tooOld"]) {
      expect([keyword, isMarked(resume, keyword)]).toEqual([keyword, false]);
    }
    const derived = nodes.filter(
      ([inner, node]) =>
        inner.startsWith(`${resume}/filters/`) && ("through" in node || "sameAs" in node),
    );
    expect(derived.filter(([inner]) => !isMarked(inner, "through"))).toEqual([]);
  });

  it("T17 values of limits that the source names without a value are marked, and no others", () => {
    const limits = asArray(followPointer(document, "/x-limits")).map(asObject);
    const partly = limits.filter((limit) => limit["x-origin"] !== "decision");
    expect(partly.map((limit) => [limit["name"], limit["x-origin"]])).toEqual([
      ["max_pending_frames", { default: "decision" }],
      ["max_pending_bytes", { default: "decision" }],
      ["heartbeat_interval", { default: "decision" }],
      ["clock_skew_tolerance", undefined],
    ]);
  });
});
