import { call, put, takeEvery } from 'typed-redux-saga';
import { getPorts } from '../ports';
import { isSnippetLanguage, type SnippetLanguage } from './snippetRequest';
import { languageChosen } from './snippetsSlice';

const KEY = 'tabpoint.snippetLanguage';

/** A browser may refuse to remember anything: storage switched off, or full. */
function recall(memory: Pick<Storage, 'getItem'>) {
  try {
    return memory.getItem(KEY);
  } catch {
    return null;
  }
}

function remember(memory: Pick<Storage, 'setItem'>, language: SnippetLanguage) {
  try {
    memory.setItem(KEY, language);
  } catch {
    // The choice still holds until the page is closed.
  }
}

/** Remembers the language in this browser. */
export function* rememberLanguage({ payload }: ReturnType<typeof languageChosen>) {
  const { memory } = yield* getPorts();
  yield* call(remember, memory, payload);
}

export function* snippetsSaga() {
  const { memory } = yield* getPorts();
  const language = yield* call(recall, memory);
  if (isSnippetLanguage(language)) yield* put(languageChosen(language));
  yield* takeEvery(languageChosen, rememberLanguage);
}
