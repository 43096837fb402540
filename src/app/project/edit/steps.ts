import { nanoid } from '@reduxjs/toolkit';
import { getPorts } from '../../ports';
import { projectArrived } from '../../projects/projectsSlice';
import { abortable, request } from '../../sagas/request';
import type { TabName } from '../rows/rowsState';
import type { Step } from './editSlice';

/** What was written at once, with a name. */
export const stepOf = (parts: Partial<Omit<Step, 'id'>>): Step => ({
  ...{ id: nanoid(), changed: [], added: [], removed: [] },
  ...parts,
});

/** Rows have come or gone: the project says how many there are now. */
export function* refreshProject({ projectId }: TabName) {
  const { projects } = yield* getPorts();
  yield* request(abortable(projects.one, projectId), { done: projectArrived, failed: () => [] });
}
