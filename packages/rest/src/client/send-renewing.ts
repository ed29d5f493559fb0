import type { OperationDescriptor } from "@specwright/runtime/codegen";
import { applyCredentials } from "./apply-credentials.ts";
import type { BuiltRequest } from "./build-request.ts";
import { discard } from "./discard.ts";
import type { SelectedCredentials } from "./select-credentials.ts";
import { type SendSettings, sendRequest } from "./send-request.ts";

/** The settings with which a request is sent, with its credentials. */
export interface RenewingSettings extends SendSettings {
  readonly selected: SelectedCredentials;
}

/**
 * Sends a request with credentials. After a 401 it is sent again if there are others, and if its
 * body can be read once more.
 */
export async function sendRenewing(
  operation: OperationDescriptor,
  request: BuiltRequest,
  settings: RenewingSettings,
): Promise<Response> {
  const { selected, interception } = settings;
  async function send(): Promise<Response> {
    const changed = await interception.request(request);
    return await interception.response(
      changed instanceof Response
        ? changed
        : await sendRequest(
            operation,
            applyCredentials(operation, changed, selected.parts()),
            settings,
          ),
    );
  }
  const response = await send();
  if (response.status !== 401 || request.once || !(await selected.renew())) return response;
  await discard(response);
  return await send();
}
