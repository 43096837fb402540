import { accountSlice } from '../../src/app/account/accountSlice';
import { googleSlice } from '../../src/app/account/googleSlice';
import { secondFactorSlice } from '../../src/app/account/secondFactorSlice';
import { sheetSlice } from '../../src/app/driveSheet/state/sheetSlice';
import { learnSlice } from '../../src/app/learn/learnSlice';
import { plansSlice } from '../../src/app/plans/plansSlice';
import { appReducer, rootReducer, type RootState } from '../../src/app/rootReducer';
import { secondStepSlice } from '../../src/app/session/secondStepSlice';
import { sessionEnded } from '../../src/app/session/sessionSlice';
import { spreadsheetsSlice } from '../../src/app/spreadsheets/spreadsheetsSlice';
import { templatesSlice } from '../../src/app/templates/templatesSlice';
import { usageSlice } from '../../src/app/usage/usageSlice';
import { stateWith } from '../fixtures/appState';

const rest = [
  ...[accountSlice, googleSlice, secondFactorSlice, sheetSlice, learnSlice, plansSlice, secondStepSlice],
  ...[spreadsheetsSlice, templatesSlice, usageSlice],
];
for (const slice of rest) rootReducer.inject(slice as Parameters<typeof rootReducer.inject>[0]);

/** All that may outlive the session: what this browser keeps, and slices whose own tables say what becomes of them. */
const NOT_RESET = [
  ...['about', 'app', 'authForm', 'createFlow', 'learn', 'projects', 'secondStep', 'session', 'shortcuts', 'snippets'],
  'tabLooks',
];

const start = stateWith();
const slices = Object.keys(start) as (keyof RootState)[];
const persons = slices.filter((slice) => !NOT_RESET.includes(slice));

it('has every slice of the app', () => {
  expect(slices).toHaveLength(31);
  expect(persons).toHaveLength(20);
});

it.each(persons)('%s is forgotten with the session', (slice) => {
  const before = { ...start, [slice]: { left: 'by the person before' } };
  expect(appReducer(before, sessionEnded({ byChoice: true }))[slice]).toEqual(start[slice]);
});

it('what this browser keeps is there for the next person', () => {
  const kept = {
    shortcuts: { ...start.shortcuts, mark: 1 },
    snippets: { ...start.snippets, mark: 1 },
    tabLooks: { mark: {} },
    about: { ...start.about, mark: 1 },
  };
  expect(appReducer({ ...start, ...kept }, sessionEnded({ byChoice: false }))).toMatchObject(kept);
});

it('another event forgets nothing', () => {
  expect(appReducer(start, { type: 'test/other' })).toBe(start);
});
