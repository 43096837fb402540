import type * as Store from '../../src/app/store';
import { fakePorts } from '../fixtures/fakePorts';

interface Options {
  readonly actionSanitizer: (action: object) => object;
  readonly stateSanitizer: (state: object) => object;
}

/** What the store of a build hands to Redux DevTools; undefined where it hands it nothing. */
function handedIn(build: 'development' | 'production'): Options | undefined {
  let handed: Options | undefined;
  const { NODE_ENV } = process.env;
  Object.assign(window, {
    __REDUX_DEVTOOLS_EXTENSION_COMPOSE__: (options: Options) => {
      handed = options;
      return (enhancer: unknown) => enhancer;
    },
  });
  process.env.NODE_ENV = build;
  jest.isolateModules(() => {
    const { createAppStore } = jest.requireActual<typeof Store>('../../src/app/store');
    createAppStore(fakePorts()).stop();
  });
  process.env.NODE_ENV = NODE_ENV;
  Reflect.deleteProperty(window, '__REDUX_DEVTOOLS_EXTENSION_COMPOSE__');
  return handed;
}

it('production shows Redux DevTools nothing', () => {
  expect(handedIn('production')).toBeUndefined();
});

describe('in development', () => {
  const shown = (value: object) => JSON.stringify(handedIn('development')?.actionSanitizer(value));

  it.each([
    ['a password', { type: 'authForm/signInSubmitted', payload: { email: 'mara@x.example', password: 'quiet words' } }],
    ['passwords', { type: 'x', payload: { currentPassword: 'quiet words', newPassword: 'quiet words' } }],
    ['a code', { type: 'x', payload: { kind: 'app', code: 'quiet words' } }],
    ['recovery codes', { type: 'x', payload: { setUp: { uri: 'quiet words', codes: ['quiet words'] } } }],
    ['a key that was made', { type: 'x', payload: { projectId: 'p', secret: 'quiet words' } }],
  ])('%s is not in an action', (_what, action) => {
    expect(shown(action)).toContain(action.type);
    expect(shown(action)).not.toContain('quiet words');
  });

  it('a key is nowhere, and other keys are', () => {
    expect(shown({ type: 'x', payload: { request: { key: 'tp_sk_abc' }, columns: [{ key: 'price' }] } })).toBe(
      '{"type":"x","payload":{"request":{"key":"(hidden)"},"columns":[{"key":"price"}]}}',
    );
  });

  it('nor are they in the state', () => {
    const state = { keys: { newKey: { phase: 'made', secret: 'tp_sk_abc' } } };
    expect(handedIn('development')?.stateSanitizer(state)).toEqual({
      keys: { newKey: { phase: 'made', secret: '(hidden)' } },
    });
  });
});
