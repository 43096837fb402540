import type { NewKey } from '../../contract/keys';
import { type KeyKind, type KeyScope, originNamed } from '../../contract/scopes';

/** A new key as it stands in the form. */
export interface KeyDraft {
  readonly name: string;
  readonly kind: KeyKind;
  /** What a publishable key may do. */
  readonly pageScope: 'read' | 'create';
  /** What a secret key may do. */
  readonly scopes: readonly KeyScope[];
  /** The one tab it knows of; every tab when there is none. */
  readonly sheetId: number | undefined;
  /** Sites of a publishable key, as typed: one a line, or with commas between them. */
  readonly origins: string;
  /** The last day of a secret key, as `2030-04-30`; empty for none. */
  readonly until: string;
}

export const emptyDraft: KeyDraft = {
  name: '',
  kind: 'publishable',
  pageScope: 'read',
  scopes: ['read'],
  sheetId: undefined,
  origins: '',
  until: '',
};

/** What is wrong with a draft, by field. */
export type DraftErrors = Partial<Record<'name' | 'scopes' | 'sheetId' | 'origins' | 'until', string>>;

const originTexts = ({ origins }: KeyDraft) => origins.split(/[\s,]+/).filter((text) => text !== '');

function originError(draft: KeyDraft): string | undefined {
  const wrong = originTexts(draft).find((text) => originNamed(text) === undefined);
  return wrong === undefined ? undefined : `“${wrong}”: start with https://`;
}

function publishableErrors(draft: KeyDraft): DraftErrors {
  const origins = originError(draft);
  return {
    ...(draft.pageScope === 'create' &&
      draft.sheetId === undefined && { sheetId: 'Choose the sheet it adds rows to.' }),
    ...(origins !== undefined && { origins }),
  };
}

/** The end of a day where the person is. */
const endOfDay = (day: string) => new Date(`${day}T23:59:59`);

function secretErrors({ scopes, until }: KeyDraft, now: Date): DraftErrors {
  return {
    ...(scopes.length === 0 && { scopes: 'Choose at least one.' }),
    ...(until !== '' && endOfDay(until) <= now && { until: 'Choose a day to come.' }),
  };
}

/** What has to be put right before the key can be made; empty when nothing has. */
export const draftErrors = (draft: KeyDraft, now = new Date()): DraftErrors => ({
  ...(draft.name.trim() === '' && { name: 'Give the key a name.' }),
  ...(draft.kind === 'publishable' ? publishableErrors(draft) : secretErrors(draft, now)),
});

/** The wish that a draft without errors stands for. */
export function wishOf(draft: KeyDraft): NewKey {
  const { name, kind, pageScope, scopes, sheetId, until } = draft;
  const tabs = sheetId === undefined ? {} : { tabs: [sheetId] };
  const common = { name: name.trim(), kind, ...tabs };
  if (kind === 'secret') {
    return { ...common, scopes: [...scopes], ...(until !== '' && { expiresAt: endOfDay(until).toISOString() }) };
  }
  const origins = originTexts(draft).map((text) => originNamed(text) ?? text);
  return { ...common, scopes: [pageScope], ...(origins.length > 0 && { origins }) };
}
