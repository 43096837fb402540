import { versionMachine, type VersionState } from '../../../src/app/sync/versionsSlice';
import { type ExpectedGrid, testTransitions } from '../../fixtures/cells';

type Phase = VersionState['phase'];

/**
 * Written by hand. Rows are phases, columns events; '' changes nothing. Only a compared version is applied, and
 * applying cannot be cancelled.
 */
// oxfmt-ignore
const expected: ExpectedGrid<VersionState> = {
  //           chosen       progressed   compared    drop        renamed     confirmed   restore      done    refused    cancelled
  idle:       ['comparing', '',          '',         '',         '',         '',         'restoring', '',     'refused', ''],
  comparing:  ['comparing', 'comparing', 'compared', '',         '',         '',         'restoring', '',     'refused', 'idle'],
  compared:   ['comparing', '',          '',         'compared', 'compared', 'applying', 'restoring', '',     'refused', 'idle'],
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
const { actions } = versionMachine;

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

testTransitions(versionMachine, { expected, stateIn, eventOf, fresh: { versionCompared: { answers: [] } } });
