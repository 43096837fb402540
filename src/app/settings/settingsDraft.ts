import { limits } from '../../contract/limits';
import type { Project, ProjectTab, ProjectUpdate } from '../../contract/projects';
import type { ColumnType } from '../../contract/rows';
import { ofColumn } from '../columns/columnsSelectors';

/** A sheet's settings as they stand in the form; what is not there is as it was. */
export interface SheetDraft {
  /** As typed; empty lets it be found. */
  readonly headerRow?: string;
  /** Key of the column; empty for none. */
  readonly keyColumn?: string;
  /** By column key: its chosen type, empty for the one that is found. */
  readonly columnTypes?: Readonly<Record<string, ColumnType | ''>>;
  /** Whether each cell of a merged range has its value. */
  readonly repeatMerged?: boolean;
}

/** What was changed in Settings and is not saved. */
export interface SettingsDraft {
  readonly title?: string;
  /** Seconds that caches may keep answers, as typed; empty has them ask each time. */
  readonly maxAgeSeconds?: string;
  /** By the sheet's number. */
  readonly sheets: Readonly<Record<number, SheetDraft>>;
}

/** What is wrong, by field: `title`, `maxAgeSeconds`, `7.headerRow`, `7.keyColumn`, `7.columnTypes.price`. */
export type SettingsErrors = Readonly<Record<string, string>>;

export const emptyDraft: SettingsDraft = { sheets: {} };

/** The seconds that caches may keep answers, as they are saved. */
export const savedMaxAge = ({ maxAgeSeconds }: Project) => (maxAgeSeconds === undefined ? '' : String(maxAgeSeconds));

/** A sheet's settings as they are saved. */
export const savedSheet = ({ headerRow, keyColumn, columnTypes = {}, repeatMerged = false }: ProjectTab) => ({
  headerRow: headerRow === undefined ? '' : String(headerRow),
  keyColumn: keyColumn ?? '',
  columnTypes,
  repeatMerged,
});

function changedSheet(tab: ProjectTab, draft: SheetDraft): SheetDraft | undefined {
  const saved = savedSheet(tab);
  const types = Object.entries(draft.columnTypes ?? {}).filter(
    ([key, type]) => (ofColumn(saved.columnTypes, key) ?? '') !== type,
  );
  const changed = {
    ...(draft.headerRow !== undefined && draft.headerRow.trim() !== saved.headerRow && { headerRow: draft.headerRow }),
    ...(draft.keyColumn !== undefined && draft.keyColumn !== saved.keyColumn && { keyColumn: draft.keyColumn }),
    ...(types.length > 0 && { columnTypes: Object.fromEntries(types) }),
    ...(draft.repeatMerged === !saved.repeatMerged && { repeatMerged: draft.repeatMerged }),
  };
  return Object.keys(changed).length > 0 ? changed : undefined;
}

/** The draft without what is as it is saved; undefined when nothing is left of it. */
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

/** The draft with a change of a sheet. */
export const withSheet = (draft: SettingsDraft, sheetId: number, change: SheetDraft): SettingsDraft => {
  const before = draft.sheets[sheetId] ?? {};
  const columnTypes =
    change.columnTypes === undefined ? {} : { columnTypes: { ...before.columnTypes, ...change.columnTypes } };
  return { ...draft, sheets: { ...draft.sheets, [sheetId]: { ...before, ...change, ...columnTypes } } };
};

const isMaxAge = (text: string) => text === '' || (/^\d{1,5}$/.test(text) && Number(text) <= limits.longestMaxAge);

/** A row's number; 0 says that the sheet has no header row. */
const isRow = (text: string) => /^(?:0|[1-9]\d{0,7})$/.test(text);

/** What has to be put right before it can be saved; empty when nothing has. */
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

/** The update that a draft without errors stands for. */
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
 * What the server says of fields, by the names they have here.
 *
 * @param lines `errors` of its answer, whose fields are of the update
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
  // The first line about a field is the one to read.
  return Object.fromEntries(found.reverse());
}
