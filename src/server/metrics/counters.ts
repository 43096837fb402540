import { type ProblemCode, problemCodes } from '../../contract/problems';
import type { JobName } from '../workers/jobs';
import { Counter } from './metric';

/** What is counted where it happens. A process is one server, so there is one of each. */

const codes = Object.keys(problemCodes) as ProblemCode[];

/** Everything that was refused or broke, by the code of its problem. */
export const problemsTold = new Counter<'code'>(
  'tabpoint_problems_total',
  'Answers that told of a problem, by its code.',
  codes.map((code) => ({ code })),
);

/** Calls to Google: how each ended, `failed` without an answer and `not_asked` where the quota left no room. */
export const googleCalls = new Counter<'outcome'>(
  'tabpoint_google_calls_total',
  'Calls to Google, by their outcome.',
  ['failed', '429', '5xx', 'not_asked'].map((outcome) => ({ outcome })),
);

const jobNames: readonly JobName[] = [
  ...(['importWorkbook', 'importGoogleSheet', 'deriveTabs', 'compareRows'] as const),
  ...(['mergeTabs', 'foldLog', 'foldWritten', 'changeRaw'] as const),
];

/** Jobs of worker threads, by name and end. */
export const jobsDone = new Counter<'job' | 'outcome'>(
  'tabpoint_worker_jobs_total',
  'Jobs of worker threads (imports, folds, edits of grids), by their name and outcome.',
  jobNames.map((job) => ({ job, outcome: 'failed' })),
);

/** What threads count where they do not only work for others (`../refresher`): their counts are added to these. */
export const countedElsewhere: readonly Counter<string>[] = [googleCalls, jobsDone];

/** Calls to the account: who signs in, up and out, and who is refused. */
export const accountCalls = new Counter<'event' | 'outcome'>(
  'tabpoint_account_events_total',
  'Sign-ins, sign-ups and other calls that change an account or its sessions, by their outcome.',
  ['refused', 'limited'].map((outcome) => ({ event: 'sign_in', outcome })),
);

/** Uploads that were scanned for viruses: `clean`, `found`, and `failed` where there was no verdict. */
export const virusScans = new Counter<'outcome'>(
  'tabpoint_virus_scans_total',
  'Uploads that were scanned for viruses, by their outcome.',
  ['clean', 'found', 'failed'].map((outcome) => ({ outcome })),
);
