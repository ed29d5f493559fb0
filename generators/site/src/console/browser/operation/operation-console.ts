import type { RequestParts } from "@specwright/runtime";
import type { OperationDescriptor } from "@specwright/runtime/codegen";
import type { ConsoleSdk } from "../console-sdk.ts";
import type { ConsoleSettings } from "../console-settings.ts";
import { codeBlock } from "../dom/code-block.ts";
import { confirmDialog } from "../dom/confirm-dialog.ts";
import { button, element } from "../dom/element.ts";
import { failureView } from "../dom/failure-view.ts";
import type { PlaceFacts } from "../place-facts.ts";
import { errorText } from "../text/error-text.ts";
import { answerSummary, answerView } from "./answer-view.ts";
import { bodyField } from "./body-field.ts";
import { callOperation, type FailedCall, prepareRequest } from "./call-operation.ts";
import { credentialFields } from "./credential-fields.ts";
import { type CurlSecret, curlCommand, shownAddress } from "./curl-command.ts";
import { explainFailure } from "./explain-failure.ts";
import { parameterFields } from "./parameter-fields.ts";
import { isReachable, watchPolicy } from "./probe.ts";
import type { RecordedExchange, SentRequest } from "./record-exchange.ts";

/** Options of {@link operationConsole}. */
export interface OperationConsoleOptions {
  readonly sdk: ConsoleSdk;
  readonly settings: ConsoleSettings;
  readonly facts: PlaceFacts;
  /** The name of the client's method for the operation. */
  readonly name: string;
  readonly operation: OperationDescriptor;
}

/** Creates the console of an operation: a form, and the response below the form. */
export function operationConsole(options: OperationConsoleOptions): HTMLElement {
  const { operation, settings, facts } = options;
  const form = requestForm(operation, facts);
  const status = element("p", { role: "status", class: "console-status" });
  const result = element("div", { class: "console-result" });
  let underWay: AbortController | undefined;

  async function runRequest(send: boolean): Promise<void> {
    const abort = new AbortController();
    underWay?.abort();
    underWay = abort;
    result.replaceChildren();
    status.textContent = "";
    const prepared = await prepareCall();
    if (prepared === undefined) return;
    const { call, request } = prepared;
    const command = curlCommand(request, form.secrets());
    if (!send) {
      result.replaceChildren(codeBlock("The request as a curl command", command));
      return;
    }
    if (isWrite(operation) && !(await confirmWrite(form.element, request, form.secrets()))) {
      status.textContent = "Not sent.";
      return;
    }
    status.textContent = "Waiting for the response …";
    stop.hidden = false;
    const endWatch = watchPolicy(settings.server);
    const { exchange, failure } = await callOperation({
      ...options,
      ...call,
      signal: abort.signal,
    });
    const isForbidden = failure?.code === "network" && (await endWatch());
    if (underWay !== abort) return;
    // A hidden button would lose the keyboard focus.
    if (document.activeElement === stop) submit.focus();
    stop.hidden = true;
    const parts = await outcome(exchange, failure, isForbidden);
    result.replaceChildren(...parts, codeBlock("The request as a curl command", command));
  }

  async function prepareCall(): Promise<Prepared | undefined> {
    try {
      const call = { request: form.read(), credentials: form.credentials() };
      return { call, request: await prepareRequest({ ...options, ...call }) };
    } catch (error) {
      status.textContent = "The request is not complete.";
      const text = element("p", { class: "console-issues" }, errorText(error));
      result.replaceChildren(element("div", { class: "console-failure" }, text));
      return undefined;
    }
  }

  async function outcome(
    { answer }: RecordedExchange,
    failure: FailedCall | undefined,
    isForbidden: boolean,
  ): Promise<readonly HTMLElement[]> {
    const received = answer();
    if (received !== undefined) {
      status.textContent = `Response: ${answerSummary(received)}.`;
      const isForeign = new URL(settings.server).origin !== location.origin;
      const view = answerView(received, { isForeign });
      return failure === undefined ? [view] : [contractNote(failure), view];
    }
    if (failure?.code !== "network") {
      status.textContent = failure?.code === "aborted" ? "Stopped." : "No response.";
      return [element("p", { class: "console-failure" }, failure?.text ?? "")];
    }
    const text = explainFailure({
      page: location.href,
      target: settings.server,
      isOnline: navigator.onLine,
      isForbidden,
      isReachable: !isForbidden && (await isReachable(settings.server)),
    });
    status.textContent = "No response.";
    return [failureView(text)];
  }

  const stop = button("Stop", () => underWay?.abort());
  stop.hidden = true;
  const submit = element("button", { type: "submit" }, `Send ${operation.method}`);
  const show = button("Show the command", () => void runRequest(false));
  form.element.append(element("p", { class: "console-buttons" }, submit, show, stop));
  form.element.addEventListener("submit", (event) => {
    event.preventDefault();
    void runRequest(true);
  });
  return element("div", {}, targetLine(operation, settings), form.element, status, result);
}

interface Prepared {
  readonly call: {
    readonly request: RequestParts;
    readonly credentials: ReturnType<ReturnType<typeof credentialFields>["read"]>;
  };
  readonly request: SentRequest;
}

interface RequestForm {
  readonly element: HTMLFormElement;
  read(): RequestParts;
  credentials: ReturnType<typeof credentialFields>["read"];
  secrets: ReturnType<typeof credentialFields>["secrets"];
}

function requestForm(operation: OperationDescriptor, facts: PlaceFacts): RequestForm {
  const credentials = credentialFields(operation.security, facts.schemes);
  const parameters = parameterFields(operation.parameters);
  const body = operation.body && bodyField(operation.body, facts.example);
  return {
    // The client validates the request and reports all errors, so the browser does not validate the form.
    element: element(
      "form",
      { novalidate: true, autocomplete: "off" },
      credentials.element,
      parameters.element,
      body?.element,
    ),
    read: () => ({ ...parameters.read(), ...body?.read() }),
    credentials: credentials.read,
    secrets: credentials.secrets,
  };
}

function isWrite({ method }: OperationDescriptor): boolean {
  return method !== "GET" && method !== "HEAD";
}

function confirmWrite(
  place: HTMLElement,
  { method, url }: SentRequest,
  secrets: readonly CurlSecret[],
): Promise<boolean> {
  const question = `Send this request? It may change data on ${new URL(url).host}.`;
  const line = element("p", {}, element("code", {}, `${method} ${shownAddress(url, secrets)}`));
  return confirmDialog(place, question, [line], `Send ${method}`);
}

function targetLine(operation: OperationDescriptor, { server }: ConsoleSettings): HTMLElement {
  const address = element("code", {}, `${operation.method} ${server}${operation.path}`);
  return element("p", { class: "console-target" }, "Calls ", address);
}

function contractNote({ text }: FailedCall): HTMLElement {
  return element(
    "p",
    { class: "console-failure" },
    `The response does not match the contract: ${text}`,
  );
}
