import { call, put, select, takeEvery } from 'typed-redux-saga';
import { guides } from './guideList';
import { articleOf } from './guideTexts';
import { guideOpened, guideSearchTyped } from './learnEvents';
import { selectArticle, selectArticles } from './learnSelectors';
import { guideArrived, guideFailed } from './learnSlice';

/** Loads a guide that is opened, unless it is loaded. */
export function* loadArticle({ payload: { slug } }: ReturnType<typeof guideOpened>) {
  const { phase } = yield* select(selectArticle, slug);
  if (phase === 'ready') return;
  try {
    yield* put(guideArrived({ slug, article: yield* call(articleOf, slug) }));
  } catch {
    yield* put(guideFailed({ slug }));
  }
}

/** Opens all guides with the first letter of a search, which covers their texts, and those that failed with the next letter. */
export function* openAll() {
  const articles = yield* select(selectArticles);
  for (const { slug } of guides) {
    if ((articles[slug]?.phase ?? 'failed') === 'failed') yield* put(guideOpened({ slug }));
  }
}

export function* learnSaga() {
  yield* takeEvery(guideOpened, loadArticle);
  yield* takeEvery(guideSearchTyped, openAll);
}
