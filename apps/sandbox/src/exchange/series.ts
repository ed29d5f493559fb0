import type { LocalizedText } from "@specwright/streams-api/types";

/**
 * A series of events: the asset that the events are about, and the interval at which they are
 * listed.
 */
export interface Series {
  readonly asset: string;
  readonly name: string;
  readonly series: "1min" | "5min" | "15min" | "1h";
  readonly periodMs: number;
  readonly title: LocalizedText;
  /** The initial price of the asset, in ten-thousandths of a dollar. */
  readonly startPrice: number;
  /** The largest price change in one step, in the same unit. */
  readonly stride: number;
}

const MINUTE_MS = 60_000;

/**
 * The series of the sandbox. Some have short intervals, so that a visitor sees an event from start
 * to end.
 */
export const sandboxSeries: readonly Series[] = [
  {
    asset: "BTC",
    name: "Bitcoin",
    series: "1min",
    periodMs: MINUTE_MS,
    title: { en: "Bitcoin by the minute", pt: "Bitcoin por minuto", id: "Bitcoin per menit" },
    startPrice: 881_234_567,
    stride: 60_000,
  },
  {
    asset: "ETH",
    name: "Ether",
    series: "5min",
    periodMs: 5 * MINUTE_MS,
    title: { en: "Ether in 5 minutes", pt: "Ether em 5 minutos", id: "Ether dalam 5 menit" },
    startPrice: 29_876_500,
    stride: 4_000,
  },
  {
    asset: "SOL",
    name: "Solana",
    series: "15min",
    periodMs: 15 * MINUTE_MS,
    title: { en: "Solana in 15 minutes", pt: "Solana em 15 minutos", id: "Solana dalam 15 menit" },
    startPrice: 1_412_500,
    stride: 300,
  },
  {
    asset: "BTC",
    name: "Bitcoin",
    series: "1h",
    periodMs: 60 * MINUTE_MS,
    title: { en: "Hourly Bitcoin", pt: "Bitcoin por hora", id: "Bitcoin per jam" },
    startPrice: 881_234_567,
    stride: 60_000,
  },
];

/** Returns series whose events occur `speed` times as often. */
export function speedUpSeries(series: readonly Series[], speed: number): readonly Series[] {
  return series.map((one) => ({ ...one, periodMs: one.periodMs / speed }));
}
