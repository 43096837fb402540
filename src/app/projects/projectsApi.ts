import type { AxiosInstance } from 'axios';
import { apiPaths } from '../../contract/paths';
import type { Project, ProjectAnswer, ProjectsAnswer, ProjectUpdate } from '../../contract/projects';
import { answerWith, isList, isRecord } from '../http/answer';

/** The calls about projects that exist (specification, section 7). Each takes a signal last and rejects with an `ApiError`. */
export interface ProjectsApi {
  /** All of them, newest first, however many answers it takes. */
  readonly list: (signal: AbortSignal) => Promise<readonly Project[]>;
  readonly one: (projectId: string, signal: AbortSignal) => Promise<Project>;
  readonly update: (projectId: string, update: ProjectUpdate, signal: AbortSignal) => Promise<Project>;
  readonly remove: (projectId: string, signal: AbortSignal) => Promise<void>;
  /** Undoes a deletion. */
  readonly restore: (projectId: string, signal: AbortSignal) => Promise<Project>;
}

const projectIn = (data: unknown) => answerWith<ProjectAnswer>(data, { project: isRecord }).project;

async function listAll(http: AxiosInstance, signal: AbortSignal): Promise<readonly Project[]> {
  const all: Project[] = [];
  for (let url: string | undefined = apiPaths.projects; url !== undefined;) {
    const { data }: { data: unknown } = await http.get<unknown>(url, { signal });
    const answer: ProjectsAnswer = answerWith<ProjectsAnswer>(data, { projects: isList });
    all.push(...answer.projects);
    url = answer.next;
  }
  return all;
}

export const projectsApi = (http: AxiosInstance): ProjectsApi => ({
  list: (signal) => listAll(http, signal),
  async one(projectId, signal) {
    return projectIn((await http.get<unknown>(apiPaths.project(projectId), { signal })).data);
  },
  async update(projectId, update, signal) {
    return projectIn((await http.put<unknown>(apiPaths.projectUpdate(projectId), update, { signal })).data);
  },
  async remove(projectId, signal) {
    await http.delete(apiPaths.project(projectId), { signal });
  },
  async restore(projectId, signal) {
    return projectIn((await http.post<unknown>(apiPaths.projectRestore(projectId), undefined, { signal })).data);
  },
});
