import type * as Store from '../../src/app/store';
import { fakePorts } from '../fixtures/fakePorts';

interface Options {
  readonly actionSanitizer: (action: object) => object;
  readonly stateSanitizer: (state: object) => object;
}

/** The options that the store of a build passes to Redux DevTools; undefined if it passes none. */
function devToolsOptions(build: 'development' | 'production'): Options | undefined {
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

it('production does not connect to Redux DevTools', () => {
  expect(devToolsOptions('production')).toBeUndefined();
});

describe('in development', () => {
  const shown = (value: object) => JSON.stringify(devToolsOptions('development')?.actionSanitizer(value));

  it.each([
    ['a password', { type: 'authForm/signInSubmitted', payload: { email: 'mara@x.example', password: 'quiet words' } }],
    ['passwords', { type: 'x', payload: { currentPassword: 'quiet words', newPassword: 'quiet words' } }],
    ['a code', { type: 'x', payload: { kind: 'app', code: 'quiet words' } }],
    ['recovery codes', { type: 'x', payload: { setUp: { uri: 'quiet words', codes: ['quiet words'] } } }],
    ['a new key', { type: 'x', payload: { projectId: 'p', secret: 'quiet words' } }],
  ])('%s is removed from actions', (_what, action) => {
    expect(shown(action)).toContain(action.type);
    expect(shown(action)).not.toContain('quiet words');
  });

  it('a key is removed in every place; other fields stay', () => {
    expect(shown({ type: 'x', payload: { request: { key: 'tp_sk_abc' }, columns: [{ key: 'price' }] } })).toBe(
      '{"type":"x","payload":{"request":{"key":"(hidden)"},"columns":[{"key":"price"}]}}',
    );
  });

  it('secrets are removed from the state too', () => {
    const state = { keys: { newKey: { phase: 'made', secret: 'tp_sk_abc' } } };
    expect(devToolsOptions('development')?.stateSanitizer(state)).toEqual({
      keys: { newKey: { phase: 'made', secret: '(hidden)' } },
    });
  });
});
