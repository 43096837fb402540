import { call, put, select, takeLatest, takeLeading } from 'typed-redux-saga';
import { uploadDone } from '../createFlow/createFlowSlice';
import { failureText } from '../http/apiError';
import { paths } from '../paths';
import { getPorts } from '../ports';
import { callApi, request } from '../sagas/request';
import { selectGallery } from './templatesSelectors';
import {
  copyRefused,
  copyRequested,
  templateCopied,
  templatesArrived,
  templatesFailed,
  templatesLeft,
  templatesOpened,
} from './templatesSlice';

/** Fallback text if the server sent none: its answer may be lost. */
export const COPY_FAILED = 'The template may not have been copied. Try again.';

/** Fetches the templates unless they are loaded: they do not change while the server runs. */
export function* showTemplates() {
  if ((yield* select(selectGallery)).list.phase === 'ready') return;
  yield* request(callApi('templates', 'list'), {
    done: templatesArrived,
    failed: templatesFailed,
    until: [templatesLeft],
  });
}

/** Copies the template into the drive; the URL of the copy is then handled like that of an uploaded workbook. */
export function* copyTemplate() {
  const { preview } = yield* select(selectGallery);
  if (preview.phase !== 'copying') return;
  const { templateId, attempt } = preview;
  const { navigate } = yield* getPorts();
  yield* request(callApi('templates', 'use', { templateId, attempt }), {
    *done({ url }) {
      yield* put(templateCopied());
      yield* put(uploadDone({ url }));
      yield* call(navigate, paths.createProject);
    },
    failed: (failure) => copyRefused({ message: failureText(failure, COPY_FAILED) }),
    until: [templatesLeft],
  });
}

export function* templatesSaga() {
  yield* takeLatest(templatesOpened, showTemplates);
  yield* takeLeading(copyRequested, copyTemplate);
}
