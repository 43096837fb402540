import { call, put, select, takeEvery, takeLeading } from 'typed-redux-saga';
import { allParts, articleOf } from './guideTexts';
import { guideOpened, guideSearchTyped } from './learnEvents';
import { selectArticle, selectGuideTexts } from './learnSelectors';
import { guideArrived, guideFailed, guideTextsArrived, guideTextsFailed } from './learnSlice';

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

/** Loads the texts of all guides with the first letter of a search. */
export function* loadTexts() {
  const { phase } = yield* select(selectGuideTexts);
  if (phase === 'ready') return;
  try {
    yield* put(guideTextsArrived(yield* call(allParts)));
  } catch {
    yield* put(guideTextsFailed());
  }
}

export function* learnSaga() {
  yield* takeEvery(guideOpened, loadArticle);
  yield* takeLeading(guideSearchTyped, loadTexts);
}
