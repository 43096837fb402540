import { Counter } from 'prom-client';
import { type ProblemCode, problemCodes } from '../contract/problems';

/*
 * Events that are counted where they happen, in code that belongs to no app. A process has one of each counter, and every app shows
 * them in its own registry. Labels take few values, never one that a caller may choose.
 */

/** @param known labels that alarms ask for: they begin at 0, so that Prometheus sees the first event as growth */
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

const codes = Object.keys(problemCodes) as ProblemCode[];

/** Everything that was refused or broke, by the code of its problem. */
export const problemsAnswered = counterOf(
  'tabpoint_problems_total',
  'Answers that told of a problem, by its code.',
  ['code'],
  codes.map((code) => ({ code })),
);

/** Calls to Google: how each ended, `failed` without an answer and `not_asked` where the quota left no room. */
export const googleCalls = counterOf(
  'tabpoint_google_calls_total',
  'Calls to Google, by their outcome.',
  ['outcome'],
  ['failed', '429', '5xx', 'not_asked'].map((outcome) => ({ outcome })),
);

const jobNames: readonly string[] = [
  ...(['importWorkbook', 'importGoogleSheet', 'deriveTab', 'compareRows'] as const),
  ...(['mergeTab', 'inspectTab', 'foldLog', 'changeRaw'] as const),
];

/** Jobs of worker threads, by name and end. */
export const jobsDone = counterOf(
  'tabpoint_worker_jobs_total',
  'Jobs of worker threads (imports, folds, edits of grids), by their name and outcome.',
  ['job', 'outcome'],
  jobNames.map((job) => ({ job, outcome: 'failed' })),
);

/** Calls to the account: who signs in, up and out, and who is refused. */
export const accountCalls = counterOf(
  'tabpoint_account_events_total',
  'Sign-ins, sign-ups and other calls that change an account or its sessions, by their outcome.',
  ['event', 'outcome'],
  ['refused', 'limited'].map((outcome) => ({ event: 'sign_in', outcome })),
);

/** Backups by `BACKUP_EVERY`. */
export const backupsMade = counterOf(
  'tabpoint_backups_total',
  'Backups that were made by BACKUP_EVERY, by their outcome.',
  ['outcome'],
  ['done', 'failed'].map((outcome) => ({ outcome })),
);

/** Uploads that were scanned for viruses: `clean`, `found`, and `failed` where there was no verdict. */
export const virusScans = counterOf(
  'tabpoint_virus_scans_total',
  'Uploads that were scanned for viruses, by their outcome.',
  ['outcome'],
  ['clean', 'found', 'failed'].map((outcome) => ({ outcome })),
);
