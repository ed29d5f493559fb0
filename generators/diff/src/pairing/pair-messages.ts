import { constantProperties, type Message } from "@specwright/contract";
import { SchemaComparer } from "@specwright/schemas";
import { type IsSame, type Pairing, pairItems } from "./pairing.ts";

/**
 * Pairs the messages of two channels. Compares first what clients see in the data: the discriminator, the
 * name and the payload. Compares the keys in the document last.
 */
export function pairMessages(
  base: readonly Message[],
  revision: readonly Message[],
): Pairing<Message> {
  const criteria = [sameTag, sameName, samePayload(), sameId];
  return pairItems(
    base,
    revision,
    criteria.flatMap((isSame): IsSame<Message>[] => [
      (before, after) => sameId(before, after) && isSame(before, after),
      isSame,
    ]),
  );
}

const sameId: IsSame<Message> = (base, revision) => base.id === revision.id;

const sameName: IsSame<Message> = (base, revision) =>
  base.name !== undefined && base.name === revision.name && !haveOtherTags(base, revision);

/**
 * Reports whether both payloads have the same constant in the discriminator of one message. The other
 * message may have the constant without a discriminator.
 */
const sameTag: IsSame<Message> = (base, revision) =>
  [base, revision].some(({ discriminator }) => {
    if (discriminator === undefined) return false;
    const { property, value } = discriminator;
    return (
      payloadConstant(base, property) === value && payloadConstant(revision, property) === value
    );
  });

function samePayload(): IsSame<Message> {
  const comparer = new SchemaComparer();
  return ({ payload: before }, { payload: after }) =>
    before !== undefined && after !== undefined && comparer.areEqual(before.schema, after.schema);
}

/** Reports whether two messages with the same name have different constants. */
function haveOtherTags(base: Message, revision: Message): boolean {
  const property = base.discriminator?.property;
  if (property === undefined || property !== revision.discriminator?.property) return false;
  return base.id !== revision.id && base.discriminator?.value !== revision.discriminator.value;
}

function payloadConstant({ payload }: Message, property: string): string | undefined {
  return payload && constantProperties(payload.schema).get(property);
}
