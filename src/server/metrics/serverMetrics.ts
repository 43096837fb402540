import { readingOf } from '../endpoints/reading';
import type { Parts } from '../parts';
import { openRecords } from '../records/records';
import { usageOf } from '../usage/usage';
import { accountCalls, googleCalls, jobsDone, problemsTold, virusScans } from './counters';
import { type Family, gauge } from './metric';
import { processFamilies } from './processMetrics';
import { requestFamilies } from './requestMetrics';

const builtFamily = ({ settings }: Parts): Family => ({
  name: 'tabpoint_build_info',
  help: 'Always 1; its labels say what runs.',
  type: 'gauge',
  samples: [
    {
      labels: { version: settings.version, database: settings.databaseUrl === undefined ? 'sqlite' : 'postgresql' },
      value: 1,
    },
  ],
});

/** What waits, and what is kept in memory. */
function queueFamilies(parts: Parts): Family[] {
  const { tabs, answers } = readingOf(parts);
  const { running, waiting } = parts.workers.load();
  const loads = tabs.load();
  return [
    gauge('tabpoint_workers_running', 'Worker threads that have a job.', running),
    gauge('tabpoint_workers_waiting', 'Jobs that wait for a worker thread.', waiting),
    gauge('tabpoint_writes_waiting', 'Writes that wait to be committed.', openRecords(parts)?.writer.waiting ?? 0),
    gauge('tabpoint_tabs_loading', 'Tabs that are being read into memory, or wait for that.', loads.loading),
    gauge('tabpoint_tabs_held_bytes', 'Memory for rows of tabs.', loads.bytes),
    gauge('tabpoint_answers_held_bytes', 'Memory for finished answers.', answers.bytes),
  ];
}

/** Everything that is told of a server, at the moment. */
export const metricFamilies = (parts: Parts): Family[] => [
  builtFamily(parts),
  ...requestFamilies(usageOf(parts).totals()),
  ...[problemsTold, accountCalls, googleCalls, jobsDone, virusScans].map((counter) => counter.family()),
  ...queueFamilies(parts),
  ...processFamilies(),
];
