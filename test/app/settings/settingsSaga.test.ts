import type { Project, ProjectUpdate } from '../../../src/contract/projects';
import { UNREACHABLE } from '../../../src/app/http/apiError';
import { projectArrived, projectOpened } from '../../../src/app/projects/projectsSlice';
import { selectProject } from '../../../src/app/projects/projectsSelectors';
import {
  sessionArrived,
  sessionEnded,
  sessionEnding,
  sessionMissing,
  type User,
} from '../../../src/app/session/sessionSlice';
import { FORMS_BACK, KEPT, MOVE_FAILED, SWITCH_FAILED } from '../../../src/app/settings/settingsSaga';
import {
  selectMoving,
  selectSettings,
  selectSheetOn,
  selectSwitchWaiting,
} from '../../../src/app/settings/settingsSelectors';
import { switched } from '../../../src/app/settings/settingsEvents';
import { selectDraft } from '../../../src/app/settings/settingsSelectors';
import { newAddressAsked, saveAsked, settingsChanged, settingsReverted } from '../../../src/app/settings/settingsSlice';
import { createAppStore } from '../../../src/app/store';
import { mara, networkGone, projectOf } from '../../fixtures/appState';
import { controlledCall, fakePorts, settled } from '../../fixtures/fakePorts';

const coffee = projectOf();
const projectId = coffee.id;
const ended = sessionEnded({ byChoice: false });
const sheetId = coffee.tabs[0]?.sheetId ?? 0;

async function app(place = `/projects/${projectId}/roasters?view=settings`) {
  const update = controlledCall<[string, ProjectUpdate], Project>();
  const one = controlledCall<[string], Project>();
  const newAddress = controlledCall<[string], Project>();
  const visited: unknown[][] = [];
  const { dispatch, getState: state } = createAppStore(
    fakePorts({
      projects: { one: one.call, update: update.call, newAddress: newAddress.call },
      location: () => place,
      navigate: (...to) => visited.push(to),
    }),
  );
  dispatch(projectOpened({ projectId }));
  dispatch(projectArrived(coffee));
  await settled();
  return { dispatch, state, visited, ones: one.calls, updates: update.calls, moves: newAddress.calls };
}

/** The person's session returns after its end. */
const back = (person: User) => [sessionMissing(), sessionArrived(person)];

describe('unsaved changes at the end of the session', () => {
  const lose = [sessionEnding({ personId: mara.id }), ended];

  it('return in the form for the same person, who can save them', async () => {
    const { dispatch, state } = await app();
    dispatch(changed('Tea house'));
    dispatch(saveAsked({ projectId }));
    for (const event of lose) dispatch(event);
    expect(JSON.stringify(state())).not.toContain('Tea house');
    for (const event of back(mara)) dispatch(event);
    expect(selectSettings(state(), projectId)).toEqual({ phase: 'changed', draft: { title: 'Tea house' } });
    expect(state().notices).toMatchObject([{ kind: 'info', text: FORMS_BACK }]);
  });

  it('are not shown to another person, nor twice', async () => {
    const { dispatch, state } = await app();
    dispatch(changed('Tea house'));
    for (const event of [...lose, ...back({ ...mara, id: 'u2' })]) dispatch(event);
    expect(selectSettings(state(), projectId)).toEqual({ phase: 'clean' });
    for (const event of [sessionEnding({ personId: 'u2' }), ended, ...back(mara)]) dispatch(event);
    expect(selectSettings(state(), projectId)).toMatchObject({ phase: 'changed' });
    dispatch(settingsReverted({ projectId }));
    dispatch(sessionArrived(mara));
    expect(selectSettings(state(), projectId)).toEqual({ phase: 'clean' });
  });

  it('are discarded after Logout', async () => {
    const { dispatch, state } = await app();
    dispatch(changed('Tea house'));
    dispatch(sessionEnded({ byChoice: true }));
    for (const event of back(mara)) dispatch(event);
    expect(selectSettings(state(), projectId)).toEqual({ phase: 'clean' });
  });
});

const changed = (title: string) => settingsChanged({ projectId, draft: { title } });

describe('saving', () => {
  it('sends the changes once, and nothing without changes; then the form is unchanged', async () => {
    const { dispatch, state, updates } = await app();
    dispatch(saveAsked({ projectId }));
    dispatch(changed('Tea house'));
    dispatch(saveAsked({ projectId }));
    dispatch(saveAsked({ projectId }));
    expect(updates.map(({ args }) => args)).toEqual([[projectId, { title: 'Tea house' }]]);
    updates[0]?.answer(projectOf({ title: 'Tea house' }));
    await settled();
    expect(selectSettings(state(), projectId)).toEqual({ phase: 'clean' });
    expect(selectProject(state(), projectId)?.title).toBe('Tea house');
    expect(state().notices).toMatchObject([{ kind: 'info', text: 'Saved' }]);
  });

  it('leaves out the settings of a sheet that is gone, also invalid ones, whose errors nobody would see', async () => {
    const { dispatch, updates } = await app();
    const draft = { title: 'Tea house', [`${sheetId}.headerRow`]: 'three' };
    dispatch(settingsChanged({ projectId, draft }));
    dispatch(projectArrived(projectOf({ tabs: coffee.tabs.slice(1) })));
    dispatch(saveAsked({ projectId }));
    expect(updates.map(({ args }) => args[1])).toEqual([{ title: 'Tea house' }]);
  });

  it('sends nothing if the project has become what was typed', async () => {
    const { dispatch, state, updates } = await app();
    dispatch(changed('Tea house'));
    dispatch(projectArrived(projectOf({ title: 'Tea house' })));
    dispatch(saveAsked({ projectId }));
    expect([updates.length, selectSettings(state(), projectId)]).toEqual([0, { phase: 'clean' }]);
  });

  it('shows an error that belongs to no field', async () => {
    const { dispatch, state, updates } = await app();
    dispatch(changed('Tea house'));
    dispatch(saveAsked({ projectId }));
    updates[0]?.fail(networkGone());
    await settled();
    expect(selectSettings(state(), projectId)).toMatchObject({ phase: 'changed', message: `${UNREACHABLE} ${KEPT}` });
  });

  it('leaves no trace when the session ends', async () => {
    const { dispatch, state, updates } = await app();
    dispatch(changed('Tea house'));
    dispatch(saveAsked({ projectId }));
    dispatch(ended);
    expect(updates[0]?.aborted()).toBe(true);
    await settled();
    expect(state().settings?.forms).toEqual({});
  });
});

