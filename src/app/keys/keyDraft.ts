import type { NewKey } from '../../contract/keys';
import type { Project, ProjectTab } from '../../contract/projects';
import { type KeyKind, type KeyScope, originNamed, ORIGINS_PER_KEY } from '../../contract/scopes';
import type { Form } from '../ui/forms/useForm';

/** Values of the form of a new key. */
export interface KeyDraft {
  readonly name: string;
  readonly kind: KeyKind;
  /** Scope of a publishable key. */
  readonly pageScope: 'read' | 'create';
  /** Scopes of a secret key. */
  readonly scopes: readonly KeyScope[];
  /** Tabs that the key can access; undefined for every tab, also future ones. */
  readonly sheetIds: readonly number[] | undefined;
  /** Columns hidden from a secret key, by tab. */
  readonly hidden: Readonly<Record<number, readonly string[]>>;
  /** Origins of a publishable key, as typed: separated by line breaks, spaces or commas. */
  readonly origins: string;
  /** The last day of a secret key, as `2030-04-30`; empty for none. */
  readonly until: string;
}

/** The form of a new key, and the tabs to choose from. */
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

/** The call for which a key is needed. */
export interface WantedFor {
  readonly scope: KeyScope;
  readonly sheetId: number;
}

/** Returns the draft of a key for a call: with the scope of the call only, and for a write only for its sheet. */
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

/** Returns whether the key only adds rows to one sheet, for a web form. */
export const addsToOneSheet = ({ kind, pageScope }: KeyDraft) => kind === 'publishable' && pageScope === 'create';

const originTexts = ({ origins }: KeyDraft) => origins.split(/[\s,]+/).filter((text) => text !== '');

function originError(draft: KeyDraft): string | undefined {
  const wrong = originTexts(draft).find((text) => originNamed(text) === undefined);
  return wrong === undefined ? undefined : `“${wrong}”: start with https://`;
}

function sheetsError(draft: KeyDraft): string | undefined {
  if (addsToOneSheet(draft)) return draft.sheetIds?.length === 1 ? undefined : 'Choose the sheet it adds rows to.';
  return draft.sheetIds?.length === 0 ? 'Choose at least one.' : undefined;
}

/** Returns the end of a day in the local time zone. */
const endOfDay = (day: string) => new Date(`${day}T23:59:59`);

/** Validates a draft. @returns its errors by field */
export function draftErrors(draft: KeyDraft, now = new Date()) {
  const { name, scopes, until } = draft;
  const isSecret = draft.kind === 'secret';
  return {
    name: name.trim() === '' ? 'Give the key a name.' : undefined,
    sheets: sheetsError(draft),
    origins: isSecret ? undefined : originError(draft),
    scopes: isSecret && scopes.length === 0 ? 'Choose at least one.' : undefined,
    until: isSecret && until !== '' && endOfDay(until) <= now ? 'Choose a day to come.' : undefined,
  };
}

/** Returns the hidden columns of the tabs that the key can access. */
function hiddenColumnsOf({ hidden, sheetIds }: KeyDraft): Pick<NewKey, 'hiddenColumns'> {
  const hiddenColumns = Object.entries(hidden)
    .map(([sheetId, columns]) => ({ sheetId: Number(sheetId), columns: [...columns] }))
    .filter(({ sheetId, columns }) => columns.length > 0 && (sheetIds?.includes(sheetId) ?? true));
  return hiddenColumns.length === 0 ? {} : { hiddenColumns };
}

/** Returns the request body of a valid draft. */
export function newKeyOf(draft: KeyDraft): NewKey {
  const { name, kind, pageScope, scopes, sheetIds, until } = draft;
  const common = { name: name.trim(), kind, ...(sheetIds !== undefined && { tabs: [...sheetIds] }) };
  if (kind === 'secret') {
    const end = until === '' ? {} : { expiresAt: endOfDay(until).toISOString() };
    return { ...common, scopes: [...scopes], ...hiddenColumnsOf(draft), ...end };
  }
  const origins = originTexts(draft).map((text) => originNamed(text) ?? text);
  return { ...common, scopes: [pageScope], ...(origins.length > 0 && { origins }) };
}

/** Returns why an origin cannot be added; undefined if it can. */
export function originProblem(text: string, origins: readonly string[]): string | undefined {
  const origin = originNamed(text);
  if (origin === undefined) return 'Start with https://';
  if (origins.includes(origin)) return 'It is in the list already.';
  return origins.length >= ORIGINS_PER_KEY ? `A key has at most ${ORIGINS_PER_KEY} origins.` : undefined;
}

/** Returns the origins with one more, by default at the end. */
export function withOrigin(origins: readonly string[], text: string, at = origins.length): readonly string[] {
  const origin = originNamed(text) ?? text;
  return origins.includes(origin) ? origins : [...origins.slice(0, at), origin, ...origins.slice(at)];
}
