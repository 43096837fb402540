import { createAction } from '@reduxjs/toolkit';
import type { OfProject } from '../machine/createMachine';

/** A switch that the server has not confirmed yet: of a sheet, or the pause of the whole project. */
export interface Switching extends OfProject {
  readonly sheetId?: number;
  readonly on: boolean;
}

/** A switch was pressed, which shows it at once. */
export const switched = createAction<Switching>('settings/switched');
