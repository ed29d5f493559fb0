// Generates frames of new events. They contain text in three languages, with quotes, line breaks
// and non-ASCII letters. All characters are in Latin-1.

import type { EventCreatedFrame, LocalizedText } from "@specwright/streams-api/types";
import type { Random } from "./random.ts";
import { drawTime } from "./trading-frames.ts";

/** Generates an `event_update` of the variant `event.created`. */
export function drawEventCreated(random: Random): EventCreatedFrame {
  const asset = random.pick(assets);
  const price = `${random.integer(1, 120)},${String(random.integer(0, 999)).padStart(3, "0")}.50`;
  const day = `2025-12-${two(random.integer(1, 28))}`;
  const hour = random.integer(1, 22);
  const eventId = `${asset.base}-1H-${day.replaceAll("-", "")}${two(hour)}`;
  const time = `${two(hour)}:00 UTC`;
  const withTitle = random.chance(70);
  return {
    type: "event_update",
    seq: BigInt(random.integer(1000, 9_999_999)),
    ts_ns: drawTime(random),
    event_type: "event.created",
    payload: {
      event_id: eventId,
      title: title(asset.name, price, time),
      rules_primary: rules(asset.name, price, time),
      category: asset.category,
      series: "1h",
      status: "open",
      created_at: `${day}T${two(hour - 1)}:45:${two(random.integer(0, 59))}.${random.integer(100, 999)}Z`,
      opens_at: `${day}T${two(hour)}:00:00Z`,
      closes_at: `${day}T${two(hour + 1)}:00:00Z`,
      settlement_sources: Array.from({ length: random.chance(70) ? 2 : 1 }, () => ({
        name: random.pick(["Preço Índice", "Reference Rate", "Kurs Acuan"]),
        url: `https://rates.example/${asset.base.toLowerCase()}?at=${day}`,
        underlying: { base_currency: asset.base, quote_currency: "USD" },
      })),
      markets: Array.from({ length: random.integer(1, 3) }, (_, i) => `${eventId}-T${i + 1}`),
      ...(random.chance(60) ? { image_url: `https://img.example/${random.hex(12)}.png` } : {}),
      series_title: withTitle ? { en: `${asset.name} hourly`, pt: `${asset.name} por hora` } : null,
      ...(random.chance(30) ? { void_reason: null } : {}),
    },
    event_id: eventId,
    ...(random.chance(30) ? { market_id: null } : {}),
  };
}

const assets = [
  { base: "BTC", name: "Bitcoin", category: "crypto" },
  { base: "ETH", name: "Ether", category: "crypto" },
  { base: "EUR", name: "Euro", category: "forex" },
] as const;

function title(name: string, price: string, time: string): LocalizedText {
  return {
    en: `${name} at or above $${price} at ${time}?`,
    id: `${name} di atas atau sama dengan $${price} pukul ${time}?`,
    pt: `${name} em $${price} ou mais às ${time}?`,
  };
}

function rules(name: string, price: string, time: string): LocalizedText {
  return {
    en: `Resolves to "YES" when the reference price of ${name} is at or above $${price} at ${time}.\nOtherwise it resolves to "NO".`,
    id: `Menjadi "YES" bila harga acuan ${name} minimal $${price} pada ${time}.\nSelain itu hasilnya menjadi "NO".`,
    pt: `Resolve como "YES" se o preço de referência de ${name} atingir $${price} às ${time}.\nCaso contrário, a resolução é "NO".`,
  };
}

function two(value: number): string {
  return String(value).padStart(2, "0");
}
