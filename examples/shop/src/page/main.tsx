import { restTransport } from "@specwright/rest/client";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { createRoot } from "react-dom/client";
import { Shop } from "./shop.tsx";

const transport = restTransport({
  baseUrl: location.origin,
  credentials: { customer: () => localStorage.getItem("name") ?? "guest" },
});
const root = document.getElementById("shop");
if (root === null) throw new Error("the page has no element for the shop");
createRoot(root).render(
  <QueryClientProvider client={new QueryClient()}>
    <Shop transport={transport} />
  </QueryClientProvider>,
);
