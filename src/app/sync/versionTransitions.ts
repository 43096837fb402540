import type { TransitionRow, TransitionTable } from '../machine/transitionTable';
import { withAnswer } from './renames';
import type { VersionEvents, VersionState } from './versionStates';

const beginning = {
  versionChosen: {
    to: 'comparing',
    carry: (_from, { projectId, sheetId, fileName }) => ({ projectId, sheetId, fileName, percent: 0 }),
  },
  versionRefused: {
    to: 'refused',
    carry: (_from, { projectId, sheetId, message }) => ({ projectId, sheetId, message }),
  },
  restoreAsked: { to: 'restoring', carry: (_from, { projectId, sheetId, n }) => ({ projectId, sheetId, n }) },
} satisfies TransitionRow<VersionState, VersionEvents>;

const refusing = {
  versionRefused: {
    to: 'refused',
    carry: (_from, { projectId, sheetId, message }) => ({ projectId, sheetId, message }),
  },
} satisfies TransitionRow<VersionState, VersionEvents>;

const cancelling = {
  versionCancelled: { to: 'idle', carry: () => ({}) },
} satisfies TransitionRow<VersionState, VersionEvents>;

const finishing = {
  versionDone: { to: 'idle', carry: () => ({}) },
} satisfies TransitionRow<VersionState, VersionEvents>;

/**
 * Another version of a workbook as a table. Nothing is applied that was not compared and agreed to; while it is applied it
 * cannot be given up, as nobody would know whether it was.
 */
export const versionTransitions = {
  idle: { ...beginning },
  comparing: {
    ...refusing,
    ...cancelling,
    versionProgressed: { to: 'comparing', carry: (from, { percent }) => ({ ...from, percent }) },
    versionCompared: {
      to: 'compared',
      carry: ({ projectId, sheetId, fileName }, { difference }) => ({
        ...{ projectId, sheetId, fileName, difference },
        dropApiRows: false,
        answers: [],
      }),
    },
  },
  compared: {
    ...cancelling,
    dropChosen: { to: 'compared', carry: (from, { dropApiRows }) => ({ ...from, dropApiRows }) },
    renameAnswered: {
      to: 'compared',
      carry: (from, answer) => ({ ...from, answers: withAnswer(from.answers, answer) }),
    },
    versionConfirmed: { to: 'applying', carry: (from) => ({ ...from, percent: 0 }) },
  },
  applying: {
    ...refusing,
    ...finishing,
    versionProgressed: { to: 'applying', carry: (from, { percent }) => ({ ...from, percent }) },
  },
  restoring: { ...refusing, ...finishing },
  refused: { ...beginning, ...cancelling },
} satisfies TransitionTable<VersionState, VersionEvents>;
