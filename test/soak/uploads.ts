import { apiPaths } from '../../src/contract/paths';
import type { Project } from '../../src/contract/projects';
import { madeWorkbook } from '../fixtures/driveFiles';
import { Client, conclude, inMebibytes, print } from './client';
import { startWatched } from './product';
import { csvOf, signUp, useFile } from './world';

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

/** Creates a file of unique texts and numbers: a CSV, or a workbook. */
function fileOf(rows: number, n: number) {
  if (n % 2 === 0) return { bytes: csvOf(rows), name: `people-${n}.csv` };
  const cells = Array.from({ length: rows }, (_, row) => [`Person ${row} of ${n}`, row + 0.5]);
  return madeWorkbook([{ title: 'People', cells: [['Name', 'Score'], ...cells] }]);
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

async function readRows(client: Client, cookie: string, project: Project, n: number) {
  const address = `/v1/${project.id}/${project.tabs[0]?.slug ?? ''}`;
  await client.send(apiPaths.projectUpdate(project.id), { method: 'PUT', cookie, json: { access: 'public' } });
  for (let at = 0; at < 3; at += 1) await client.send(address + (QUESTIONS[(n + at) % QUESTIONS.length] ?? ''));
}

const uploadAndDelete = (client: Client, cookie: string, n: number) =>
  useFile({ client, cookie }, fileOf(50 + ((n * 997) % ROWS), n), (project) => readRows(client, cookie, project, n));

async function soak(uploads: number, most: number): Promise<string[]> {
  const product = await startWatched({ heap: undefined });
  try {
    const client = new Client(product.url);
    const signingUp = Array.from({ length: UPLOADERS }, (_, n) =>
      signUp(client, `Uploader ${n}`, `uploader-${n}@soak.example`),
    );
    const cookies = await Promise.all(signingUp);
    let next = 0;
    let held = 0;
    for (let look = 1; look <= SAMPLES; look += 1) {
      const until = Math.round((uploads * look) / SAMPLES);
      await Promise.all(
        cookies.map(async (cookie) => {
          while (next < until) await uploadAndDelete(client, cookie, (next += 1));
        }),
      );
      const { heap, external, arrayBuffers = 0, rss, loops } = await product.look();
      held = rss;
      print(
        `${next} uploads: heap ${inMebibytes(heap)} MiB, external ${inMebibytes(external)} MiB, buffers ${inMebibytes(arrayBuffers)} MiB, resident ${inMebibytes(rss)} MiB, ${loops} loops`,
      );
    }
    const tooMuch = held > most * 1024 * 1024 ? [`The process holds ${inMebibytes(held)} MiB, more than ${most}.`] : [];
    return [...tooMuch, ...client.conclude()];
  } finally {
    await product.end();
  }
}

void conclude(soak(Number(process.argv[2] ?? 5_000), Number(process.argv[3] ?? 400)), 'given back');
