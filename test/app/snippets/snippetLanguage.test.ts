import { languageChosen, selectSnippetLanguage } from '../../../src/app/snippets/snippetsSlice';
import { sessionEnded } from '../../../src/app/session/sessionSlice';
import { createAppStore } from '../../../src/app/store';
import { fakePorts } from '../../fixtures/fakePorts';

const KEY = 'tabpoint.snippetLanguage';

function browser(entries: Record<string, string> = {}) {
  const stored = new Map(Object.entries(entries));
  const memory = {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
  };
  return { stored, memory };
}

it('stores the language in this browser, also for another person', () => {
  const { stored, memory } = browser();
  const { dispatch, getState } = createAppStore(fakePorts({ memory }));
  expect(selectSnippetLanguage(getState())).toBe('javascript');
  dispatch(languageChosen('go'));
  expect(stored.get(KEY)).toBe('go');
  dispatch(sessionEnded({ byChoice: true }));
  expect(selectSnippetLanguage(getState())).toBe('go');
  expect(selectSnippetLanguage(createAppStore(fakePorts({ memory })).getState())).toBe('go');
});

it('starts with the default if the stored value is invalid or storage fails', () => {
  const { memory } = browser({ [KEY]: 'cobol' });
  expect(selectSnippetLanguage(createAppStore(fakePorts({ memory })).getState())).toBe('javascript');
  const refusing = () => {
    throw new Error('storage is switched off');
  };
  const { dispatch, getState } = createAppStore(fakePorts({ memory: { getItem: refusing, setItem: refusing } }));
  dispatch(languageChosen('php'));
  expect(selectSnippetLanguage(getState())).toBe('php');
});
