import { accountSlice } from '../../src/app/account/accountSlice';
import { googleSlice } from '../../src/app/account/googleSlice';
import { secondFactorSlice } from '../../src/app/account/secondFactorSlice';
import { sheetSlice } from '../../src/app/driveSheet/state/sheetSlice';
import { learnSlice } from '../../src/app/learn/learnSlice';
import { plansSlice } from '../../src/app/plans/plansSlice';
import { appReducer, rootReducer, type RootState } from '../../src/app/rootReducer';
import { sessionEnded } from '../../src/app/session/sessionSlice';
import { spreadsheetsSlice } from '../../src/app/spreadsheets/spreadsheetsSlice';
import { templatesSlice } from '../../src/app/templates/templatesSlice';
import { usageSlice } from '../../src/app/usage/usageSlice';
import { stateWith } from '../fixtures/appState';

const rest = [
  ...[accountSlice, googleSlice, secondFactorSlice, sheetSlice, learnSlice, plansSlice],
  ...[spreadsheetsSlice, templatesSlice, usageSlice],
];
for (const slice of rest) rootReducer.inject(slice as Parameters<typeof rootReducer.inject>[0]);

/** Slices that outlive the session: data of the browser, and slices whose own tables handle the end of the session. */
const NOT_RESET = [
  ...['about', 'app', 'authForm', 'createFlow', 'learn', 'projects', 'session', 'shortcuts', 'snippets'],
  'tabLooks',
];

const start = stateWith();
const slices = Object.keys(start) as (keyof RootState)[];
const personal = slices.filter((slice) => !NOT_RESET.includes(slice));

it('has every slice of the app', () => {
  expect(slices).toHaveLength(30);
  expect(personal).toHaveLength(20);
});

it.each(personal)('%s is cleared at the end of the session', (slice) => {
  const before = { ...start, [slice]: { left: 'by the person before' } };
  expect(appReducer(before, sessionEnded({ byChoice: true }))[slice]).toEqual(start[slice]);
});

it('data of the browser stays for the next person', () => {
  const lasting = {
    shortcuts: { ...start.shortcuts, mark: 1 },
    snippets: { ...start.snippets, mark: 1 },
    tabLooks: { mark: {} },
    about: { ...start.about, mark: 1 },
  };
  expect(appReducer({ ...start, ...lasting }, sessionEnded({ byChoice: false }))).toMatchObject(lasting);
});

it('other events clear nothing', () => {
  expect(appReducer(start, { type: 'test/other' })).toBe(start);
});
