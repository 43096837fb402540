import { createAction } from '@reduxjs/toolkit';
import type { GridOperation } from '../../../contract/driveGrid';

/** A spreadsheet's page is on the screen, or its "Try again" was pressed. Everything else about it is loaded then. */
export const sheetOpened = createAction<{ readonly spreadsheetId: string }>('sheet/sheetOpened');

/** What a person wants to happen to rows, columns and tabs; `reshapingSaga` does it, online and at once. */
export const operationAsked = createAction<{ readonly sheetId: number; readonly operation: GridOperation }>(
  'sheet/operationAsked',
);
export const tabAdded = createAction<{ readonly position: number }>('sheet/tabAdded');
export const tabRenamed = createAction<{ readonly sheetId: number; readonly title: string }>('sheet/tabRenamed');
export const tabRemoved = createAction<{ readonly sheetId: number }>('sheet/tabRemoved');
/** "Undo" after a tab was deleted. */
export const tabRestored = createAction<{ readonly restore: string }>('sheet/tabRestored');
export const sheetRenamed = createAction<{ readonly title: string }>('sheet/sheetRenamed');
