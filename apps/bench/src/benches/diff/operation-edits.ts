import { inlineParameters, type OperationSite } from "./document-sites.ts";
import { childOf, type EditableObject, itemsOf, pointerInside } from "./json.ts";
import type { Edit } from "./schema-edits.ts";

export const operationEdits: readonly Edit<OperationSite>[] = [
  ({ operation, pointer }) => {
    if (operation["deprecated"] === true) return undefined;
    operation["deprecated"] = true;
    return { rule: "operation-deprecated", pointer };
  },
  ({ operation, pointer }) => {
    operation["description"] = "An unlikely description.";
    return { rule: "description-changed", pointer };
  },
  (site) =>
    addParameter(
      site,
      { name: "unlikely", in: "query", schema: { type: "string" } },
      "optional-parameter-added",
    ),
  (site) =>
    addParameter(
      site,
      { name: "unlikely", in: "query", required: true, schema: { type: "string" } },
      "required-parameter-added",
    ),
  (site) => {
    const { pointer } = site;
    const found = inlineParameters(site).find(([, each]) => each["in"] === "query");
    if (found === undefined || found[1]["required"] === true) return undefined;
    found[1]["required"] = true;
    return {
      rule: "parameter-became-required",
      pointer: pointerInside(pointer, "parameters", found[0]),
    };
  },
  (site) => {
    const { operation, pointer } = site;
    const parameters = itemsOf(operation["parameters"]);
    const last = inlineParameters(site).at(-1);
    if (last?.[1]["in"] !== "query" || last[0] !== parameters.length - 1) return undefined;
    operation["parameters"] = parameters.slice(0, -1);
    return { rule: "parameter-removed", pointer: pointerInside(pointer, "parameters", last[0]) };
  },
  ({ operation, pointer }) => {
    const responses = childOf(operation, "responses");
    if (responses === undefined || "418" in responses) return undefined;
    responses["418"] = { description: "An unlikely answer." };
    return { rule: "error-status-added", pointer: pointerInside(pointer, "responses", "418") };
  },
  ({ operation, pointer }) => {
    const body = childOf(operation, "requestBody");
    if (body === undefined || "$ref" in body || body["required"] === true) return undefined;
    body["required"] = true;
    return { rule: "request-body-became-required", pointer: pointerInside(pointer, "requestBody") };
  },
];

function addParameter(
  { operation, pointer }: OperationSite,
  parameter: EditableObject,
  rule: string,
): ReturnType<Edit<OperationSite>> {
  const parameters = itemsOf(operation["parameters"]);
  operation["parameters"] = [...parameters, parameter];
  return { rule, pointer: pointerInside(pointer, "parameters", parameters.length) };
}
