import type { TabChoice } from '../../../contract/drive';
import type { ProblemLine } from '../../../contract/problems';
import { retryIfChanged } from '../../database/optimisticLocking';
import type { DriveTabsTable } from '../../database/tables/drive';
import { invalidUpdate, Refusal, refuseInvalid } from '../../refusal';
import { findProjectOfSheet } from '../../sync/syncRepository';
import { busyWriting, changeTab, tabColumns, listTabs } from '../driveRepository';
import type { RequestContext } from '../driveServices';
import { deriveStored } from './preview';

/** Tab, and its update in a request. */
export interface NamedTab<T, U> {
  readonly tab: T;
  readonly update: U;
  /** Position in the request, for example `tabs.0`. */
  readonly field: string;
}

/**
 * Finds the tabs of a request by their ids.
 *
 * @param whole what the tabs belong to, for messages
 * @throws Refusal `invalid_update` for a tab that does not exist, or is named twice
 */
export function namedTabs<T extends { sheet_id: number; title: string }, U extends { sheetId: number }>(
  updates: readonly U[],
  tabs: readonly T[],
  whole: 'spreadsheet' | 'project',
): NamedTab<T, U>[] {
  const errors: ProblemLine[] = [];
  const named: NamedTab<T, U>[] = [];
  for (const [index, update] of updates.entries()) {
    const field = `tabs.${index}`;
    const addError = (detail: string) => {
      errors.push({ field: `${field}.sheetId`, detail });
    };
    const tab = tabs.find(({ sheet_id }) => sheet_id === update.sheetId);
    if (tab === undefined) addError(`This ${whole} has no sheet with the number ${update.sheetId}.`);
    else if (named.some((earlier) => earlier.tab === tab)) addError(`The sheet “${tab.title}” is named twice.`);
    else named.push({ tab, update, field });
  }
  refuseInvalid(errors);
  return named;
}

/** Returns the problem of a blank header row. */
export const blankHeaderRow = (
  headerRow: number,
  { tab, field }: NamedTab<{ title: string }, unknown>,
): ProblemLine => ({
  field: `${field}.headerRow`,
  detail: `Row ${headerRow} of the sheet “${tab.title}” holds no column names.`,
});

type ChosenTab = NamedTab<DriveTabsTable, TabChoice>;

/** Rejects choices that leave no sheet published: a project needs one. */
function refuseAllUnpublished(chosen: readonly ChosenTab[], tabs: readonly DriveTabsTable[]): void {
  const isPublished = (stored: DriveTabsTable) =>
    chosen.find(({ tab }) => tab === stored)?.update.published ?? stored.published === 1;
  const unpublished = chosen.find(({ update }) => update.published === false);
  if (unpublished === undefined || tabs.some(isPublished)) return;
  const detail = 'Leave one sheet switched on: a project needs one at least.';
  throw invalidUpdate({ field: `${unpublished.field}.published`, detail });
}

/** Returns the changes of a tab. @throws Refusal `invalid_update` for a blank header row */
async function changeOf(context: RequestContext, chosen: ChosenTab): Promise<Partial<DriveTabsTable>> {
  const { headerRow, published } = chosen.update;
  const publishedColumn = published === undefined ? {} : { published: Number(published) };
  if (headerRow === undefined) return publishedColumn;
  const derived = await deriveStored(context, chosen.tab, headerRow);
  if (headerRow !== null && derived.columns.length === 0) throw invalidUpdate(blankHeaderRow(headerRow, chosen));
  return { ...publishedColumn, header_row: headerRow, ...tabColumns(derived) };
}

/**
 * Chooses header rows, and which sheets become endpoints, before there is a project: all or nothing. No cell changes.
 *
 * @throws Refusal `in_use` if there is a project, whose settings have these choices; `invalid_update` with each invalid field;
 * `busy`
 */
export const chooseTabs = (
  context: RequestContext,
  ownerId: string,
  spreadsheetId: string,
  choices: readonly TabChoice[],
): Promise<void> =>
  context.syncs.exclusively({ id: ownerId }, spreadsheetId, () =>
    retryIfChanged(busyWriting, async () => {
      const { db } = context;
      const project = await findProjectOfSheet(db, ownerId, spreadsheetId);
      if (project !== undefined) {
        const detail = `The project “${project.title}” is made of this spreadsheet: it decides about header rows and sheets.`;
        throw new Refusal('in_use', detail, { hint: 'Change them on its page, under Settings.' });
      }
      const tabs = await listTabs(db, spreadsheetId);
      const chosen = namedTabs(choices, tabs, 'spreadsheet');
      refuseAllUnpublished(chosen, tabs);
      const changes: [DriveTabsTable, Partial<DriveTabsTable>][] = [];
      for (const choice of chosen) changes.push([choice.tab, await changeOf(context, choice)]);
      await db.transaction().execute(async (trx) => {
        for (const [stored, change] of changes) {
          if (Object.keys(change).length > 0) await changeTab(trx, stored, change);
        }
      });
    }),
  );
