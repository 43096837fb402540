import { getEventListeners, getMaxListeners } from 'node:events';
import { withFirstSignal } from '../../src/server/timeLimits';

const never = (signal: AbortSignal) =>
  new Promise<void>((_, reject) => signal.addEventListener('abort', () => reject(signal.reason as Error)));

/** Returns the listeners of a signal. */
const listenersOf = (signal: AbortSignal) => getEventListeners(signal, 'abort');

describe('work that the first of several signals ends', () => {
  it.each([0, 1])('ends by number %i, with its reason', async (number) => {
    const controllers = [new AbortController(), new AbortController()];
    const signals = controllers.map(({ signal }) => signal);
    const work = withFirstSignal(signals, never);
    controllers[number]?.abort(new Error('enough'));
    await expect(work).rejects.toThrow('enough');
    expect(signals.flatMap(listenersOf)).toEqual([]);
  });

  it('does not begin if one is aborted already', async () => {
    const work = jest.fn(never);
    const signals = [new AbortController().signal, AbortSignal.abort(new Error('over'))];
    await expect(withFirstSignal(signals, work)).rejects.toThrow('over');
    expect(work).not.toHaveBeenCalled();
  });

  it('leaves no listener on a longer-lived signal, however it ends', async () => {
    const { signal } = new AbortController();
    await expect(withFirstSignal([signal], async () => 'done')).resolves.toBe('done');
    await expect(withFirstSignal([signal], () => Promise.reject(new Error('no')))).rejects.toThrow('no');
    expect(listenersOf(signal)).toEqual([]);
    signal.addEventListener('abort', () => undefined);
    expect(listenersOf(signal)).toHaveLength(1);
  });

  it('can listen to one signal any number of times without a warning of Node', async () => {
    const { signal } = new AbortController();
    expect(getMaxListeners(signal)).toBeLessThan(40);
    await withFirstSignal([signal], async () => expect(getMaxListeners(signal)).toBe(Infinity));
  });
});
