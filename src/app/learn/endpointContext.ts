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

/** The user's endpoint, with its columns once they are loaded. */
interface OwnEndpoint extends TabOfProject {
  readonly loaded?: TabColumns;
}

/** The user's endpoint; undefined if there is none. */
export const Endpoint = createContext<OwnEndpoint | undefined>(undefined);

/** Returns whether a request depends on the columns or rows of its sheet. */
const usesColumns = ({ query, body, ofRow }: GuideRequest) =>
  ofRow || body !== undefined || query.some(([name]) => !['_limit', '_offset'].includes(name));

function ownSnippet(request: GuideRequest, { project, tab, loaded }: OwnEndpoint): SnippetRequest | undefined {
  const own = loaded ? ownRequest(request, loaded.columns, loaded.first) : undefined;
  const target = { url: tab.url, row: loaded?.first?._id ?? EXAMPLE_ROW, isPrivate: project.access === 'private' };
  if (!usesColumns(request)) return snippetAt(request, target);
  const hasRow = !request.ofRow || loaded?.first;
  return own && hasRow ? snippetAt(own, { ...target, row: idPart(target.row) }) : undefined;
}

/** Returns a request as shown: to the user's endpoint if its columns fit, else to the example sheet. */
export function useSnippet(request: GuideRequest): SnippetRequest {
  const own = useContext(Endpoint);
  return useMemo(
    () => (own && request.tab === EXAMPLE_TAB ? ownSnippet(request, own) : undefined) ?? exampleSnippet(request),
    [own, request],
  );
}

/** Returns a function that replaces the example's addresses in a text by the user's. */
export function useOwnText(): (text: string) => string {
  const own = useContext(Endpoint);
  if (own === undefined) return (text) => text;
  const { url } = own.tab;
  const addresses = { project: url.slice(0, url.lastIndexOf('/')), tab: url };
  return (text) => withOwnAddress(text, addresses);
}

/** A sheet that does not exist, whose columns are never loaded. */
const NO_SHEET = { projectId: '', sheetId: -1 };

const nameOf = ({ project, tab }: TabOfProject) => ({ projectId: project.id, sheetId: tab.sheetId });

/** Loads the projects, and the columns of the endpoint chosen among them. */
function useLoading(own: TabOfProject | undefined) {
  const revision = own?.project.revision;
  useOnScreen(projectListWanted());
  useOnScreen(own && revision !== undefined ? columnsWanted({ ...nameOf(own), revision }) : undefined);
}

interface SettledEndpoint {
  /** Whether the endpoint and its columns are loaded, or none exists; a text shown earlier would change while the user reads it. */
  readonly isSettled: boolean;
  readonly endpoint?: OwnEndpoint;
}

/** Returns the user's endpoint, which the snippets call. */
export function useOwnEndpoint(): SettledEndpoint {
  const own = useAppSelector(selectOwnEndpoint);
  useLoading(own);
  const listPhase = useAppSelector(selectProjectListPhase);
  const columns = useAppSelector((state) => selectColumnsOf(state, own ? nameOf(own) : NO_SHEET));
  return useMemo(() => {
    if (own === undefined) return { isSettled: listPhase !== 'loading' };
    const endpoint = { ...own, ...(columns.phase === 'ready' && { loaded: columns }) };
    return { isSettled: columns.phase !== 'loading', endpoint };
  }, [own, listPhase, columns]);
}
