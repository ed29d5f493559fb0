/** A number in generated code: the expression for it, and whether it is a bigint. */
export interface SignedNumber {
  readonly subject: string;
  readonly isBigint: boolean;
}

/** Prints the condition that two numbers have different signs. */
export function differInSign(left: SignedNumber, right: SignedNumber): string {
  const is = ({ subject, isBigint }: SignedNumber, sign: "<" | ">") =>
    `${subject} ${sign} ${isBigint ? "0n" : "0"}`;
  return `${is(left, "<")} ? ${is(right, ">")} : ${is(left, ">")} && ${is(right, "<")}`;
}
