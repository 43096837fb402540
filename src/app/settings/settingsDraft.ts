import { limits } from '../../contract/limits';
import type { Project, ProjectTab, ProjectUpdate } from '../../contract/projects';
import type { ColumnType } from '../../contract/rows';
import { valueOfColumn } from '../columns/columnsSelectors';

/**
 * Unsaved changes in Settings: the values of the changed fields, as the form shows them. The fields are `title`, `maxAgeSeconds` (empty
 * means that caches revalidate each time), and of each sheet, by its number: `7.headerRow` (empty means that it is detected),
 * `7.keyColumn` (empty for none), `7.repeatMerged` (`first` or `each`), `7.columnTypes.price` (empty for the detected type).
 */
export type SettingsDraft = Readonly<Record<string, string>>;

/** Errors by field. */
export type SettingsErrors = Readonly<Record<string, string>>;

export const emptyDraft: SettingsDraft = {};

/** Returns the name of a field of a sheet. */
export const sheetField = (sheetId: number, setting: string) => `${sheetId}.${setting}`;

/** Returns the changed settings of a sheet, by their names without its number. */
const ofSheet = (draft: SettingsDraft, sheetId: number): SettingsDraft => {
  const prefix = sheetField(sheetId, '');
  const own = Object.entries(draft).filter(([field]) => field.startsWith(prefix));
  return Object.fromEntries(own.map(([field, value]) => [field.slice(prefix.length), value]));
};

/** Returns whether a setting of a sheet is changed. */
export const isSheetChanged = (draft: SettingsDraft, sheetId: number) =>
  Object.keys(ofSheet(draft, sheetId)).length > 0;

const COLUMN_TYPES = 'columnTypes.';

function savedInSheet({ headerRow, keyColumn, repeatMerged, columnTypes = {} }: ProjectTab, setting: string): string {
  if (setting === 'headerRow') return String(headerRow ?? '');
  if (setting === 'keyColumn') return keyColumn ?? '';
  if (setting === 'repeatMerged') return repeatMerged ? 'each' : 'first';
  return valueOfColumn(columnTypes, setting.slice(COLUMN_TYPES.length)) ?? '';
}

/** Returns the saved value of a field, as the form shows it; undefined for a sheet that does not exist. */
export function savedValue({ title, maxAgeSeconds, tabs }: Project, field: string): string | undefined {
  if (field === 'title') return title;
  if (field === 'maxAgeSeconds') return String(maxAgeSeconds ?? '');
  const [sheetId] = field.split('.', 1);
  const tab = tabs.find((candidate) => String(candidate.sheetId) === sheetId);
  return tab && savedInSheet(tab, field.slice(sheetField(tab.sheetId, '').length));
}

const isHeaderRow = (field: string) => /^\d+\.headerRow$/.test(field);

/** Returns the draft without fields that equal their saved value; undefined if none differs. */
export function changedDraft(project: Project, draft: SettingsDraft): SettingsDraft | undefined {
  const changed = Object.entries(draft).filter(([field, value]) => {
    const isNumber = field === 'maxAgeSeconds' || isHeaderRow(field);
    const saved = savedValue(project, field);
    return saved !== undefined && (isNumber ? value.trim() : value) !== saved;
  });
  return changed.length === 0 ? undefined : Object.fromEntries(changed);
}

const isMaxAge = (text: string) => text === '' || (/^\d{1,5}$/.test(text) && Number(text) <= limits.longestMaxAge);

/** Returns whether a text is empty or a row number; 0 means that the sheet has no header row. */
const isRow = (text: string) => /^(?:|0|[1-9]\d{0,7})$/.test(text);

function errorOf(field: string, text: string): string | undefined {
  if (field === 'title' && text === '') return 'Give the project a name.';
  if (field === 'maxAgeSeconds' && !isMaxAge(text))
    return 'Type a whole number of seconds from 0 to 86400 (a day), or nothing.';
  return isHeaderRow(field) && !isRow(text) ? 'Type the number of a row, for example 3, or 0 for none.' : undefined;
}

/** Validates a draft. @returns its errors by field; empty if it can be saved */
export const draftErrors = (draft: SettingsDraft): SettingsErrors =>
  Object.fromEntries(
    Object.entries(draft).flatMap(([field, value]) => {
      const error = errorOf(field, value.trim());
      return error === undefined ? [] : [[field, error]];
    }),
  );

const numberOrNull = (text: string) => (text.trim() === '' ? null : Number(text));

function sheetUpdate(tab: ProjectTab, draft: SettingsDraft) {
  const { headerRow, keyColumn, repeatMerged, ...changedTypes } = ofSheet(draft, tab.sheetId);
  const typed = Object.entries(changedTypes).map(([setting, type]): [string, string] => [
    setting.slice(COLUMN_TYPES.length),
    type,
  ]);
  const types = Object.entries({ ...tab.columnTypes, ...Object.fromEntries(typed) }).filter(([, type]) => type !== '');
  return {
    sheetId: tab.sheetId,
    ...(headerRow !== undefined && { headerRow: numberOrNull(headerRow) }),
    ...(keyColumn !== undefined && { keyColumn: keyColumn === '' ? null : keyColumn }),
    ...(typed.length > 0 && { columnTypes: Object.fromEntries(types) as Record<string, ColumnType> }),
    ...(repeatMerged !== undefined && { repeatMerged: repeatMerged === 'each' }),
  };
}

/** Returns the update request of a valid draft. */
export function updateOf({ tabs }: Project, draft: SettingsDraft): ProjectUpdate {
  const { title, maxAgeSeconds } = draft;
  const changed = tabs.filter(({ sheetId }) => isSheetChanged(draft, sheetId)).map((tab) => sheetUpdate(tab, draft));
  return {
    ...(title !== undefined && { title: title.trim() }),
    ...(maxAgeSeconds !== undefined && { maxAgeSeconds: numberOrNull(maxAgeSeconds) }),
    ...(changed.length > 0 && { tabs: changed }),
  };
}

/**
 * Maps the server's field errors to the fields of the form.
 *
 * @param lines `errors` of the response, whose field names are those of the update
 */
export function errorsOf(update: ProjectUpdate, lines: unknown): SettingsErrors {
  if (!Array.isArray(lines)) return {};
  const found = (lines as readonly { readonly field?: unknown; readonly detail?: unknown }[]).flatMap(
    ({ field, detail }): [string, string][] => {
      if (typeof field !== 'string' || typeof detail !== 'string') return [];
      const [, index, name] = /^tabs\.(\d+)\.(.+)$/.exec(field) ?? [];
      const sheetId = index === undefined ? undefined : update.tabs?.[Number(index)]?.sheetId;
      return [[sheetId === undefined ? field : `${sheetId}.${name}`, detail]];
    },
  );
  // The first error of a field wins.
  return Object.fromEntries(found.reverse());
}
