import { limits } from '../../contract/limits';
import type { Project, ProjectTab, ProjectUpdate } from '../../contract/projects';
import type { ColumnType } from '../../contract/rows';
import { valueOfColumn } from '../columns/columnsSelectors';

/** Changed settings of a sheet in the form; a missing field is unchanged. */
export interface SheetDraft {
  /** As typed; empty means that the row is detected. */
  readonly headerRow?: string;
  /** Key of the column; empty for none. */
  readonly keyColumn?: string;
  /** Chosen type by column key; empty for the detected type. */
  readonly columnTypes?: Readonly<Record<string, ColumnType | ''>>;
  /** Whether each cell of a merged range has its value. */
  readonly repeatMerged?: boolean;
}

/** Unsaved changes in Settings. */
export interface SettingsDraft {
  readonly title?: string;
  /** Cache lifetime of responses in seconds, as typed; empty means that caches revalidate each time. */
  readonly maxAgeSeconds?: string;
  /** Changes of sheets, by the sheet's number. */
  readonly sheets: Readonly<Record<number, SheetDraft>>;
}

/** Errors by field: `title`, `maxAgeSeconds`, `7.headerRow`, `7.keyColumn`, `7.columnTypes.price`. */
export type SettingsErrors = Readonly<Record<string, string>>;

export const emptyDraft: SettingsDraft = { sheets: {} };

/** Returns the saved cache lifetime, as text. */
export const savedMaxAge = ({ maxAgeSeconds }: Project) => (maxAgeSeconds === undefined ? '' : String(maxAgeSeconds));

/** Returns the saved settings of a sheet, as the form shows them. */
export const savedSheet = ({ headerRow, keyColumn, columnTypes = {}, repeatMerged = false }: ProjectTab) => ({
  headerRow: headerRow === undefined ? '' : String(headerRow),
  keyColumn: keyColumn ?? '',
  columnTypes,
  repeatMerged,
});

function changedSheet(tab: ProjectTab, draft: SheetDraft): SheetDraft | undefined {
  const saved = savedSheet(tab);
  const types = Object.entries(draft.columnTypes ?? {}).filter(
    ([key, type]) => (valueOfColumn(saved.columnTypes, key) ?? '') !== type,
  );
  const changed = {
    ...(draft.headerRow !== undefined && draft.headerRow.trim() !== saved.headerRow && { headerRow: draft.headerRow }),
    ...(draft.keyColumn !== undefined && draft.keyColumn !== saved.keyColumn && { keyColumn: draft.keyColumn }),
    ...(types.length > 0 && { columnTypes: Object.fromEntries(types) }),
    ...(draft.repeatMerged === !saved.repeatMerged && { repeatMerged: draft.repeatMerged }),
  };
  return Object.keys(changed).length > 0 ? changed : undefined;
}

/** Returns the draft without fields that equal their saved value; undefined if none differs. */
export function changedDraft(project: Project, draft: SettingsDraft): SettingsDraft | undefined {
  const sheets = Object.fromEntries(
    project.tabs.flatMap((tab) => {
      const changed = changedSheet(tab, draft.sheets[tab.sheetId] ?? {});
      return changed === undefined ? [] : [[tab.sheetId, changed]];
    }),
  );
  const { title, maxAgeSeconds } = draft;
  const own = {
    ...(title !== undefined && title !== project.title && { title }),
    ...(maxAgeSeconds !== undefined && maxAgeSeconds.trim() !== savedMaxAge(project) && { maxAgeSeconds }),
  };
  const isEmpty = Object.keys(sheets).length === 0 && Object.keys(own).length === 0;
  return isEmpty ? undefined : { ...own, sheets };
}

/** Returns the draft with a change of a sheet. */
export const withSheet = (draft: SettingsDraft, sheetId: number, change: SheetDraft): SettingsDraft => {
  const before = draft.sheets[sheetId] ?? {};
  const columnTypes =
    change.columnTypes === undefined ? {} : { columnTypes: { ...before.columnTypes, ...change.columnTypes } };
  return { ...draft, sheets: { ...draft.sheets, [sheetId]: { ...before, ...change, ...columnTypes } } };
};

const isMaxAge = (text: string) => text === '' || (/^\d{1,5}$/.test(text) && Number(text) <= limits.longestMaxAge);

/** Returns whether a text is a row number; 0 means that the sheet has no header row. */
const isRow = (text: string) => /^(?:0|[1-9]\d{0,7})$/.test(text);

/** Validates a draft. @returns its errors by field; empty if it can be saved */
export function draftErrors({ title, maxAgeSeconds = '', sheets }: SettingsDraft): SettingsErrors {
  const rows = Object.entries(sheets).filter(
    ([, { headerRow = '' }]) => headerRow.trim() !== '' && !isRow(headerRow.trim()),
  );
  return {
    ...(title?.trim() === '' && { title: 'Give the project a name.' }),
    ...(!isMaxAge(maxAgeSeconds.trim()) && {
      maxAgeSeconds: 'Type a whole number of seconds from 0 to 86400 (a day), or nothing.',
    }),
    ...Object.fromEntries(
      rows.map(([id]) => [`${id}.headerRow`, 'Type the number of a row, for example 3, or 0 for none.']),
    ),
  };
}

function sheetUpdate(tab: ProjectTab, { headerRow, keyColumn, columnTypes, repeatMerged }: SheetDraft) {
  const types = Object.entries({ ...tab.columnTypes, ...columnTypes }).filter(([, type]) => type !== '');
  return {
    sheetId: tab.sheetId,
    ...(headerRow !== undefined && { headerRow: headerRow.trim() === '' ? null : Number(headerRow) }),
    ...(keyColumn !== undefined && { keyColumn: keyColumn === '' ? null : keyColumn }),
    ...(columnTypes !== undefined && { columnTypes: Object.fromEntries(types) as Record<string, ColumnType> }),
    ...(repeatMerged !== undefined && { repeatMerged }),
  };
}

/** Returns the update request of a valid draft. */
export function updateOf({ tabs }: Project, { title, maxAgeSeconds, sheets }: SettingsDraft): ProjectUpdate {
  const changed = tabs.flatMap((tab) => {
    const draft = sheets[tab.sheetId];
    return draft === undefined ? [] : [sheetUpdate(tab, draft)];
  });
  return {
    ...(title !== undefined && { title: title.trim() }),
    ...(maxAgeSeconds !== undefined && { maxAgeSeconds: maxAgeSeconds.trim() === '' ? null : Number(maxAgeSeconds) }),
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
