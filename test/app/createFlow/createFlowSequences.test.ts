import type { Project, SheetPreview } from '../../../src/contract/projects';
import { createPageLeft, createRequested, draftAccepted } from '../../../src/app/createFlow/createFlowSlice';
import { sessionArrived, sessionEnded, sessionEnding, sessionMissing } from '../../../src/app/session/sessionSlice';
import { createAppStore } from '../../../src/app/store';
import { coffeeDraft, coffeePreview, mara, networkGone, projectOf, refused, teaDraft } from '../../fixtures/appState';
import { controlledCall, fakePorts, settled } from '../../fixtures/fakePorts';

/** The create flow with its saga loaded, as on its page. */
async function flow() {
  const check = controlledCall<[string], SheetPreview>();
  const create = controlledCall<[string], Project>();
  const visited: string[] = [];
  const store = createAppStore(
    fakePorts({ createFlow: { check: check.call, create: create.call }, navigate: (to) => visited.push(to) }),
  );
  store.dispatch(createPageLeft());
  await settled();
  const phase = () => store.getState().createFlow?.phase;
  return { store, phase, visited, checks: check.calls, creates: create.calls, dispatch: store.dispatch };
}

async function previewed() {
  const world = await flow();
  world.dispatch(draftAccepted(coffeeDraft));
  world.checks[0]?.answer(coffeePreview);
  await settled();
  expect(world.phase()).toBe('previewReady');
  return world;
}

async function creating() {
  const world = await previewed();
  world.dispatch(createRequested());
  expect(world.phase()).toBe('creating');
  return world;
}

const teaPreview: SheetPreview = { title: 'Tea', tabs: [] };

describe('a check', () => {
  it('requests the id in the URL', async () => {
    const { dispatch, checks } = await flow();
    dispatch(draftAccepted(coffeeDraft));
    expect(checks.map(({ args }) => args)).toEqual([['coffee-1']]);
  });

  it('is aborted by another URL; only the newer response counts', async () => {
    const { dispatch, checks, store } = await flow();
    dispatch(draftAccepted(coffeeDraft));
    dispatch(draftAccepted(teaDraft));
    expect(checks.map((call) => call.aborted())).toEqual([true, false]);
    checks[0]?.answer(coffeePreview);
    await settled();
    expect(store.getState().createFlow).toEqual({ phase: 'checking', ...teaDraft });
    checks[1]?.answer(teaPreview);
    await settled();
    expect(store.getState().createFlow).toEqual({ phase: 'previewReady', ...teaDraft, preview: teaPreview });
  });

  it('runs again for the same text, and clears the preview', async () => {
    const { dispatch, checks, store } = await previewed();
    dispatch(draftAccepted(coffeeDraft));
    expect(store.getState().createFlow).toEqual({ phase: 'checking', ...coffeeDraft });
    expect(checks).toHaveLength(2);
  });
});

describe('a create', () => {
  it('ignores a second press', async () => {
    const { dispatch, creates } = await creating();
    dispatch(createRequested());
    dispatch(createRequested());
    expect(creates.map(({ args }) => args)).toEqual([['coffee-1']]);
  });

  it('can be pressed again after a failure and another check', async () => {
    const { dispatch, creates, checks, phase, visited } = await creating();
    creates[0]?.fail(refused(503));
    await settled();
    dispatch(draftAccepted(coffeeDraft));
    checks[1]?.answer(coffeePreview);
    await settled();
    dispatch(createRequested());
    creates[1]?.answer(projectOf());
    await settled();
    expect(phase()).toBe('idle');
    expect(visited).toEqual(['/']);
  });
});

describe('a create whose page was left', () => {
  it('continues without navigating, and its project appears', async () => {
    const { dispatch, creates, visited, store } = await creating();
    dispatch(createPageLeft());
    expect(creates[0]?.aborted()).toBe(false);
    expect(store.getState().createFlow).toEqual({ phase: 'idle' });
    creates[0]?.answer(projectOf());
    await settled();
    expect(visited).toEqual([]);
    expect(store.getState().projects.byId).toHaveProperty(projectOf().id);
    expect(store.getState().projects.newId).toBeNull();
  });

  it('shows a notice if it fails', async () => {
    const { dispatch, creates, store } = await creating();
    dispatch(createPageLeft());
    creates[0]?.fail(refused(422, { detail: 'Your plan has room for 3 projects.' }));
    await settled();
    expect(store.getState().createFlow).toEqual({ phase: 'idle' });
    expect(store.getState().notices).toMatchObject([
      { kind: 'error', text: 'Coffee roasters 2025: Your plan has room for 3 projects.' },
    ]);
  });

  it('allows another create meanwhile; each reports its own result', async () => {
    const { dispatch, creates, checks, visited, store } = await creating();
    dispatch(createPageLeft());
    dispatch(draftAccepted(teaDraft));
    checks[1]?.answer(teaPreview);
    await settled();
    dispatch(createRequested());
    expect(creates.map(({ args }) => args)).toEqual([['coffee-1'], ['tea_2']]);

    creates[0]?.fail(networkGone());
    await settled();
    expect(store.getState().createFlow?.phase).toBe('creating');
    expect(store.getState().notices).toMatchObject([{ text: 'Coffee roasters 2025: Failed to create project' }]);

    creates[1]?.answer(projectOf({ id: 'tea', sheetId: 'tea_2' }));
    await settled();
    expect(store.getState().createFlow?.phase).toBe('idle');
    expect(visited).toEqual(['/']);
  });
});

describe('a URL in the input when the session ended', () => {
  const losing = [sessionEnding({ personId: mara.id }), sessionEnded({ byChoice: false }), sessionMissing()];

  it('is offered once to the same person; the flow is idle until it is accepted', async () => {
    const { store, phase, dispatch, checks } = await previewed();
    for (const event of losing) dispatch(event);
    expect(JSON.stringify(store.getState())).not.toContain(coffeeDraft.text);
    for (const event of [sessionArrived(mara), sessionArrived(mara)]) dispatch(event);
    expect(phase()).toBe('idle');
    const [offer, ...more] = store.getState().notices;
    expect(more).toEqual([]);
    expect(offer).toMatchObject({
      kind: 'info',
      text: 'What you typed is kept',
      detail: coffeeDraft.text,
      time: 60_000,
    });
    expect(offer?.action).toMatchObject({ label: 'Check it again' });
    if (offer?.action && 'event' in offer.action) dispatch(offer.action.event);
    expect(phase()).toBe('checking');
    expect(checks).toHaveLength(2);
  });

  it('is not offered to another person, nor after Logout', async () => {
    const { store, dispatch } = await previewed();
    for (const event of [...losing, sessionArrived({ ...mara, id: 'u2' })]) dispatch(event);
    expect(store.getState().notices).toEqual([]);
    const other = await previewed();
    for (const event of [sessionEnded({ byChoice: true }), sessionArrived(mara)]) other.dispatch(event);
    expect(other.store.getState().notices).toEqual([]);
  });
});
