import { type Answer, jsonOf } from './client';
import type { Asked, Stage } from './stage';

/** A password of valid length. */
export const PASSWORD = 'correct horse battery';

/** A browser with cookies and an IP address of its own. */
export class Visitor {
  readonly #cookies = new Map<string, string>();

  /** @param place a number that is unique among the visitors of the scenario */
  constructor(
    readonly name: string,
    readonly place: number,
  ) {}

  get email(): string {
    return `${this.name.toLowerCase()}@people.example`;
  }

  get cookie(): string {
    return [...this.#cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  }

  /** Headers that the browser adds. */
  headers(origin: string): Record<string, string> {
    return { origin, 'x-forwarded-for': `10.0.0.${this.place}`, ...(this.cookie !== '' && { cookie: this.cookie }) };
  }

  /** Stores the cookies of a response. */
  keep({ headers }: Answer): void {
    for (const [header, value] of headers) {
      const [, name = '', text = ''] = (header === 'set-cookie' && /^([^=]+)=([^;]*)/.exec(value)) || [];
      if (name === '') continue;
      if (text === '' || /max-age=0/i.test(value)) this.#cookies.delete(name);
      else this.#cookies.set(name, text);
    }
  }
}

/** Sends a request that must succeed, unrecorded. @returns its JSON */
export async function done<T>(stage: Stage, request: Asked): Promise<T> {
  const answer = await stage.ask(request);
  if (answer.status >= 300) throw new Error(`${request.path}: ${answer.status} ${answer.body.toString()}`);
  return answer.body.length === 0 ? (undefined as T) : jsonOf<T>(answer);
}

/** Creates an account. */
export async function signedUp(stage: Stage, name = 'Ada'): Promise<Visitor> {
  const as = stage.visitor(name);
  const json = { name, email: as.email, password: PASSWORD };
  await done(stage, { method: 'POST', path: '/api/auth/sign-up/email', as, json });
  return as;
}

/** A tab of a project, and the project, as far as scenarios need them. */
export interface MadeTab {
  readonly sheetId: number;
  readonly title: string;
}
export interface MadeProject {
  readonly id: string;
  readonly sheetId: string;
  readonly status: string;
  readonly tabs: readonly MadeTab[];
}

export type SentFile = NonNullable<Asked['file']>;

/** Uploads a file into the drive. @returns the spreadsheet's id */
export async function uploaded(stage: Stage, as: Visitor, file: SentFile): Promise<string> {
  const request = { method: 'POST', path: '/api/drive/spreadsheets', as, file };
  return (await done<{ spreadsheet: { id: string } }>(stage, request)).spreadsheet.id;
}

/** Repeats a request until its response is as wanted. */
export async function until<T>(ask: () => Promise<T>, isDone: (value: T) => boolean): Promise<T> {
  for (const end = Date.now() + 60_000; ;) {
    const value = await ask();
    if (isDone(value)) return value;
    if (Date.now() > end) throw new Error(`It has not come in a minute: ${JSON.stringify(value)}`);
    await new Promise((later) => setTimeout(later, 25));
  }
}

/** Reads a project; waits for its sync. */
export const settled = (stage: Stage, as: Visitor, id: string): Promise<MadeProject> =>
  until(
    async () => (await done<{ project: MadeProject }>(stage, { path: `/api/projects/${id}`, as })).project,
    ({ status }) => status !== 'syncing',
  );

/** Creates a project of a spreadsheet. */
export async function projectOf(stage: Stage, as: Visitor, sheetId: string): Promise<MadeProject> {
  const request = { method: 'POST', path: '/api/projects/sync', as, json: { sheetId } };
  const { project } = await done<{ project: MadeProject }>(stage, request);
  return settled(stage, as, project.id);
}

/** Changes a project's settings. */
export const change = (stage: Stage, as: Visitor, id: string, json: object) =>
  done<{ project: MadeProject }>(stage, { method: 'PUT', path: `/api/projects/${id}/update`, as, json });

/** Creates a public project of a file. */
export async function publicProject(stage: Stage, as: Visitor, file: SentFile): Promise<MadeProject> {
  const project = await projectOf(stage, as, await uploaded(stage, as, file));
  await change(stage, as, project.id, { access: 'public' });
  return project;
}

/** All scopes of a key. */
export const ALL_SCOPES = ['read', 'create', 'update', 'delete', 'schema'];

/** Creates a key. @returns its secret */
export async function keyOf(stage: Stage, as: Visitor, projectId: string, more: object = {}): Promise<string> {
  const json = { name: 'A key', kind: 'secret', scopes: ALL_SCOPES, ...more };
  return (await done<{ secret: string }>(stage, { method: 'POST', path: `/api/projects/${projectId}/keys`, as, json }))
    .secret;
}
