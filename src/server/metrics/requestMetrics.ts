import type { UsageTotals } from '../usage/usageCounters';
import { answered, answerTimes, areas } from './answered';
import type { Family, Sample } from './metric';
import { histogramSamples, timesTogether } from './times';

/** Requests of projects, as usage has them. */
const projectRequests = ({ requests }: UsageTotals): Sample[] => {
  const sums = new Map<string, { labels: Record<string, string>; value: number }>();
  for (const { method, outcome, requests: count } of requests) {
    const key = `${method} ${outcome}`;
    const known = sums.get(key) ?? { labels: { area: 'data', method, status: outcome }, value: 0 };
    known.value += count;
    sums.set(key, known);
  }
  return [...sums.values()];
};

/** Samples with the same labels are one. */
function merged(samples: readonly Sample[]): Sample[] {
  const sums = new Map<string, Sample>();
  for (const sample of samples) {
    const key = JSON.stringify(sample.labels);
    sums.set(key, { ...sample, value: sample.value + (sums.get(key)?.value ?? 0) });
  }
  return [...sums.values()];
}

const sumOf = ({ requests }: UsageTotals, fromCache: boolean) =>
  requests.reduce((sum, one) => sum + (one.fromCache === fromCache ? one.requests : 0), 0);

/** What was asked, how it was answered and how long that took. */
export function requestFamilies(totals: UsageTotals): Family[] {
  const rest = answered.family();
  const times = { ...answerTimes, data: timesTogether([answerTimes.data, totals]) };
  return [
    { ...rest, samples: merged([...projectRequests(totals), ...rest.samples]) },
    {
      name: 'tabpoint_request_duration_seconds',
      help: 'Seconds from a request being read to its answer being handed over, by area.',
      type: 'histogram',
      samples: areas.flatMap((area) => histogramSamples(times[area], { area })),
    },
    {
      name: 'tabpoint_answers_total',
      help: 'Answers of the data API for a project, by whether a finished body was sent again.',
      type: 'counter',
      samples: [
        { labels: { cache: 'hit' }, value: sumOf(totals, true) },
        { labels: { cache: 'miss' }, value: sumOf(totals, false) },
      ],
    },
  ];
}
