import type { DriveSpreadsheet } from '../../../src/contract/drive';
import type { Template, TemplateUse } from '../../../src/contract/templates';
import { rootReducer } from '../../../src/app/rootReducer';
import { sessionEnded } from '../../../src/app/session/sessionSlice';
import { createAppStore } from '../../../src/app/store';
import { selectGallery, selectShownTemplates } from '../../../src/app/templates/templatesSelectors';
import {
  copyRequested,
  previewOpened,
  templatesArrived,
  templatesLeft,
  templatesOpened,
  templatesSlice,
} from '../../../src/app/templates/templatesSlice';
import { networkGone, refused, signedOutError, timedOut } from '../../fixtures/appState';
import { until } from '../../fixtures/eventually';
import { controlledCall, fakePorts, settled } from '../../fixtures/fakePorts';
import { copy, crm, shop } from './gallery';

templatesSlice.injectInto(rootReducer);

async function gallery() {
  const list = controlledCall<[], readonly Template[]>();
  const use = controlledCall<[TemplateUse], DriveSpreadsheet>();
  const navigate = jest.fn();
  const store = createAppStore(fakePorts({ navigate, templates: { list: list.call, use: use.call } }));
  store.dispatch(templatesOpened());
  await until(() => list.calls.length > 0);
  return {
    store,
    lists: list.calls,
    uses: use.calls,
    navigate,
    preview: () => selectGallery(store.getState()).preview,
  };
}

async function copying() {
  const world = await gallery();
  world.store.dispatch(templatesArrived([shop, crm]));
  world.store.dispatch(previewOpened({ templateId: shop.id, sheetId: 1 }));
  world.store.dispatch(copyRequested());
  await settled();
  return world;
}

describe('the list', () => {
  it('is loaded once, also if the gallery is opened again', async () => {
    const { store, lists } = await gallery();
    expect(lists).toHaveLength(1);
    lists[0]?.answer([shop, crm]);
    await settled();
    expect(selectShownTemplates(store.getState())).toEqual([shop, crm]);
    store.dispatch(templatesLeft());
    store.dispatch(templatesOpened());
    await settled();
    expect(lists).toHaveLength(1);
  });

  it.each([
    ['the gallery is left', templatesLeft()],
    ['the session ends', sessionEnded({ byChoice: false })],
  ])('is aborted when %s', async (_when, event) => {
    const { store, lists } = await gallery();
    store.dispatch(event);
    expect(lists[0]?.aborted()).toBe(true);
    lists[0]?.answer([shop]);
    await settled();
    expect(selectGallery(store.getState()).list.phase).toBe('loading');
  });
});

describe('using a template', () => {
  it('happens once for several presses', async () => {
    const { store, uses } = await copying();
    store.dispatch(copyRequested());
    store.dispatch(copyRequested());
    await settled();
    expect(uses).toHaveLength(1);
  });

  it.each([
    ["the server's words", refused(403, { detail: 'Your drive is full.' }), 'Your drive is full.'],
    ['the default message', refused(502), 'The template may not have been copied. Try again.'],
    ['the default message after a network error', networkGone(), 'The template may not have been copied. Try again.'],
    ['a timeout', timedOut(), 'Request timed out'],
  ])('shows %s if it fails, and can be tried again', async (_what, error, message) => {
    const { store, uses, navigate, preview } = await copying();
    uses[0]?.fail(error);
    await settled();
    const attempt = expect.any(String);
    expect(preview()).toEqual({ phase: 'open', templateId: shop.id, sheetId: 1, attempt, message });
    store.dispatch(copyRequested());
    await settled();
    uses[1]?.answer(copy);
    await settled();
    expect(navigate).toHaveBeenCalledTimes(1);
    expect(uses[1]?.args).toEqual(uses[0]?.args);
  });

  it('shows no error after a 401', async () => {
    const { uses, preview } = await copying();
    uses[0]?.fail(signedOutError());
    await settled();
    expect(preview().phase).toBe('copying');
  });

  it.each([
    ['the gallery is left', templatesLeft()],
    ['the session ends', sessionEnded({ byChoice: false })],
  ])('is aborted without navigation when %s', async (_when, event) => {
    const { store, uses, navigate, preview } = await copying();
    store.dispatch(event);
    expect(uses[0]?.aborted()).toBe(true);
    uses[0]?.answer(copy);
    await settled();
    expect(preview()).toEqual({ phase: 'closed' });
    expect(store.getState().createFlow).toEqual({ phase: 'idle' });
    expect(navigate).not.toHaveBeenCalled();
  });
});
