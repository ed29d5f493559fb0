import { memberOf } from "@specwright/runtime";
import type { ChannelDescriptor } from "@specwright/runtime/codegen";
import type { MessageDescriptor } from "@specwright/runtime/transport";
import type { SdkStream } from "../console-sdk.ts";
import { confirmDialog } from "../dom/confirm-dialog.ts";
import { element } from "../dom/element.ts";
import { choice, labelled, textArea } from "../dom/labelled.ts";
import { errorText } from "../text/error-text.ts";
import { jsonText } from "../text/json-text.ts";

/** A form for sending frames on a connection. */
export interface SendForm {
  readonly element: HTMLElement;
  setStream(stream: SdkStream | undefined): void;
}

/** Creates the form. Returns undefined if clients cannot send messages on the channel. */
export function sendForm(channel: ChannelDescriptor): SendForm | undefined {
  const messages = channel.clientMessages;
  if (messages.length === 0) return undefined;
  const kind = choice(messages.map(messageName));
  const area = textArea(5);
  const fill = (): void => {
    area.value = jsonText(frameDraft(channel, kind.value));
  };
  kind.addEventListener("change", fill);
  fill();
  const status = element("p", { role: "status", class: "console-status" });
  const submit = element("button", { type: "submit", disabled: true }, "Send the frame");
  const legend = element("legend", {}, "Send a frame");
  const fields = [labelled("Frame", kind), labelled("As JSON", area)];
  const fieldset = element("fieldset", {}, legend, ...fields, element("p", {}, submit));
  const form = element("form", { autocomplete: "off" }, fieldset, status);
  let current: SdkStream | undefined;

  async function send(): Promise<void> {
    const message = messages.find((each) => messageName(each) === kind.value);
    if (current === undefined || message === undefined) return;
    try {
      const value = message.codec.decode(area.value);
      if (!isSubscription(channel, kind.value) && !(await confirmSend(form, area.value))) {
        status.textContent = "Not sent.";
        return;
      }
      await current.send(value);
      status.textContent = `Sent ${kind.value}.`;
    } catch (error) {
      status.textContent = `Not sent. ${errorText(error)}`;
    }
  }

  form.addEventListener("submit", (event) => {
    event.preventDefault();
    void send();
  });
  return {
    element: form,
    setStream(stream) {
      current = stream;
      submit.disabled = stream === undefined;
    },
  };
}

function messageName({ tag, id }: MessageDescriptor): string {
  return tag ?? id;
}

/**
 * Reports whether a message subscribes or unsubscribes. Such a message needs no confirmation, because it
 * affects only this connection.
 */
function isSubscription({ subscription }: ChannelDescriptor, name: string): boolean {
  return (
    name === memberOf(subscription, "subscribe") || name === memberOf(subscription, "unsubscribe")
  );
}

function confirmSend(place: HTMLElement, text: string): Promise<boolean> {
  const shown = element("pre", { tabindex: "0" }, text);
  return confirmDialog(place, "Send this frame? It may change data.", [shown], "Send");
}

function frameDraft(channel: ChannelDescriptor, name: string): object {
  const { discriminator, subscription } = channel;
  return {
    ...(discriminator !== undefined && { [discriminator]: name }),
    ...(subscription !== undefined &&
      isSubscription(channel, name) && { [subscription.keysField]: [] }),
  };
}
