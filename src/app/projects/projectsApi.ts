import type { AxiosInstance, AxiosRequestConfig } from 'axios';
import { apiPaths } from '../../contract/paths';
import type { Project, ProjectAnswer, ProjectsAnswer, ProjectUpdate } from '../../contract/projects';
import { ask, isList, isRecord } from '../http/answer';

async function listAll(http: AxiosInstance, signal: AbortSignal): Promise<readonly Project[]> {
  const all: Project[] = [];
  for (let url: string | undefined = apiPaths.projects; url !== undefined;) {
    const answer: ProjectsAnswer = await ask<ProjectsAnswer>(http, { url, signal }, { projects: isList });
    all.push(...answer.projects);
    url = answer.next;
  }
  return all;
}

/** Creates the calls about existing projects (specification, section 7). Each takes a signal as its last argument and rejects with an `ApiError`. */
export function projectsApi(http: AxiosInstance) {
  const project = async (request: AxiosRequestConfig): Promise<Project> =>
    (await ask<ProjectAnswer>(http, request, { project: isRecord })).project;
  return {
    /** Returns all projects, newest first; fetches page after page. */
    list: (signal: AbortSignal) => listAll(http, signal),
    one: (projectId: string, signal: AbortSignal) => project({ url: apiPaths.project(projectId), signal }),
    update: (projectId: string, data: ProjectUpdate, signal: AbortSignal) =>
      project({ method: 'put', url: apiPaths.projectUpdate(projectId), data, signal }),
    remove: async (projectId: string, signal: AbortSignal): Promise<void> => {
      await http.delete(apiPaths.project(projectId), { signal });
    },
    /** Undoes a deletion. */
    restore: (projectId: string, signal: AbortSignal) =>
      project({ method: 'post', url: apiPaths.projectRestore(projectId), signal }),
    /** Gives the project a new id; the old address stops at once. @returns the project with its new id */
    newAddress: (projectId: string, signal: AbortSignal) =>
      project({ method: 'post', url: apiPaths.projectNewAddress(projectId), signal }),
  };
}
