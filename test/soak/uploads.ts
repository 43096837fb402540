import { apiPaths, authPaths } from '../../src/contract/paths';
import type { Project } from '../../src/contract/projects';
import { xlsx } from '../fixtures/workbookFiles';
import { Client, cookieOf } from './client';
import { startWatched } from './product';
import { createProject, csvOf, PASSWORD, upload } from './world';

/**
 * Uploads files, creates a project of each, reads its rows, and deletes both. In the end no data exists, and the process may hold
 * a number of MiB: `npm run soak:uploads -- 5000 400`.
 */

/** Number of concurrent uploads. */
const UPLOADERS = 6;
/** Number of samples of the process. */
const SAMPLES = 10;
/** Rows of the largest file. */
const ROWS = 4_000;

const print = (text: string) => process.stdout.write(`${text}\n`);

const MEBIBYTE = 1024 * 1024;

const inMebibytes = (bytes: number) => Math.round(bytes / MEBIBYTE);

interface Uploader {
  readonly client: Client;
  readonly cookie: string;
}

async function signUp(client: Client, n: number): Promise<Uploader> {
  const json = { name: `Uploader ${n}`, email: `uploader-${n}@soak.example`, password: PASSWORD };
  return { client, cookie: cookieOf((await client.send(authPaths.signUpEmail, { json })).headers) };
}

/** Creates a workbook of unique texts, numbers and dates. */
function workbookOf(rows: number, n: number): Buffer {
  const cells = (row: number) =>
    `<c t="inlineStr"><is><t>Person ${row} of ${n}</t></is></c><c><v>${row}.5</v></c><c s="1"><v>${40_000 + (row % 9000)}</v></c>`;
  const head = ['Name', 'Score', 'Day'].map((name) => `<c t="inlineStr"><is><t>${name}</t></is></c>`).join('');
  const body = Array.from({ length: rows }, (_, at) => `<row r="${at + 2}">${cells(at)}</row>`).join('');
  return xlsx({ formats: [0, 14], sheets: [{ name: 'People', rows: `<row r="1">${head}</row>${body}` }] });
}

/** Queries of rows, each of which is cached for a while. */
const QUESTIONS = [
  '?_limit=100',
  '?_sort=-Name&_limit=20',
  '?Name__contains=7',
  '?_values=text&_limit=500',
  '.csv',
  '/_schema',
];

async function readRows({ client, cookie }: Uploader, project: Project, n: number) {
  await client.send(apiPaths.projectTabRows(project.id, project.tabs[0]?.sheetId ?? 0), { cookie });
  const address = `/v1/${project.id}/${project.tabs[0]?.slug ?? ''}`;
  await client.send(apiPaths.projectUpdate(project.id), { method: 'PUT', cookie, json: { access: 'public' } });
  for (let at = 0; at < 3; at += 1) await client.send(address + (QUESTIONS[(n + at) % QUESTIONS.length] ?? ''));
}

async function uploadAndDelete(uploader: Uploader, n: number) {
  const rows = 50 + ((n * 997) % ROWS);
  const file =
    n % 2 === 0
      ? { bytes: csvOf(rows), name: `people-${n}.csv` }
      : { bytes: workbookOf(rows, n), name: `people-${n}.xlsx` };
  const sheet = await upload(uploader, file.bytes, file.name);
  if (sheet === undefined) return;
  const project = await createProject(uploader, sheet);
  const { client, cookie } = uploader;
  if (project !== undefined) {
    await readRows(uploader, project, n);
    await client.send(apiPaths.project(project.id), { method: 'DELETE', cookie, right: [204] });
  }
  await client.send(`${apiPaths.driveSpreadsheet(sheet)}?permanently=1`, { method: 'DELETE', cookie, right: [204] });
}

async function soak(uploads: number, most: number): Promise<string[]> {
  const product = await startWatched({ heap: undefined });
  try {
    const client = new Client(product.url);
    const uploaders = await Promise.all(Array.from({ length: UPLOADERS }, (_, n) => signUp(client, n)));
    let next = 0;
    let held = 0;
    for (let look = 1; look <= SAMPLES; look += 1) {
      const until = Math.round((uploads * look) / SAMPLES);
      await Promise.all(
        uploaders.map(async (uploader) => {
          while (next < until) await uploadAndDelete(uploader, (next += 1));
        }),
      );
      const { heap, external, arrayBuffers = 0, rss, loops } = await product.look();
      held = rss;
      print(
        `${next} uploads: heap ${inMebibytes(heap)} MiB, external ${inMebibytes(external)} MiB, buffers ${inMebibytes(arrayBuffers)} MiB, resident ${inMebibytes(rss)} MiB, ${loops} loops`,
      );
    }
    print(`answers: ${[...client.statuses].map(([status, count]) => `${count} × ${status}`).join(', ')}`);
    const tooMuch = held > most * MEBIBYTE ? [`The process holds ${inMebibytes(held)} MiB, more than ${most}.`] : [];
    return [...tooMuch, ...client.wrong.slice(0, 20)];
  } finally {
    await product.end();
  }
}

soak(Number(process.argv[2] ?? 5_000), Number(process.argv[3] ?? 400)).then(
  (findings) => {
    print(findings.length === 0 ? 'given back' : findings.join('\n'));
    process.exitCode = findings.length === 0 ? 0 : 1;
  },
  (error: unknown) => {
    process.stderr.write(`${error instanceof Error ? error.stack : String(error)}\n`);
    process.exitCode = 1;
  },
);
