import type { Incoming } from './readingDoor';

const PROJECTS = '/v1/';

/** Whether something is asked of the product. All else is a file of the app, half of which is none, or tells how the server is. */
export const isWork = ({ url = '' }: Pick<Incoming, 'url'>): boolean =>
  url.startsWith(PROJECTS) || url.startsWith('/api/');

/** Where a part of a path ends that begins somewhere. */
function endOfPart(url: string, start: number): number {
  let end = start;
  while (end < url.length && url[end] !== '/' && url[end] !== '?') end += 1;
  return end;
}

/** Whose a request is, as far as can be told before it is looked at: a project's, or that of an address. */
export function askerOf({ url = '', socket }: Incoming): string {
  const start = PROJECTS.length;
  const project = url.startsWith(PROJECTS) ? url.slice(start, endOfPart(url, start)) : '';
  return project === '' ? `address ${socket.remoteAddress ?? ''}` : project;
}
