import { projectDeleted } from '../../../src/app/projects/projectsSlice';
import { syncMachine, syncSlice, type SyncState } from '../../../src/app/sync/syncSlice';
import type { SyncProgress } from '../../../src/contract/syncs';
import { type ExpectedGrid, testTransitions } from '../../fixtures/cells';

type Phase = SyncState['phase'];

/** Written by hand. Rows are phases, columns events; '' changes nothing. A running sync is not started again. */
// oxfmt-ignore
const expected: ExpectedGrid<SyncState> = {
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
const { actions } = syncMachine;
/** The progress of a sync that was just requested. */
const fresh = { progress: { phase: 'reading', tabs: [] } };

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

testTransitions(syncMachine, { expected, stateIn, eventOf, fresh: { syncAsked: fresh } });

it('separates the syncs of projects, and clears those of a deleted project', () => {
  const { reducer, getInitialState } = syncSlice;
  const before = { ...getInitialState(), now: { [projectId]: stateIn.running } };
  const both = reducer(before, actions.syncAsked({ projectId: 'p2' }));
  const p2 = { phase: 'running', ...fresh };
  expect(both.now).toEqual({ [projectId]: stateIn.running, p2 });
  expect(reducer(both, projectDeleted({ projectId })).now).toEqual({ p2 });
});