describe('a switch', () => {
  it('returns to its old state if the server rejects it', async () => {
    const { dispatch, state, updates } = await app();
    dispatch(switched({ projectId, sheetId, on: false }));
    expect(selectSheetOn(state(), coffee, sheetId)).toBe(false);
    updates[0]?.fail(networkGone());
    await settled();
    expect(selectSheetOn(state(), coffee, sheetId)).toBe(true);
    expect(state().notices).toMatchObject([{ kind: 'error', text: SWITCH_FAILED }]);
  });

  it('whose answer was lost shows at once what the server has', async () => {
    const { dispatch, state, updates, ones } = await app();
    dispatch(switched({ projectId, on: true }));
    updates[0]?.fail(networkGone());
    await settled();
    ones.at(-1)?.answer(projectOf({ status: 'paused' }));
    await settled();
    expect(selectProject(state(), projectId)?.status).toBe('paused');
  });

  it('in flight disables the others of its project only: of two projects in the list both are paused', async () => {
    const { dispatch, state, updates } = await app();
    dispatch(switched({ projectId: 'other', on: true }));
    dispatch(switched({ projectId, on: true }));
    expect(updates.map(({ args }) => args)).toEqual([
      ['other', { paused: true }],
      [projectId, { paused: true }],
    ]);
    updates[0]?.fail(networkGone());
    await settled();
    expect([selectSwitchWaiting(state(), 'other'), selectSwitchWaiting(state(), projectId)]).toEqual([false, true]);
  });

  it('of the open sheet opens another sheet', async () => {
    const { dispatch, updates, visited } = await app();
    const [first, ...others] = coffee.tabs;
    if (first === undefined) throw new Error('no tab');
    const tabs = [{ ...first, published: false }, ...others, { ...first, sheetId: 99, title: 'beans & more' }];
    dispatch(switched({ projectId, sheetId, on: false }));
    updates[0]?.answer(projectOf({ tabs }));
    await settled();
    const to = others[0]?.published === true ? others[0].title : 'beans & more';
    expect(visited).toEqual([[`/projects/${projectId}/${encodeURIComponent(to)}?view=settings`, { replace: true }]]);
  });
});

describe('a new URL', () => {
  it('is opened', async () => {
    const { dispatch, state, moves, visited } = await app();
    dispatch(newAddressAsked({ projectId }));
    dispatch(newAddressAsked({ projectId }));
    expect(selectMoving(state(), projectId)).toBe(true);
    expect(moves).toHaveLength(1);
    moves[0]?.answer(projectOf({ id: 'another' }));
    await settled();
    expect(visited).toEqual([['/projects/another/roasters?view=settings', { replace: true }]]);
    expect(selectProject(state(), projectId)).toBeUndefined();
    expect(selectProject(state(), 'another')).toBeDefined();
    expect(selectMoving(state(), projectId)).toBe(false);
  });

  it('keeps what was typed and not saved', async () => {
    const { dispatch, state, moves } = await app();
    const draft = { title: 'Roasters' };
    dispatch(settingsChanged({ projectId, draft }));
    dispatch(newAddressAsked({ projectId }));
    moves[0]?.answer(projectOf({ id: 'another' }));
    await settled();
    expect(selectDraft(state(), 'another')).toEqual(draft);
  });

  it('is not opened if the person has left the page', async () => {
    const { dispatch, moves, visited } = await app('/');
    dispatch(newAddressAsked({ projectId }));
    moves[0]?.answer(projectOf({ id: 'another' }));
    await settled();
    expect(visited).toEqual([]);
  });

  it('is made while that of another project is in flight', async () => {
    const { dispatch, state, moves } = await app();
    dispatch(newAddressAsked({ projectId: 'other' }));
    dispatch(newAddressAsked({ projectId }));
    moves[0]?.fail(networkGone());
    await settled();
    expect(moves.map(({ args }) => args)).toEqual([['other'], [projectId]]);
    expect([selectMoving(state(), 'other'), selectMoving(state(), projectId)]).toEqual([false, true]);
  });

  it('that fails does not claim that the old one still works, as the answer may be lost', async () => {
    const { dispatch, state, moves } = await app();
    dispatch(newAddressAsked({ projectId }));
    moves[0]?.fail(networkGone());
    await settled();
    expect(state().notices).toMatchObject([{ kind: 'error', text: MOVE_FAILED }]);
    expect(selectMoving(state(), projectId)).toBe(false);
  });
});
