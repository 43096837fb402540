import { AsyncLocalStorage } from 'node:async_hooks';
import { setTimeout as wait } from 'node:timers/promises';
import { withAuthContexts } from '../../../src/server/session/authContexts';

const LIBRARY = Symbol.for('better-auth:global');
const shared = globalThis as unknown as Record<symbol, unknown>;

describe('contexts of the auth library', () => {
  const storage = new AsyncLocalStorage<string>();
  const before = shared[LIBRARY];

  beforeEach(() => {
    shared[LIBRARY] = { context: { storage, epoch: 1 } };
  });

  afterEach(() => {
    storage.disable();
    shared[LIBRARY] = before;
  });

  const stored = () => storage.getStore();

  it('are there while any call lasts, and switched off after the last', async () => {
    let finish = () => {};
    const long = withAuthContexts(() => new Promise<void>((done) => (finish = done)), 0);
    await storage.run('kept', async () => {
      await withAuthContexts(() => Promise.resolve(), 0);
      await wait(5);
      expect(stored()).toBe('kept');
      finish();
      await long;
      await wait(5);
      expect(stored()).toBeUndefined();
    });
  });

  it('are there again for the next call', async () => {
    const call = () => withAuthContexts(() => storage.run('mine', async () => wait(1).then(stored)), 0);
    await expect(call()).resolves.toBe('mine');
    await wait(5);
    await expect(call()).resolves.toBe('mine');
  });

  it('are switched off after a call that failed', async () => {
    await storage.run('kept', async () => {
      await expect(withAuthContexts(() => Promise.reject(new Error('no')), 0)).rejects.toThrow('no');
      await wait(5);
      expect(stored()).toBeUndefined();
    });
  });
});
