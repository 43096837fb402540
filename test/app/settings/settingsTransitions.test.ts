import { projectMissing } from '../../../src/app/projects/projectsSlice';
import { settingsMachine, settingsSlice, type SettingsState } from '../../../src/app/settings/settingsSlice';
import { type ExpectedGrid, testTransitions } from '../../fixtures/cells';

type Phase = SettingsState['phase'];

/** Written by hand. Rows are phases, columns events; '' changes nothing. Nothing can be changed during a save. */
// oxfmt-ignore
const expected: ExpectedGrid<SettingsState> = {
  //         changed    reverted  save      saved    refused
  clean:   ['changed',  '',       '',       '',      ''],
  changed: ['changed',  'clean',  'saving', '',      ''],
  saving:  ['',         '',       '',       'clean', 'changed'],
};

const projectId = 'p1';
const draft = { title: 'Tea house' };
const errors = { '0.keyColumn': 'A2 and A3 both hold “Assam”.' };
const { actions } = settingsMachine;

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

testTransitions(settingsMachine, { expected, stateIn, eventOf, fresh: { saveRefused: { errors } } });

it.each(Object.values(stateIn))('$phase is cleared with its project', (form) => {
  const start = settingsSlice.getInitialState();
  const before = { ...start, forms: { [projectId]: form } };
  expect(settingsSlice.reducer(before, projectMissing({ projectId }))).toEqual(start);
});
