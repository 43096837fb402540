import { type Action, isAnyOf } from '@reduxjs/toolkit';
import { accessConfirmed, projectArrived, projectDeleted } from '../projects/projectsSlice';
import { callApi, repeatOnChange, request } from './request';

const isArrival = isAnyOf(projectArrived, accessConfirmed);

const changeOf = (projectId: string) => (action: Action) =>
  isArrival(action)
    ? action.payload.id === projectId
    : projectDeleted.match(action) && action.payload.projectId === projectId;

/** Fetches a project; again if it changes meanwhile, as the response may then be older than the state. */
export const readProject = (projectId: string) =>
  repeatOnChange(() => callApi('projects', 'one', projectId), [changeOf(projectId)]);

/** Reloads a project. After a failure the former data stays; the project's page polls it anyway. */
export const refreshProject = (projectId: string) =>
  request(readProject(projectId), { done: projectArrived, failed: () => [] });
