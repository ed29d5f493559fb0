import { valuesModule } from "../print/modules.ts";
import { code } from "../print/printable.ts";
import type { TypeScriptFile } from "../print/typescript-file.ts";

/** The types that a file needs. */
export interface NeededTypes {
  readonly hasQueries: boolean;
  readonly hasPages: boolean;
  readonly hasMutations: boolean;
}

/**
 * Prints the types of the options. TanStack Query infers the type of errors only from `throwOnError` and
 * `retry`. Therefore the types declare these two members, although they are never set.
 */
export function printTypes(
  file: TypeScriptFile,
  from: string,
  { hasQueries, hasPages, hasMutations }: NeededTypes,
): void {
  const error = file.importType("RestError", valuesModule);
  const body = file.importType("BodyOf", valuesModule);
  const response = code`Response extends ${file.importType("ResponseParts", valuesModule)}`;
  file.print(code`/** The type of errors, which TanStack Query infers from these options. They are never set. */
interface Failing {
  throwOnError?: (error: ${error}) => boolean;
  retry?: boolean | number | ((failureCount: number, error: ${error}) => boolean);
}`);
  if (hasQueries) {
    const tag = file.importType("DataTag", from);
    file.print(code`/** The key of a query, with the type of its data. */
export type Key<Name extends string, ${response}> = ${tag}<
  readonly [Name, unknown?],
  ${body}<Response>,
  ${error}
>;

/** Options for \`useQuery\` and \`queryClient.fetchQuery\`; spread them to add other options. */
export interface Query<Name extends string, ${response}> extends Failing {
  queryKey: Key<Name, Response>;
  queryFn: (context: { signal: AbortSignal }) => Promise<${body}<Response>>;
}`);
  }
  if (hasPages) {
    const tag = file.importType("DataTag", from);
    const data = file.importType("InfiniteData", from);
    const page = file.importType("Page", valuesModule);
    const item = file.importType("ItemOf", valuesModule);
    const answer = file.importType("SuccessOf", valuesModule);
    const start = file.importType("PageStart", valuesModule);
    file.print(code`/** One page of a list: its \`items\`, and the whole response as \`answer\`. */
type PageOf<${response}, Items extends readonly string[]> = ${page}<
  ${item}<Response, Items>,
  ${answer}<Response>
>;

/** Options for \`useInfiniteQuery\` on a list. */
export interface Pages<
  Name extends string,
  ${response},
  Items extends readonly string[],
> extends Failing {
  queryKey: ${tag}<
    readonly [Name, unknown, "pages"],
    ${data}<PageOf<Response, Items>, ${start} | undefined>,
    ${error}
  >;
  queryFn: (context: {
    signal: AbortSignal;
    pageParam: ${start} | undefined;
  }) => Promise<PageOf<Response, Items>>;
  initialPageParam: ${start} | undefined;
  getNextPageParam: (page: PageOf<Response, Items>) => ${start} | undefined;
}`);
  }
  if (hasMutations) {
    file.print(code`/** Options for \`useMutation\`. */
export interface Mutation<Name extends string, Request, ${response}> extends Failing {
  mutationKey: readonly [Name];
  mutationFn: (request: Request) => Promise<${body}<Response>>;
}`);
  }
}
