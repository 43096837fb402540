import { createAction } from '@reduxjs/toolkit';

/** Something on the screen depends on the person's plan; or "Try again". */
export const plansWanted = createAction('plans/plansWanted');
