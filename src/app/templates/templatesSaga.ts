import { call, put, race, select, take, takeLatest, takeLeading } from 'typed-redux-saga';
import { uploadDone } from '../drive/driveSlice';
import { failureText } from '../http/apiError';
import { failureOf } from '../http/failureOf';
import { paths } from '../paths';
import { getPorts } from '../ports';
import { abortable } from '../sagas/abortable';
import { sessionEnded } from '../session/sessionSlice';
import { templatesOpened } from './templatesEvents';
import { selectGalleryPhase, selectPreview } from './templatesSelectors';
import {
  copyRefused,
  templateCopied,
  templatesArrived,
  templatesFailed,
  templatesLeft,
  templatesRetried,
  copyRequested,
} from './templatesSlice';

/** Said when the server has no words of its own. */
export const COPY_FAILED = 'The template could not be copied. Try again.';

/** What makes an answer unwanted. */
const LEAVES = [templatesLeft, sessionEnded];

function* askTemplates() {
  const { templates } = yield* getPorts();
  try {
    yield* put(templatesArrived(yield* abortable(templates.list)));
  } catch (error) {
    const failure = failureOf(error);
    if (failure.kind !== 'signedOut') yield* put(templatesFailed(failure));
  }
}

/** Asks for the gallery, unless it is known: it does not change while the server runs. */
export function* showTemplates() {
  if ((yield* select(selectGalleryPhase)) === 'ready') return;
  yield* race({ asked: call(askTemplates), left: take(LEAVES) });
}

/** Copies the template into the drive; its URL then goes the way of an uploaded workbook's. */
export function* copyTemplate() {
  const preview = yield* select(selectPreview);
  if (preview.phase !== 'copying') return;
  const { templates, navigate } = yield* getPorts();
  try {
    const { copy } = yield* race({ copy: abortable(templates.use, preview.templateId), left: take(LEAVES) });
    if (copy === undefined) return;
    yield* put(templateCopied());
    yield* put(uploadDone({ url: copy.url }));
    yield* call(navigate, paths.createProject);
  } catch (error) {
    const failure = failureOf(error);
    if (failure.kind !== 'signedOut') yield* put(copyRefused({ message: failureText(failure, COPY_FAILED) }));
  }
}

export function* templatesSaga() {
  yield* takeLatest([templatesOpened, templatesRetried], showTemplates);
  yield* takeLeading(copyRequested, copyTemplate);
}
