import { call, put, takeEvery } from 'typed-redux-saga';
import type { GoogleOutcome } from '../../contract/google';
import { sheetBroughtBack } from '../createFlow/createFlowSlice';
import { noticeShown } from '../notices/noticesSlice';
import { getPorts } from '../ports';
import { oauthReturnOpened } from './consentEvents';

/** Query parameter with the outcome of the consent page; see `contract/google`. */
const OUTCOME_PARAMETER = 'google';

/** Query parameter with the sheet URL of the create page; see `paths.createProjectWith`. */
const SHEET_PARAMETER = 'sheet';

type FailedOutcome = Exclude<GoogleOutcome, 'connected'>;

/** Texts by outcome; they fit both a new connection and a request for more access. */
const sentences: Readonly<Record<FailedOutcome, string>> = {
  denied: 'Nothing has changed: you chose Cancel at Google.',
  incomplete: 'Nothing has changed: Google asks what Tabpoint may do. Allow your Google Sheets there, and try again.',
  expired: 'Nothing has changed: that took too long. Try again.',
  failed: 'Nothing has changed: Google could not be asked. Try again in a moment.',
};

interface ConsentReturn {
  /** Notice about the outcome. */
  readonly notice?: { readonly kind: 'info' | 'error'; readonly text: string };
  /** Sheet URL for the create flow. */
  readonly sheet?: string;
  /** The location without these parameters. */
  readonly clean: string;
}

const isFailedOutcome = (outcome: string): outcome is FailedOutcome => Object.hasOwn(sentences, outcome);

function noticeOf(outcome: string): ConsentReturn['notice'] {
  if (outcome === 'connected') return { kind: 'info', text: 'Google account connected' };
  return isFailedOutcome(outcome) ? { kind: 'error', text: sentences[outcome] } : undefined;
}

/** Parses a location; undefined if it has neither an outcome nor a sheet. */
export function consentReturn(location: string): ConsentReturn | undefined {
  const url = new URL(location, 'http://here.invalid');
  const outcome = url.searchParams.get(OUTCOME_PARAMETER);
  const sheet = url.searchParams.get(SHEET_PARAMETER);
  if (outcome === null && sheet === null) return undefined;
  url.searchParams.delete(OUTCOME_PARAMETER);
  url.searchParams.delete(SHEET_PARAMETER);
  const notice = outcome === null ? undefined : noticeOf(outcome);
  return { notice, sheet: sheet ?? undefined, clean: url.pathname + url.search + url.hash };
}

/** Shows the outcome of the consent page, and removes it from the address. */
export function* handleReturn() {
  const { location, navigate } = yield* getPorts();
  const back = consentReturn(location());
  if (back === undefined) return;
  yield* call(navigate, back.clean, { replace: true });
  if (back.notice !== undefined) yield* put(noticeShown(back.notice));
  if (back.sheet !== undefined) yield* put(sheetBroughtBack({ url: back.sheet }));
}

export const consentSaga = () => takeEvery(oauthReturnOpened, handleReturn);
