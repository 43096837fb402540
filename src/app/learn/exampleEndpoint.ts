import { KEY_PLACEHOLDER, type SnippetRequest } from '../snippets/snippetRequest';
import type { GuideRequest } from './article';

/** The endpoint that the guides speak of. */
export const EXAMPLE_ORIGIN = 'https://tabpoint.example';
export const EXAMPLE_PROJECT = 'k3v9tq2mxa7rfw5d';
export const EXAMPLE_TAB = 'beans';
/** Stands for the id of a row. */
export const EXAMPLE_ROW = 'r_8k2fw0q3hx7m';

const EXAMPLE_ADDRESS = `${EXAMPLE_ORIGIN}/v1/${EXAMPLE_PROJECT}`;

/** What differs between the guides' endpoint and the person's own. */
interface Place {
  /** Of the endpoint. */
  readonly url: string;
  readonly row: string;
  /** Whether reading needs a key. */
  readonly isPrivate: boolean;
}

const examplePlace = (tab: string): Place => ({
  url: `${EXAMPLE_ADDRESS}/${tab}`,
  row: EXAMPLE_ROW,
  isPrivate: false,
});

/** A call as snippets tell it. */
export function snippetAt(request: GuideRequest, { url, row, isPrivate }: Place): SnippetRequest {
  const { origin, pathname } = new URL(url);
  return {
    method: request.method,
    origin,
    path: pathname + (request.ofRow ? `/${row}` : ''),
    query: request.query,
    ...((isPrivate || request.needsKey) && { key: KEY_PLACEHOLDER }),
    ...(request.body !== undefined && { body: request.body }),
    answer: request.answer,
  };
}

/** A call of the guides' own sheet. */
export const exampleSnippet = (request: GuideRequest) => snippetAt(request, examplePlace(request.tab));

/** The guides' addresses in a text: of the tab that is every guide's example, and of its project. */
const ADDRESSES = new RegExp(`${EXAMPLE_ADDRESS.replaceAll('.', '\\.')}(/${EXAMPLE_TAB}\\b|(?![\\w/])|(?=/_))`, 'g');

/** A text with the person's own addresses in the place of the guides'. */
export const withOwnAddress = (text: string, { project, tab }: { readonly project: string; readonly tab: string }) =>
  text.replace(ADDRESSES, (_address, ofTab: string) => (ofTab === '' ? project : tab));
