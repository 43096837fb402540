import { nanoid } from '@reduxjs/toolkit';
import { projectArrived } from '../../projects/projectsSlice';
import { callApi, request } from '../../sagas/request';
import type { TabName } from '../rows/rowsState';
import type { Step } from './editSlice';

/** What was written at once, with a name. */
export const stepOf = (parts: Partial<Omit<Step, 'id'>>): Step => ({
  ...{ id: nanoid(), changed: [], added: [], removed: [] },
  ...parts,
});

/** Rows have come or gone: the project says how many there are now. */
export const refreshProject = ({ projectId }: TabName) =>
  request(callApi('projects', 'one', projectId), { done: projectArrived, failed: () => [] });
