import { edges } from '../../../src/app/machine/transitionTable';
import {
  versionMachine,
  versionsSlice,
  type VersionsState,
  type VersionState,
} from '../../../src/app/sync/versionsSlice';

type Phase = VersionState['phase'];

/**
 * Written by hand. Rows are phases, columns events; '' changes nothing. Only a compared version is applied, and
 * applying cannot be cancelled.
 */
// oxfmt-ignore
const expected: Record<Phase, readonly (Phase | '')[]> = {
  //           chosen       progressed   compared    drop        renamed     confirmed   restore      done    refused    cancelled
  idle:       ['comparing', '',          '',         '',         '',         '',         'restoring', '',     'refused', ''],
  comparing:  ['',          'comparing', 'compared', '',         '',         '',         '',          '',     'refused', 'idle'],
  compared:   ['',          '',          '',         'compared', 'compared', 'applying', '',          '',     '',        'idle'],
  applying:   ['',          '',          '',         '',         '',         '',         '',          'idle', 'refused', ''],
  restoring:  ['',          '',          '',         '',         '',         '',         '',          'idle', 'refused', ''],
  refused:    ['comparing', '',          '',         '',         '',         '',         'restoring', '',     'refused', 'idle'],
};

const workbook = { projectId: 'p1', sheetId: 'tpd_1' };
const file = new File(['name'], 'coffee.csv');
const ofFile = { ...workbook, fileName: 'coffee.csv' };
const difference = { tabs: [] };
const answer = { title: 'farms', formerTitle: 'growers' };
const message = 'The workbook is damaged.';
const { reducer } = versionsSlice;
const { actions, events, table } = versionMachine;
const start = reducer(undefined, { type: 'test/start' });

const stateIn: Record<Phase, VersionState> = {
  idle: { phase: 'idle' },
  comparing: { phase: 'comparing', ...ofFile, percent: 0 },
  compared: { phase: 'compared', ...ofFile, difference, dropApiRows: false, answers: [answer] },
  applying: { phase: 'applying', ...ofFile, difference, dropApiRows: false, answers: [answer] },
  restoring: { phase: 'restoring', ...workbook, n: 1 },
  refused: { phase: 'refused', ...workbook, message },
};

const eventOf = {
  versionChosen: actions.versionChosen(workbook.projectId, workbook.sheetId, file),
  versionProgressed: actions.versionProgressed({ percent: 0 }),
  versionCompared: actions.versionCompared({ difference }),
  dropChosen: actions.dropChosen({ dropApiRows: false }),
  renameAnswered: actions.renameAnswered(answer),
  versionConfirmed: actions.versionConfirmed(),
  restoreAsked: actions.restoreAsked({ ...workbook, n: 1 }),
  versionDone: actions.versionDone(),
  versionRefused: actions.versionRefused({ ...workbook, message }),
  versionCancelled: actions.versionCancelled(),
} as const;

const versionsIn = (phase: Phase): VersionsState => ({ ...start, change: stateIn[phase] });

const cells = (Object.keys(expected) as Phase[]).flatMap((from) =>
  events.map((event, index) => ({ from, event, to: expected[from][index] as Phase | '' })),
);
const filled = edges(table);

it.each(cells)('$from, $event → $to', ({ from, event, to }) => {
  expect(filled.find((edge) => edge.from === from && edge.event === event)?.to ?? '').toBe(to);
});

it.each(cells.filter(({ to }) => to !== ''))('$from, $event → exactly the data of $to', ({ from, event, to }) => {
  const fresh = event === 'versionCompared' ? { answers: [] } : {};
  expect(reducer(versionsIn(from), eventOf[event]).change).toStrictEqual({ ...stateIn[to as Phase], ...fresh });
});

it.each(cells.filter(({ to }) => to === ''))('$from, $event changes nothing', ({ from, event }) => {
  const before = versionsIn(from);
  expect(reducer(before, eventOf[event])).toBe(before);
});
