import type { Row } from '../rows/createRows';
import type { Questions } from '../rows/questions';
import { firstAnswer } from './answering';
import { type Dialect, targetIn } from './dialect';
import { freePort } from './freePort';
import { type Launched, launch } from './launch';
import type { ServerName, Target } from './target';

/** Another server on the same rows. */
export interface Peer {
  readonly name: ServerName;
  readonly dialect: Dialect;
  /** Its command line. */
  readonly words: (port: number) => readonly string[];
  readonly folder: string;
}

export interface Started {
  readonly server: Launched;
  readonly port: number;
  /** Milliseconds until its first response. */
  readonly after: number;
}

/** Starts a peer on the server's core and waits for its first response. */
export async function startPeer({ words, folder, dialect }: Peer): Promise<Started> {
  const port = await freePort();
  const server = launch(words(port), { cpu: 'server', cwd: folder });
  const after = await firstAnswer(server, `http://127.0.0.1:${port}${dialect.row(0)}`);
  return { server, port, after };
}

export const targetOf = (
  { name, dialect }: Peer,
  { server, port }: Started,
  rows: readonly Row[],
  questions: Questions,
): Target => targetIn(dialect, { name, port, pid: server.pid }, rows, questions);
