import type { RequestSet } from '../load/job';
import type { Row } from '../rows/createRows';
import { send } from './request';

/** What the servers are asked to do; only the yardstick can be asked for a page's bytes from anywhere in its rows. */
export type Kind =
  | 'samePage'
  | 'unchanged'
  | 'allRows'
  | 'rowById'
  | 'rowWithoutKey'
  | 'deepPage'
  | 'anyBytes'
  | 'equality'
  | 'range'
  | 'append';

export const serverNames = ['node:http', 'Tabpoint', 'json-server', 'Soul'] as const;
export type ServerName = (typeof serverNames)[number];

/** How a server is asked. */
export interface Asked {
  readonly set: RequestSet;
  /** Rows that the answer to the first path must hold, in this order. */
  readonly expected?: readonly Row[];
}

/** A server under measurement. */
export interface Target {
  readonly name: ServerName;
  readonly port: number;
  readonly pid: number;
  /** @returns undefined when it has nothing like that */
  readonly ask: (kind: Kind) => Promise<Asked | undefined>;
}

/** A request for each path, with nothing special about it. */
export const reading = (paths: readonly string[], headers: Readonly<Record<string, string>> = {}): RequestSet => ({
  method: 'GET',
  paths,
  headers,
  status: 200,
});

/** The same requests by somebody who has the answer already; undefined when the server gives out no tags. */
export async function unchanged(port: number, set: RequestSet): Promise<RequestSet | undefined> {
  const [path = '/'] = set.paths;
  const { etag } = (await send({ port, path, headers: set.headers })).headers;
  return etag === undefined ? undefined : { ...set, headers: { ...set.headers, 'If-None-Match': etag }, status: 304 };
}
