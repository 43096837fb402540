import { Counter } from 'prom-client';
import { problemCodes } from '../contract/problems';

/*
 * Counters of events, for code that has no access to the app. Each counter exists once in a process, and every app shows it in
 * its own registry. Labels have few values, never one that a caller may choose.
 */

/** Creates a counter. @param known labels used by alerts: they start at 0, so that Prometheus sees the first event as an increase */
function counterOf<Label extends string>(
  name: string,
  help: string,
  labelNames: readonly Label[],
  known: readonly Readonly<Record<Label, string>>[],
): Counter<Label> {
  const counter = new Counter({ name, help, labelNames, registers: [] });
  for (const labels of known) counter.inc(labels, 0);
  return counter;
}

/** Refused and failed requests, by problem code. */
export const problemsAnswered = counterOf(
  'tabpoint_problems_total',
  'Error responses, by problem code.',
  ['code'],
  Object.keys(problemCodes).map((code) => ({ code })),
);

/** Calls to Google, by outcome: `failed` without a response, `not_asked` if the quota was used up. */
export const googleCalls = counterOf(
  'tabpoint_google_calls_total',
  'Calls to Google, by their outcome.',
  ['outcome'],
  ['failed', '429', '5xx', 'not_asked'].map((outcome) => ({ outcome })),
);

const jobNames = [
  'importWorkbook',
  'importGoogleSheet',
  'deriveTab',
  'compareRows',
  'mergeTab',
  'inspectTab',
  'compactLog',
  'changeRaw',
];

/** Jobs of worker threads, by name and outcome. */
export const jobsDone = counterOf(
  'tabpoint_worker_jobs_total',
  'Jobs of worker threads (imports, compaction, edits of grids), by their name and outcome.',
  ['job', 'outcome'],
  jobNames.map((job) => ({ job, outcome: 'failed' })),
);

/** Sign-ins, sign-ups and other account calls, by outcome. */
export const accountCalls = counterOf(
  'tabpoint_account_events_total',
  'Sign-ins, sign-ups and other calls that change an account or its sessions, by their outcome.',
  ['event', 'outcome'],
  ['refused', 'limited'].map((outcome) => ({ event: 'sign_in', outcome })),
);

/** Scheduled backups. */
export const backupsMade = counterOf(
  'tabpoint_backups_total',
  'Backups that were made by BACKUP_EVERY, by their outcome.',
  ['outcome'],
  ['done', 'failed'].map((outcome) => ({ outcome })),
);

/** Virus scans of uploads: `clean`, `found`, or `failed` (no verdict). */
export const virusScans = counterOf(
  'tabpoint_virus_scans_total',
  'Uploads that were scanned for viruses, by their outcome.',
  ['outcome'],
  ['clean', 'found', 'failed'].map((outcome) => ({ outcome })),
);
