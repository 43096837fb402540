import { createContext, useContext, useMemo } from 'react';
import { selectColumnsOf } from '../columns/columnsSelectors';
import { columnsWanted, type TabColumns } from '../columns/columnsSlice';
import { selectProjectListPhase, type TabOfProject } from '../projects/projectsSelectors';
import { projectListWanted } from '../projects/projectsSlice';
import type { SnippetRequest } from '../snippets/snippetRequest';
import { useAppSelector, useOnScreen } from '../storeHooks';
import type { GuideRequest } from './article';
import { EXAMPLE_ROW, EXAMPLE_TAB, exampleSnippet, ownRequest, snippetAt, withOwnAddress } from './exampleEndpoint';
import { selectOwnEndpoint } from './learnSelectors';
import { idPart } from '../../contract/idsQuery';

/** The person's own endpoint, and its columns as soon as they are known. */
interface KnownEndpoint extends TabOfProject {
  readonly known?: TabColumns;
}

/** Absent while the person has none. */
export const Endpoint = createContext<KnownEndpoint | undefined>(undefined);

const asksColumns = ({ query, body, ofRow }: GuideRequest) =>
  ofRow || body !== undefined || query.some(([name]) => !['_limit', '_offset'].includes(name));

function ownSnippet(request: GuideRequest, { project, tab, known }: KnownEndpoint): SnippetRequest | undefined {
  const own = known ? ownRequest(request, known.columns, known.first) : undefined;
  const place = { url: tab.url, row: known?.first?._id ?? EXAMPLE_ROW, isPrivate: project.access === 'private' };
  if (!asksColumns(request)) return snippetAt(request, place);
  const hasRow = !request.ofRow || known?.first;
  return own && hasRow ? snippetAt(own, { ...place, row: idPart(place.row) }) : undefined;
}

/** A call as it is shown: of the person's own endpoint where that can be asked the same, else of the guides'. */
export function useSnippet(request: GuideRequest): SnippetRequest {
  const own = useContext(Endpoint);
  return useMemo(
    () => (own && request.tab === EXAMPLE_TAB ? ownSnippet(request, own) : undefined) ?? exampleSnippet(request),
    [own, request],
  );
}

/** Puts the person's own addresses into a text. */
export function useOwnText(): (text: string) => string {
  const own = useContext(Endpoint);
  if (own === undefined) return (text) => text;
  const { url } = own.tab;
  const addresses = { project: url.slice(0, url.lastIndexOf('/')), tab: url };
  return (text) => withOwnAddress(text, addresses);
}

/** No sheet has this number: nothing is known of its columns. */
const NO_SHEET = { projectId: '', sheetId: -1 };

const nameOf = ({ project, tab }: TabOfProject) => ({ projectId: project.id, sheetId: tab.sheetId });

/** Asks for the projects, and for the columns of the endpoint that is found among them. */
function useQuestions(own: TabOfProject | undefined) {
  const revision = own?.project.revision;
  useOnScreen(projectListWanted());
  useOnScreen(own && revision !== undefined ? columnsWanted({ ...nameOf(own), revision }) : undefined);
}

interface Settled {
  /** Whether it is known by now if there is one: what is shown before would have to change under the reader's eyes. */
  readonly isSettled: boolean;
  readonly endpoint?: KnownEndpoint;
}

/** The person's own endpoint, which snippets ask. */
export function useOwnEndpoint(): Settled {
  const own = useAppSelector(selectOwnEndpoint);
  useQuestions(own);
  const listPhase = useAppSelector(selectProjectListPhase);
  const columns = useAppSelector((state) => selectColumnsOf(state, own ? nameOf(own) : NO_SHEET));
  return useMemo(() => {
    if (own === undefined) return { isSettled: listPhase !== 'loading' };
    const endpoint = { ...own, ...(columns.phase === 'ready' && { known: columns }) };
    return { isSettled: columns.phase !== 'loading', endpoint };
  }, [own, listPhase, columns]);
}
