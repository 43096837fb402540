import type { NewKey } from '../../contract/keys';
import type { Project, ProjectTab } from '../../contract/projects';
import { type KeyKind, type KeyScope, originNamed, ORIGINS_PER_KEY } from '../../contract/scopes';
import type { Form } from '../ui/forms/useForm';

/** A new key as it stands in the form. */
export interface KeyDraft {
  readonly name: string;
  readonly kind: KeyKind;
  /** What a publishable key may do. */
  readonly pageScope: 'read' | 'create';
  /** What a secret key may do. */
  readonly scopes: readonly KeyScope[];
  /** The tabs it knows of; every tab, also those to come, when there is no list. */
  readonly sheetIds: readonly number[] | undefined;
  /** Columns that do not exist for a secret key, by tab. */
  readonly hidden: Readonly<Record<number, readonly string[]>>;
  /** Sites of a publishable key, as typed: one a line, or with commas between them. */
  readonly origins: string;
  /** The last day of a secret key, as `2030-04-30`; empty for none. */
  readonly until: string;
}

/** The form of a new key, and the tabs that it may know of. */
export interface NewKeyFieldsProps {
  readonly project: Project;
  readonly form: Form<KeyDraft>;
  readonly tabs: readonly ProjectTab[];
}

export const emptyDraft: KeyDraft = {
  name: '',
  kind: 'publishable',
  pageScope: 'read',
  scopes: ['read'],
  sheetIds: undefined,
  hidden: {},
  origins: '',
  until: '',
};

/** The call that a key is wanted for. */
export interface WantedFor {
  readonly scope: KeyScope;
  readonly sheetId: number;
}

/** The draft of a key for a call: it may do just that, and writes to no other sheet. */
export const draftFor = (wanted: WantedFor | undefined): KeyDraft =>
  wanted === undefined
    ? emptyDraft
    : {
        ...emptyDraft,
        kind: 'secret',
        pageScope: wanted.scope === 'create' ? 'create' : 'read',
        scopes: [wanted.scope],
        sheetIds: wanted.scope === 'read' ? undefined : [wanted.sheetId],
      };

/** Whether it is for a form: it adds rows to one sheet. */
export const addsToOneSheet = ({ kind, pageScope }: KeyDraft) => kind === 'publishable' && pageScope === 'create';

/** What is wrong with a draft, by field. */
export type DraftErrors = Partial<Record<'name' | 'scopes' | 'sheets' | 'origins' | 'until', string>>;

const originTexts = ({ origins }: KeyDraft) => origins.split(/[\s,]+/).filter((text) => text !== '');

function originError(draft: KeyDraft): string | undefined {
  const wrong = originTexts(draft).find((text) => originNamed(text) === undefined);
  return wrong === undefined ? undefined : `“${wrong}”: start with https://`;
}

function sheetsError(draft: KeyDraft): string | undefined {
  if (addsToOneSheet(draft)) return draft.sheetIds?.length === 1 ? undefined : 'Choose the sheet it adds rows to.';
  return draft.sheetIds?.length === 0 ? 'Choose at least one.' : undefined;
}

/** The end of a day where the person is. */
const endOfDay = (day: string) => new Date(`${day}T23:59:59`);

function secretErrors({ scopes, until }: KeyDraft, now: Date): DraftErrors {
  return {
    ...(scopes.length === 0 && { scopes: 'Choose at least one.' }),
    ...(until !== '' && endOfDay(until) <= now && { until: 'Choose a day to come.' }),
  };
}

function kindErrors(draft: KeyDraft, now: Date): DraftErrors {
  if (draft.kind === 'secret') return secretErrors(draft, now);
  const origins = originError(draft);
  return origins === undefined ? {} : { origins };
}

/** What has to be put right before the key can be made; empty when nothing has. */
export function draftErrors(draft: KeyDraft, now = new Date()): DraftErrors {
  const sheets = sheetsError(draft);
  return {
    ...(draft.name.trim() === '' && { name: 'Give the key a name.' }),
    ...(sheets !== undefined && { sheets }),
    ...kindErrors(draft, now),
  };
}

/** Hidden columns of the tabs that the key knows of. */
function hiddenWish({ hidden, sheetIds }: KeyDraft): Pick<NewKey, 'hiddenColumns'> {
  const hiddenColumns = Object.entries(hidden)
    .map(([sheetId, columns]) => ({ sheetId: Number(sheetId), columns: [...columns] }))
    .filter(({ sheetId, columns }) => columns.length > 0 && (sheetIds?.includes(sheetId) ?? true));
  return hiddenColumns.length === 0 ? {} : { hiddenColumns };
}

/** The wish that a draft without errors stands for. */
export function wishOf(draft: KeyDraft): NewKey {
  const { name, kind, pageScope, scopes, sheetIds, until } = draft;
  const common = { name: name.trim(), kind, ...(sheetIds !== undefined && { tabs: [...sheetIds] }) };
  if (kind === 'secret') {
    const end = until === '' ? {} : { expiresAt: endOfDay(until).toISOString() };
    return { ...common, scopes: [...scopes], ...hiddenWish(draft), ...end };
  }
  const origins = originTexts(draft).map((text) => originNamed(text) ?? text);
  return { ...common, scopes: [pageScope], ...(origins.length > 0 && { origins }) };
}

/** What is wrong with an origin that is to be added; undefined when nothing is. */
export function originProblem(text: string, origins: readonly string[]): string | undefined {
  const origin = originNamed(text);
  if (origin === undefined) return 'Start with https://';
  if (origins.includes(origin)) return 'It is in the list already.';
  return origins.length >= ORIGINS_PER_KEY ? `A key has at most ${ORIGINS_PER_KEY} origins.` : undefined;
}

/** The origins with one more. */
export const withOrigin = (origins: readonly string[], text: string): readonly string[] => [
  ...origins,
  originNamed(text) ?? text,
];

export const withoutOrigin = (origins: readonly string[], origin: string): readonly string[] =>
  origins.filter((other) => other !== origin);

/** The origins with one that was removed, where it was. */
export const withOriginAgain = (origins: readonly string[], origin: string, at: number): readonly string[] =>
  origins.includes(origin) ? origins : [...origins.slice(0, at), origin, ...origins.slice(at)];
