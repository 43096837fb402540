import { edges } from '../../../src/app/machine/transitionTable';
import { projectDeleted } from '../../../src/app/projects/projectsSlice';
import { syncMachine, syncSlice, type SyncsState, type SyncState } from '../../../src/app/sync/syncSlice';
import type { SyncProgress } from '../../../src/contract/syncs';

type Phase = SyncState['phase'];

/** Written by hand. Rows are phases, columns events; '' changes nothing. A running sync is not started again. */
// oxfmt-ignore
const expected: Record<Phase, readonly (Phase | '')[]> = {
  //         asked     progress   done    failed
  idle:    ['running', '',        '',     ''],
  running: ['',        'running', 'idle', 'failed'],
  failed:  ['running', '',        '',     ''],
};

const projectId = 'p1';
const failure = { message: 'This spreadsheet is private.' };
const progress: SyncProgress = {
  phase: 'reading',
  tabs: [{ sheetId: 0, title: 'orders', phase: 'reading', rows: 2, total: 9 }],
};
const { reducer } = syncSlice;
const { actions, events, table } = syncMachine;
/** A requested sync without progress yet. */
const requested: SyncState = { phase: 'running', progress: { phase: 'reading', tabs: [] } };
const start = reducer(undefined, { type: 'test/start' });

const stateIn: Record<Phase, SyncState> = {
  idle: { phase: 'idle' },
  running: { phase: 'running', progress },
  failed: { phase: 'failed', failure },
};

const eventOf = {
  syncAsked: actions.syncAsked({ projectId }),
  progressCame: actions.progressCame({ projectId, progress }),
  syncDone: actions.syncDone({ projectId }),
  syncFailed: actions.syncFailed({ projectId, failure }),
} as const;

const syncsIn = (phase: Phase): SyncsState => ({ ...start, now: { [projectId]: stateIn[phase] } });

const cells = (Object.keys(expected) as Phase[]).flatMap((from) =>
  events.map((event, index) => ({ from, event, to: expected[from][index] as Phase | '' })),
);
const filled = edges(table);

it.each(cells)('$from, $event → $to', ({ from, event, to }) => {
  expect(filled.find((edge) => edge.from === from && edge.event === event)?.to ?? '').toBe(to);
});

it.each(cells.filter(({ to }) => to !== ''))('$from, $event → exactly the data of $to', ({ from, event, to }) => {
  expect(reducer(syncsIn(from), eventOf[event]).now[projectId]).toStrictEqual(
    event === 'syncAsked' ? requested : stateIn[to as Phase],
  );
});

it.each(cells.filter(({ to }) => to === ''))('$from, $event changes nothing', ({ from, event }) => {
  const before = syncsIn(from);
  expect(reducer(before, eventOf[event])).toBe(before);
});

it('separates the syncs of projects, and clears those of a deleted project', () => {
  const both = reducer(syncsIn('running'), actions.syncAsked({ projectId: 'p2' }));
  expect(both.now.p2).toEqual(requested);
  expect(reducer(both, projectDeleted({ projectId })).now).toEqual({ p2: requested });
});
