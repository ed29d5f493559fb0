import { BookError } from "../book-error.ts";
import type { BookLevel } from "../book-level.ts";
import { decimalText } from "./decimal-text.ts";
import { exactDecimal } from "./exact-decimal.ts";

/** A level whose numbers may have any number of fraction digits. */
export interface DecimalLevel extends Readonly<BookLevel> {
  readonly priceText: string;
  readonly qtyText: string;
}

interface ScaledInteger {
  readonly mantissa: bigint;
  readonly scale: number;
}

/** Creates a level. If a number does not fit a Decimal, reading that member throws an error. */
export function decimalLevel(price: ScaledInteger, qty: ScaledInteger): DecimalLevel {
  const priceText = decimalText(price.mantissa, price.scale);
  const qtyText = decimalText(qty.mantissa, qty.scale);
  const decimalOf = ({ mantissa, scale }: ScaledInteger) => exactDecimal(mantissa, scale);
  try {
    return { price: decimalOf(price), qty: decimalOf(qty), priceText, qtyText };
  } catch (error) {
    if (!(error instanceof BookError)) throw error;
    return {
      get price() {
        return decimalOf(price);
      },
      get qty() {
        return decimalOf(qty);
      },
      priceText,
      qtyText,
    };
  }
}
