import { MONTHLY_GRACE, PLAN_WARNING } from '../../contract/plans';
import type { UsageMonth, UsageTotals } from '../../contract/usage';
import { formatNumber } from '../ui/display/numbers';

const inUtc = (options: Intl.DateTimeFormatOptions) => {
  const format = new Intl.DateTimeFormat('en-GB', { ...options, timeZone: 'UTC' });
  return (day: string) => format.format(new Date(`${day}T00:00:00Z`));
};

/** Formatters of a day such as `2026-03-05`: "5 March", "5 Mar", "March", "Thu 5 March". */
export const longDay = inUtc({ day: 'numeric', month: 'long' });
export const shortDay = inUtc({ day: 'numeric', month: 'short' });
export const monthOf = inUtc({ month: 'long' });
const weekday = inUtc({ weekday: 'short' });
export const dayInWords = (day: string) => `${weekday(day)} ${longDay(day)}`;

/** Formats a period: "16 February to 17 March". */
export const spanInWords = (days: readonly string[]) => `${longDay(days[0] ?? '')} to ${longDay(days.at(-1) ?? '')}`;

/** Shown instead of a missing value. */
export const NONE = '–';

const tenths = new Intl.NumberFormat('en-GB', { minimumFractionDigits: 1, maximumFractionDigits: 1 });
const twoDigits = new Intl.NumberFormat('en-GB', { maximumSignificantDigits: 2 });

/** Formats milliseconds: "41 ms", "0.18 ms". */
export const timeInWords = (milliseconds: number) =>
  `${milliseconds < 10 ? twoDigits.format(milliseconds) : formatNumber(Math.round(milliseconds))} ms`;

/** A figure with its change against the previous period. */
export interface Figure {
  readonly name: string;
  readonly value: string;
  /** The change and the words after it; undefined if there is nothing to compare. */
  readonly change?: { readonly text: string; readonly after: string; readonly kind: 'better' | 'worse' | 'same' };
}

/** Returns what a change means. @param gain positive if it is for the better */
function kindOf(gain: number) {
  if (gain === 0) return 'same';
  return gain > 0 ? 'better' : 'worse';
}

function signed(value: number, text: string) {
  if (value === 0) return `±${text}`;
  return `${value > 0 ? '+' : '−'}${text}`;
}

function requestsFigure(now: UsageTotals, before: UsageTotals, days: number): Figure {
  const figure = { name: 'Requests', value: formatNumber(now.requests) };
  if (before.requests === 0) return figure;
  const percent = Math.round((now.requests / before.requests - 1) * 1000) / 10;
  const text = signed(percent, `${tenths.format(Math.abs(percent))}%`);
  return { ...figure, change: { text, after: `on the ${days} days before`, kind: kindOf(percent) } };
}

function shareFigure(name: string, of: 'succeeded' | 'fromCache', now: UsageTotals, before: UsageTotals): Figure {
  const share = (totals: UsageTotals) => Math.round((totals[of] / totals.requests) * 1000) / 10;
  if (now.requests === 0) return { name, value: NONE };
  const figure = { name, value: `${tenths.format(share(now))}%` };
  if (before.requests === 0) return figure;
  const points = Math.round((share(now) - share(before)) * 10) / 10;
  const text = signed(points, tenths.format(Math.abs(points)));
  return { ...figure, change: { text, after: 'points', kind: kindOf(points) } };
}

function timeFigure(now: UsageTotals, before: UsageTotals): Figure {
  if (now.p50 === null) return { name: 'Median time', value: NONE };
  const figure = { name: 'Median time', value: timeInWords(now.p50) };
  if (before.p50 === null) return figure;
  const longer = now.p50 - before.p50;
  const isSame = timeInWords(now.p50) === timeInWords(before.p50);
  const text = isSame ? '±0 ms' : signed(longer, timeInWords(Math.abs(longer)));
  return { ...figure, change: { text, after: '', kind: isSame ? 'same' : kindOf(-longer) } };
}

/** Returns the four figures of the page. */
export const figuresOf = (now: UsageTotals, before: UsageTotals, days: number): readonly Figure[] => [
  requestsFigure(now, before, days),
  shareFigure('Success rate', 'succeeded', now, before),
  timeFigure(now, before),
  shareFigure('From cache', 'fromCache', now, before),
];

/** Rounds to three digits: 51,806 is "51,800". */
const about = (value: number) => formatNumber(Number(value.toPrecision(3)));

/** Forecast of the month in words, and its severity. */
export interface Forecast {
  readonly kind: 'info' | 'warn' | 'danger';
  readonly text: string;
}

/** Returns the forecast of the month; undefined without requests. @param limit the plan's requests per month */
export function forecastInWords(month: UsageMonth, limit: number): Forecast | undefined {
  const { from, resetsOn, requests, forecast, reachedOn } = month;
  const answered = formatNumber(Math.round(limit * (1 + MONTHLY_GRACE)));
  const name = monthOf(from);
  if (requests === 0) return undefined;
  if (requests > limit * (1 + MONTHLY_GRACE)) {
    return { kind: 'danger', text: `${name} is used up. Calls answer 429 until ${longDay(resetsOn)}.` };
  }
  const above = `Above ${answered} calls answer 429.`;
  if (requests >= limit) {
    return { kind: 'warn', text: `You have used the ${formatNumber(limit)} requests of ${name}. ${above}` };
  }
  if (reachedOn !== null) {
    return {
      kind: 'warn',
      text: `At this pace you reach ${formatNumber(limit)} requests on ${longDay(reachedOn)}. ${above}`,
    };
  }
  const kind = requests >= limit * PLAN_WARNING ? 'warn' : 'info';
  return { kind, text: `At this pace ${name} ends at about ${about(forecast)} requests.` };
}
