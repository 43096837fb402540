import { apiPaths, authPaths } from '../../src/contract/paths';
import type { DriveSpreadsheetAnswer } from '../../src/contract/drive';
import type { MadeKey } from '../../src/contract/keys';
import type { Project, ProjectAnswer } from '../../src/contract/projects';
import type { GoogleDouble } from '../fixtures/google/googleDouble';
import { TEA_TABS } from '../fixtures/google/googleWorld';
import { cookiesIn } from '../fixtures/people';
import type { Client } from './client';

export const PASSWORD = 'a quiet sentence works well';

/** A person with an account, a list that is written to, and a Google sheet. */
export interface Owner {
  readonly client: Client;
  readonly google: GoogleDouble;
  readonly email: string;
  readonly cookie: string;
  readonly key: string;
  readonly list: Project;
  readonly rows: string;
  readonly linked: Project;
}

const ROWS = 2_000;

/** Creates a CSV of people. */
export const csvOf = (rows: number): string =>
  `Name,City,Age\n${Array.from({ length: rows }, (_, n) => `Person ${n},City ${n % 40},${n % 90}\n`).join('')}`;

async function upload(
  { client, cookie }: Pick<Owner, 'client' | 'cookie'>,
  bytes: string | Buffer,
  name = 'people.csv',
): Promise<string | undefined> {
  const body = new FormData();
  body.append('file', new Blob([bytes as string | Uint8Array<ArrayBuffer>]), name);
  const { status, text } = await client.send(apiPaths.driveSpreadsheets, { cookie, body, right: [201] });
  return status === 201 ? (JSON.parse(text) as DriveSpreadsheetAnswer).spreadsheet.id : undefined;
}

async function createProject({ client, cookie }: Pick<Owner, 'client' | 'cookie'>, sheetId: string) {
  const { status, text } = await client.send(apiPaths.projectsSync, { cookie, json: { sheetId } });
  return status === 200 ? (JSON.parse(text) as ProjectAnswer).project : undefined;
}

/** Uploads a file, creates a project of it, uses the project, and deletes both. */
export async function useFile(
  person: Pick<Owner, 'client' | 'cookie'>,
  file: { readonly name?: string; readonly bytes: string | Buffer },
  use: (project: Project) => Promise<unknown>,
): Promise<void> {
  const { client, cookie } = person;
  const sheet = await upload(person, file.bytes, file.name);
  if (sheet === undefined) return;
  const project = await createProject(person, sheet);
  if (project !== undefined) {
    await client.send(apiPaths.projectTabRows(project.id, project.tabs[0]?.sheetId ?? 0), { cookie });
    await use(project);
    await client.send(apiPaths.project(project.id), { method: 'DELETE', cookie, right: [204] });
  }
  const address = `${apiPaths.driveSpreadsheet(sheet)}?permanently=1`;
  await client.send(address, { method: 'DELETE', cookie, right: [204, 409] });
}

/** Data that must exist before measurements. */
const must = <T>(given: T | undefined, { wrong }: Client): T => {
  if (given === undefined) throw new Error(`What the soak works on could not be made: ${wrong.join('\n')}`);
  return given;
};

/** Creates an account. @returns the Cookie header of its session */
export async function signUp(client: Client, name: string, email: string): Promise<string> {
  const { headers } = await client.send(authPaths.signUpEmail, { json: { name, email, password: PASSWORD } });
  return cookiesIn(headers);
}

/** Creates a person with a list of 2,000 rows and a Google sheet. */
export async function makeOwner(client: Client, google: GoogleDouble, n: number): Promise<Owner> {
  const email = `owner-${n}@soak.example`;
  const cookie = await signUp(client, `Owner ${n}`, email);
  const person = { client, cookie };
  const list = must(await createProject(person, must(await upload(person, csvOf(ROWS)), client)), client);
  const linked = must(await createProject(person, google.world.add(`Teas ${n}`, TEA_TABS).id), client);
  const json = { name: 'Soak', kind: 'secret', scopes: ['read', 'create', 'update', 'delete'] };
  const made = await client.send(apiPaths.projectKeys(list.id), { cookie, json, right: [201] });
  const rows = `/v1/${list.id}/${list.tabs[0]?.slug ?? ''}`;
  return { ...person, google, email, list, linked, rows, key: (JSON.parse(made.text) as MadeKey).secret };
}
