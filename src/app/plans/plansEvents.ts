import { createAction } from '@reduxjs/toolkit';

/** A component that depends on the user's plan is on the screen, or "Try again" was pressed. */
export const plansWanted = createAction('plans/plansWanted');
