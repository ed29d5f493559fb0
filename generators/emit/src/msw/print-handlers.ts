// Prints two files. In `handlers.ts`, a function for each operation returns a handler of Mock Service
// Worker. `samples.ts` has the default responses of the handlers.

import { type HttpOperation, serverPaths } from "@specwright/contract";
import { type AnswerSample, sampleAnswer, unsampledProblem } from "@specwright/schemas";
import { docComment } from "../print/doc-comment.ts";
import { emitPart } from "../print/emit.ts";
import type { EmitContext } from "../print/emitter.ts";
import { literal, stringLiteral } from "../print/literal.ts";
import { modules } from "../print/modules.ts";
import { code, list } from "../print/printable.ts";
import { requestForms, responseForms } from "../print/type-forms.ts";
import type { TypeScriptFile } from "../print/typescript-file.ts";
import { byPrecedence } from "./by-precedence.ts";

const mockingModule = "@specwright/runtime/mocking";
const samplesModule = "./samples.ts";

/** The approximate number of values in a sample. Larger samples would be hard to read. */
const MAX_VALUES = 40;

/** Prints both files. `seed` is the seed for random samples. */
export function printHandlers(context: EmitContext, seed?: number): void {
  const { contract, names, report, valueTypes } = context;
  const operations = contract.operations.toSorted(byPrecedence);
  if (operations.length === 0) return;
  const samples = context.typescript(samplesModule);
  const handlers = context.typescript("handlers.ts");
  const options = {
    maxValues: MAX_VALUES,
    valueTypes,
    requiredHeadersOnly: true,
    ...(seed !== undefined && { seed }),
  };
  const paths = serverPaths(contract);
  const hasPaths = paths.length > 0;
  const isTaken = operations.some((each) => names.operation(each).value === "mockOptions");
  const defaults = isTaken ? "mockOptions_" : "mockOptions";
  if (hasPaths) {
    handlers.print(
      docComment({
        text: "The default base URLs: the paths of the servers at any host, and no path.",
      }),
      code`export const ${defaults}: ${handlers.importType("MockOptions", mockingModule)} = { baseUrl: ${list("[", [...paths, ""].map(stringLiteral), "]")} };`,
    );
  }
  const sampled: string[] = [];
  for (const operation of operations) {
    emitPart(operation.source, () => {
      const { answer, unsampled } = sampleAnswer(operation, contract, options);
      const owner = names.operation(operation).value;
      if (unsampled !== undefined) report(unsampledProblem(unsampled, owner));
      if (answer !== undefined) {
        printSample(samples, owner, operation, answer);
        sampled.push(owner);
      }
      const hasSample = answer !== undefined;
      printHandler(context, handlers, operation, { hasSample, ...(hasPaths && { defaults }) });
    });
  }
  const type = handlers.importType("MockOptions", mockingModule);
  const parameter = hasPaths ? code`options: ${type} = ${defaults}` : code`options?: ${type}`;
  handlers.print(
    docComment({
      text: "Returns a handler for each operation that has a sample, which is its response. Fixed paths come before paths with a parameter.",
    }),
    code`export function handlers(${parameter}): ${handlers.importType("HttpHandler", "msw")}[] {
  const mocks: readonly ((answer?: undefined, options?: ${type}) => ${handlers.importType("HttpHandler", "msw")})[] = ${list("[", sampled, "]")};
  return mocks.map((mock) => mock(undefined, options));
}`,
  );
}

function printSample(
  file: TypeScriptFile,
  name: string,
  operation: HttpOperation,
  answer: AnswerSample,
): void {
  const { status, statusCode, contentType, headers, body } = answer;
  const value = {
    status,
    ...(statusCode !== undefined && { statusCode }),
    ...(contentType !== undefined && { contentType }),
    ...(headers !== undefined && { headers }),
    ...(body !== undefined && { body }),
  };
  const type = file.importType("SampledAnswer", mockingModule);
  file.print(
    docComment({ text: `A response of ${operationRoute(operation)}.` }),
    code`export const ${name}: ${type} = ${literal(value)};`,
  );
}

function printHandler(
  context: EmitContext,
  file: TypeScriptFile,
  operation: HttpOperation,
  { hasSample, defaults }: { readonly hasSample: boolean; readonly defaults?: string },
): void {
  const { value } = context.names.operation(operation);
  const types = file.importTypeNamespace("types", modules.types);
  const request = code`${types}.${requestForms(context, operation).read}`;
  const response = code`${types}.${responseForms(context, operation).written}`;
  const answer = code`${file.importType("MockAnswer", mockingModule)}${list("<", [request, response], ">", { trailing: false })}`;
  const options = file.importType("MockOptions", mockingModule);
  const parameters = [
    code`answer${hasSample ? "?" : ""}: ${answer}`,
    defaults === undefined ? code`options?: ${options}` : code`options: ${options} = ${defaults}`,
  ];
  const mock = file.import("mockOperation", mockingModule);
  const sample = hasSample
    ? code`${file.importNamespace("samples", samplesModule)}.${value}`
    : "undefined";
  const given = [
    code`${file.importNamespace("descriptors", modules.descriptors)}.${value}`,
    sample,
    "answer",
    "options",
  ];
  file.print(
    docComment({
      text: `Mocks ${operationRoute(operation)}: ${hasSample ? "responds with `answer`, or else with its sample" : "responds with `answer`; it has no sample"}.`,
      deprecated: operation.deprecated,
    }),
    code`export function ${value}${list("(", parameters, ")")}: ${file.importType("HttpHandler", "msw")} {
  const mocked = ${mock}${list("(", given, ")")};
  return ${file.import("http", "msw")}.all(...mocked);
}`,
  );
}

function operationRoute({ method, path }: HttpOperation): string {
  return `${method.toUpperCase()} ${path}`;
}
