// A React component that uses generated queries. It is compiled with the generated code, which must infer
// every type.

/** The source of a module next to the generated code. */
export const component: string = `
import { QueryClient, useInfiniteQuery, useMutation, useQueries, useQuery, useSuspenseQuery } from "@tanstack/react-query";
import { isAnswerOf, type RestError, restTransport } from "@specwright/rest/client";
import { getBook } from "./client.ts";
import * as queries from "./queries.ts";
import type { Book } from "./types.ts";

const transport = restTransport({ baseUrl: "https://library.example" });

export function Shelf(shelf: bigint): readonly [Book | undefined, RestError | null, readonly Book[]] {
  const book = useQuery(queries.getBookQuery(transport, { path: { id: 1n } }));
  if (isAnswerOf(book.error, getBook)) {
    const until: string | undefined = book.error.body.until;
    console.warn(until);
  }
  const sure: Book = useSuspenseQuery(queries.getBookQuery(transport, { path: { id: 1n } })).data;
  const titles = useQuery({
    ...queries.listBooksQuery(transport, { query: { shelf } }),
    select: ({ data }) => data.map(({ title }) => title),
    enabled: sure.id > 0n,
  });
  const shown: readonly string[] | undefined = titles.data;
  const failed: RestError | null = titles.error;
  const pages = useInfiniteQuery(queries.listBooksPages(transport, { query: { shelf } }));
  const all: readonly Book[] = pages.data?.pages.flatMap(({ items }) => items) ?? [];
  const open: null | undefined = useQuery(queries.checkOpeningQuery(transport)).data;
  const [first] = useQueries({ queries: [queries.getBookQuery(transport, { path: { id: 2n } })] });
  const one: Book | undefined = first.data;
  console.log(shown, failed, open, one);
  return [book.data, book.error, all];
}

export function Buttons(client: QueryClient): void {
  const add = useMutation({
    ...queries.addBookMutation(transport),
    onSuccess: (book) => client.setQueryData(queries.getBookKey({ path: { id: book.id } }), book),
    onError: (error) => console.warn(error.code, error.problem),
  });
  add.mutate({ body: { id: 3n, title: "Three" } });
  // @ts-expect-error a book needs a title
  add.mutate({ body: { id: 3n } });
  useMutation(queries.openMutation(transport)).mutate();
  const cached: Book | undefined = client.getQueryData(queries.getBookKey({ path: { id: 3n } }));
  const fetched: Promise<Book> = client.ensureQueryData(queries.getBookQuery(transport, { path: { id: 3n } }));
  void client.prefetchInfiniteQuery(queries.listBooksPages(transport));
  void client.invalidateQueries({ queryKey: queries.listBooksKey() });
  // @ts-expect-error a stream is not a query
  console.log(cached, fetched, queries.watchBooksQuery);
}
`;
