import { call, put, select, takeEvery, takeLeading } from 'typed-redux-saga';
import { allParts, articleOf } from './guideTexts';
import { guideOpened, guideSearchTyped } from './learnEvents';
import { selectArticle, selectGuideTexts } from './learnSelectors';
import { guideArrived, guideFailed, guideTextsArrived, guideTextsFailed } from './learnSlice';

/** Fetches a guide that is opened, unless it is there. */
export function* findArticle({ payload: { slug } }: ReturnType<typeof guideOpened>) {
  const { phase } = yield* select(selectArticle, slug);
  if (phase === 'ready') return;
  try {
    yield* put(guideArrived({ slug, article: yield* call(articleOf, slug) }));
  } catch {
    yield* put(guideFailed({ slug }));
  }
}

/** Fetches the texts of the guides with the first letter of a search. */
export function* findTexts() {
  const { phase } = yield* select(selectGuideTexts);
  if (phase === 'ready') return;
  try {
    yield* put(guideTextsArrived(yield* call(allParts)));
  } catch {
    yield* put(guideTextsFailed());
  }
}

export function* learnSaga() {
  yield* takeEvery(guideOpened, findArticle);
  yield* takeLeading(guideSearchTyped, findTexts);
}
