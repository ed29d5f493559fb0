import { memberOf, type StreamEvent } from "@specwright/runtime";
import type { ChannelDescriptor } from "@specwright/runtime/codegen";
import type { ConsoleSdk, SdkStream } from "../console-sdk.ts";
import type { ConsoleSettings } from "../console-settings.ts";
import { button, element } from "../dom/element.ts";
import { failureView } from "../dom/failure-view.ts";
import { explainFailure, type FailureText } from "../operation/explain-failure.ts";
import { parameterFields } from "../operation/parameter-fields.ts";
import { isReachable, watchPolicy } from "../operation/probe.ts";
import type { PlaceFacts } from "../place-facts.ts";
import { errorText } from "../text/error-text.ts";
import { closeCodeText } from "./close-code-text.ts";
import { eventText } from "./event-text.ts";
import { frameList } from "./frame-list.ts";
import { openChannel } from "./open-channel.ts";
import { sendForm } from "./send-form.ts";

/** Options of {@link channelConsole}. */
export interface ChannelConsoleOptions {
  readonly sdk: ConsoleSdk;
  readonly settings: ConsoleSettings;
  readonly facts: PlaceFacts;
  /** The name of the client's method for the channel. */
  readonly name: string;
  readonly channel: ChannelDescriptor;
}

/** Creates the console of a channel, with parameters, connection buttons and received frames. */
export function channelConsole(options: ChannelConsoleOptions): HTMLElement {
  const { channel, settings } = options;
  const address = element("code", {}, `${settings.server}${channel.address}`);
  const target = element("p", { class: "console-target" }, "Connects to ", address);
  if (channel.signature !== undefined && settings.tickets === undefined) {
    const text =
      "Connections to this channel must be signed. Browsers cannot sign, and this site has no relay that signs for them.";
    return element("div", {}, target, element("p", {}, text));
  }
  // A browser cannot set headers of the request that opens a WebSocket.
  const parameters = parameterFields(channel.parameters.filter((each) => each.in !== "header"));
  const frames = frameList(channel);
  const sending = sendForm(channel);
  const status = element("p", { role: "status", class: "console-status" });
  const counter = element("p", { class: "console-hint" });
  const trouble = element("div");
  let stream: SdkStream | undefined;
  let isClosing = false;
  let count = 0;

  function showEvent(event: StreamEvent): void {
    const text = eventText(event, channel.endings?.closes ?? []);
    frames.addNote(text);
    status.textContent = text;
  }

  function setStream(next: SdkStream | undefined): void {
    stream = next;
    const hasFocus = [connect, disconnect].some((each) => each === document.activeElement);
    connect.disabled = next !== undefined;
    disconnect.disabled = next === undefined;
    // A disabled button would lose the keyboard focus.
    if (hasFocus) (next === undefined ? connect : disconnect).focus();
    sending?.setStream(next);
  }

  async function readFrames(): Promise<void> {
    trouble.replaceChildren();
    frames.clear();
    count = 0;
    isClosing = false;
    const endWatch = watchPolicy(settings.server);
    try {
      const opened = openChannel({ ...options, parameters: parameters.read(), onEvent: showEvent });
      setStream(opened);
      await opened.run((frame) => {
        count += 1;
        counter.textContent = `${count} frames received; the last 200 are listed.`;
        frames.addFrame(frame);
      });
      status.textContent = "Disconnected.";
    } catch (error) {
      const text = await streamFailure(error, options, await endWatch());
      status.textContent = "Disconnected.";
      if (!isClosing) trouble.replaceChildren(failureView(text));
    } finally {
      void endWatch();
      setStream(undefined);
    }
  }

  const connect = element("button", { type: "submit" }, "Connect");
  const disconnect = button("Disconnect", () => {
    isClosing = true;
    stream?.close().catch(() => undefined);
  });
  disconnect.disabled = true;
  const pause = pauseButton(frames.setPaused);
  const buttons = element("p", { class: "console-buttons" }, connect, disconnect, pause);
  const form = element("form", { autocomplete: "off" }, parameters.element, buttons);
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    if (stream === undefined) void readFrames();
  });
  const parts = [form, status, trouble, sending?.element, counter, frames.element];
  return element("div", {}, target, ...parts);
}

function pauseButton(setPaused: (isPaused: boolean) => void): HTMLButtonElement {
  const pause = button("Pause the list", () => {
    const isPaused = pause.getAttribute("aria-pressed") !== "true";
    pause.setAttribute("aria-pressed", String(isPaused));
    setPaused(isPaused);
  });
  pause.setAttribute("aria-pressed", "false");
  return pause;
}

/** Explains why a stream ended. */
async function streamFailure(
  error: unknown,
  { channel, settings }: ChannelConsoleOptions,
  isForbidden: boolean,
): Promise<FailureText> {
  const code = memberOf(error, "closeCode");
  if (typeof code === "number") {
    const headline = `The server closed the connection: ${closeCodeText(code, channel.endings?.closes ?? [])}.`;
    return { headline, causes: [errorText(error)] };
  }
  if (memberOf(error, "code") !== "connect_failed") {
    return { headline: "The stream ended.", causes: [errorText(error)] };
  }
  const { headline, causes } = explainFailure({
    page: location.href,
    target: settings.server,
    isOnline: navigator.onLine,
    isForbidden,
    isReachable: !isForbidden && (await isReachable(settings.server)),
  });
  return { headline, causes: [errorText(error), errorText(memberOf(error, "cause")), ...causes] };
}
