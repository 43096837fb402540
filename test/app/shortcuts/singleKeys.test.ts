import { selectSingleKeysOn, singleKeysSwitched } from '../../../src/app/shortcuts/shortcutsSlice';
import { createAppStore } from '../../../src/app/store';
import { sessionEnded } from '../../../src/app/session/sessionSlice';
import { fakePorts } from '../../fixtures/fakePorts';

function appWith(memory: Pick<Storage, 'getItem' | 'setItem'>) {
  const reports: unknown[] = [];
  const store = createAppStore(fakePorts({ memory, report: (...report) => reports.push(report) }));
  return { ...store, reports, on: () => selectSingleKeysOn(store.getState()) };
}

function memory() {
  const storage = new Map<string, string>();
  return {
    getItem: (key: string) => storage.get(key) ?? null,
    setItem: (key: string, text: string) => void storage.set(key, text),
  };
}

it('single keys are shortcuts until they are switched off, which is stored', () => {
  const storage = memory();
  const first = appWith(storage);
  expect(first.on()).toBe(true);
  first.dispatch(singleKeysSwitched(false));
  expect(first.on()).toBe(false);
  const second = appWith(storage);
  expect(second.on()).toBe(false);
  second.dispatch(singleKeysSwitched(true));
  expect(appWith(storage).on()).toBe(true);
});

it('the choice stays when the session ends: it belongs to the browser', () => {
  const { dispatch, on } = appWith(memory());
  dispatch(singleKeysSwitched(false));
  dispatch(sessionEnded({ byChoice: true }));
  expect(on()).toBe(false);
});

it('the choice works even if the browser cannot store it', () => {
  const refuse = () => {
    throw new Error('no storage');
  };
  const { dispatch, on, reports } = appWith({ getItem: refuse, setItem: refuse });
  expect(on()).toBe(true);
  dispatch(singleKeysSwitched(false));
  expect([on(), reports]).toEqual([false, []]);
});
