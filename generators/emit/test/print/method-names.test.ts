import type { MethodNames } from "@specwright/contract";
import { emit } from "@specwright/emit/print";
import { expect, it } from "vitest";
import { contractOf } from "./contract-of.ts";

const paths = `paths:
  /users:
    get: { operationId: UsersController_list, tags: [users], responses: { "204": { description: Done. } } }
  /users/{id}:
    get:
      operationId: UsersController_get
      tags: [users]
      parameters: [{ name: id, in: path, required: true, schema: { type: string } }]
      responses: { "204": { description: Done. } }
`;

async function namesBy(rule: MethodNames | undefined) {
  const { contract } = await contractOf(paths);
  let found: readonly string[] = [];
  const { diagnostics } = await emit(
    contract,
    [
      {
        name: "names",
        emit: (context) => {
          found = context.contract.operations.map((each) => {
            const { value, type } = context.names.operation(each);
            return `${value} ${type}`;
          });
        },
      },
    ],
    rule === undefined ? {} : { methodNames: rule },
  );
  return { found, problems: diagnostics.map(({ code, message }) => `${code} ${message}`) };
}

it.each<[string, MethodNames | undefined, readonly string[]]>([
  [
    "ids without a rule",
    undefined,
    ["usersControllerList UsersControllerList", "usersControllerGet UsersControllerGet"],
  ],
  [
    "a function",
    ({ id, tags: [tag = ""] }) => `${id.replace(/^.*_/, "")}-${tag}`,
    ["listUsers ListUsers", "getUsers GetUsers"],
  ],
  ["a template", "{method} {path}", ["getUsers GetUsers", "getUsersId GetUsersId"]],
  [
    "a template with other braces",
    "{{method} {id}",
    [
      "getUsersControllerList GetUsersControllerList",
      "getUsersControllerGet GetUsersControllerGet",
    ],
  ],
])("names methods by %s", async (_, rule, want) => {
  expect(await namesBy(rule)).toEqual({ found: want, problems: [] });
});

it.each<[string, MethodNames, readonly string[]]>([
  [
    "one name for two operations",
    "{method} {tag}",
    [
      'METHOD_NAME_UNUSABLE `methodNames` calls "UsersController_list" and "UsersController_get" `getUsers`.',
    ],
  ],
  [
    "no name",
    ({ id }) => (id.endsWith("list") ? "-" : id),
    ['METHOD_NAME_UNUSABLE `methodNames` gives "UsersController_list" no name.'],
  ],
  [
    "what stands for nothing",
    "{method} {operationId} {Path}",
    ["METHOD_NAME_UNUSABLE `methodNames` has {operationId}, which is not a placeholder."],
  ],
  [
    "a function that throws",
    ({ id }) => {
      if (id.endsWith("list")) throw new Error("a mistake");
      return id;
    },
    ['METHOD_NAME_UNUSABLE `methodNames` throws for "UsersController_list": a mistake.'],
  ],
])("reports %s", async (_, rule, want) => {
  expect((await namesBy(rule)).problems).toEqual(want);
});
