import type { GoogleOutcome } from '../../contract/google';

/** What comes back in an address after Google has asked a person; see `contract/google`. */
const PARAMETER = 'google';

/** The sheet that waits on the other side of consent; see `paths.createProjectWith`. */
const SHEET = 'sheet';

type Sad = Exclude<GoogleOutcome, 'connected'>;

const sentences: Readonly<Record<Sad, string>> = {
  denied: 'Your Google account was not connected: you chose Cancel at Google.',
  incomplete: 'Your Google account was not connected: allow Tabpoint to see your Google Sheets, and try again.',
  expired: 'Your Google account was not connected: that took too long. Try again.',
  failed: 'Your Google account was not connected: Google could not be asked. Try again in a moment.',
};

interface Return {
  /** What is to be said. */
  readonly notice?: { readonly kind: 'info' | 'error'; readonly text: string };
  /** The URL that was left in the input. */
  readonly sheet?: string;
  /** The same place without any of this. */
  readonly clean: string;
}

const isSad = (outcome: string): outcome is Sad => Object.hasOwn(sentences, outcome);

/** Reads the place somebody has come to; undefined when it says nothing of the kind. */
export function consentReturn(location: string): Return | undefined {
  const url = new URL(location, 'http://here.invalid');
  const [outcome, sheet] = [url.searchParams.get(PARAMETER), url.searchParams.get(SHEET)];
  if (outcome === null && sheet === null) return undefined;
  url.searchParams.delete(PARAMETER);
  url.searchParams.delete(SHEET);
  const notice =
    outcome === 'connected'
      ? ({ kind: 'info', text: 'Google account connected' } as const)
      : outcome !== null && isSad(outcome)
        ? ({ kind: 'error', text: sentences[outcome] } as const)
        : undefined;
  return { notice, sheet: sheet ?? undefined, clean: url.pathname + url.search + url.hash };
}
