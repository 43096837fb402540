import { edges } from '../../../src/app/machine/transitionTable';
import { projectMissing } from '../../../src/app/projects/projectsSlice';
import {
  settingsMachine,
  settingsSlice,
  type SettingsSliceState,
  type SettingsState,
} from '../../../src/app/settings/settingsSlice';

type Phase = SettingsState['phase'];

/** Written by hand. Rows are phases, columns events; '' changes nothing. Nothing can be changed during a save. */
// oxfmt-ignore
const expected: Record<Phase, readonly (Phase | '')[]> = {
  //         changed    reverted  save      saved    refused
  clean:   ['changed',  '',       '',       '',      ''],
  changed: ['changed',  'clean',  'saving', '',      ''],
  saving:  ['',         '',       '',       'clean', 'changed'],
};

const projectId = 'p1';
const draft = { title: 'Tea house', sheets: {} };
const errors = { '0.keyColumn': 'A2 and A3 both hold “Assam”.' };
const { reducer } = settingsSlice;
const { actions, events, table } = settingsMachine;
const start = reducer(undefined, { type: 'test/start' });

const stateIn: Record<Phase, SettingsState> = {
  clean: { phase: 'clean' },
  changed: { phase: 'changed', draft },
  saving: { phase: 'saving', draft },
};

const eventOf = {
  settingsChanged: actions.settingsChanged({ projectId, draft }),
  settingsReverted: actions.settingsReverted({ projectId }),
  saveAsked: actions.saveAsked({ projectId }),
  settingsSaved: actions.settingsSaved({ projectId }),
  saveRefused: actions.saveRefused({ projectId, errors }),
} as const;

const settingsIn = (phase: Phase): SettingsSliceState => ({ ...start, forms: { [projectId]: stateIn[phase] } });

const cells = (Object.keys(expected) as Phase[]).flatMap((from) =>
  events.map((event, index) => ({ from, event, to: expected[from][index] as Phase | '' })),
);
const filled = edges(table);

it.each(cells)('$from, $event → $to', ({ from, event, to }) => {
  expect(filled.find((edge) => edge.from === from && edge.event === event)?.to ?? '').toBe(to);
});

it.each(cells.filter(({ to }) => to !== ''))('$from, $event → exactly the data of $to', ({ from, event, to }) => {
  expect(reducer(settingsIn(from), eventOf[event]).forms[projectId]).toStrictEqual({
    ...stateIn[to as Phase],
    ...(event === 'saveRefused' && { errors }),
  });
});

it.each(cells.filter(({ to }) => to === ''))('$from, $event changes nothing', ({ from, event }) => {
  const before = settingsIn(from);
  expect(reducer(before, eventOf[event])).toBe(before);
});

it.each(Object.keys(expected) as Phase[])('%s is cleared with its project', (from) => {
  expect(reducer(settingsIn(from), projectMissing({ projectId }))).toEqual(start);
});
