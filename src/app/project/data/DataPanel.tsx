import {
  type RefObject,
  Suspense,
  type UIEvent,
  useCallback,
  useDeferredValue,
  useEffect,
  useRef,
  useState,
  type ReactNode,
} from 'react';
import styled from 'styled-components';
import type { TabOfProject } from '../../projects/projectsSelectors';
import { DataToolbar } from './DataToolbar';
import {
  selectColumns,
  selectQuestion,
  selectRowsLook,
  selectRowsPhase,
  selectTotalRows,
} from '../rows/endpointSelectors';
import { addressChanged, tabLeft, tabOpened, tabKey, type TabName } from '../rows/endpointSlice';
import { GridFailure, HeadOnly } from './NoRows';
import { GridSkeleton } from './GridSkeleton';
import type { Project, ProjectTab } from '../../../contract/projects';
import { Small } from '../../ui/display/text';
import { QuestionLine } from '../filters/QuestionLine';
import { underTabs } from '../../ui/layout/hangingTabs';
import { fingerprintOf, selectTabLook } from '../../grid/tabLayouts';
import { useQueryParameters } from '../../currentPage';
import { lazyDialog, lazyPart } from '../../ui/overlays/lazyPart';
import { useAppDispatch, useAppSelector, useOnScreen } from '../../storeHooks';
import { below, Card } from '../../ui/layout/spacing';
import { type GridHandle, RowsGrid, type RowsGridProps } from './RowsGrid';

const RowPanel = lazyPart(async () => (await import(/* webpackChunkName: "editing" */ '../edit/RowPanel')).RowPanel, {
  waiting: null,
});

const Beside = styled.div<{ $open: boolean }>`
  display: grid;
  grid-template-columns: ${({ $open }) => ($open ? 'minmax(0, 1fr) 320px' : 'minmax(0, 1fr)')};
  gap: 16px;
  align-items: start;

  ${below.columns} {
    grid-template-columns: minmax(0, 1fr);
  }
`;

/** The card around the rows. */
const RowsCard = styled(Card)`
  overflow: hidden;

  /* Rows would cover a focus ring inside. */
  &:has(> :focus-visible) {
    outline: 2px solid var(--focus);
    outline-offset: 2px;
  }
  @supports selector(:has(*)) {
    & > :focus-visible {
      outline: 0;
    }
  }
`;

/** State of the row panel beside the grid: while open, it shows the active row. */
function useOpenRow() {
  const grid = useRef<GridHandle>(null);
  const [row, setRow] = useState<number>();
  const follow = useCallback((next: number) => setRow((open) => (open === undefined ? undefined : next)), []);
  const close = () => {
    setRow(undefined);
    grid.current?.focus();
  };
  return { grid, row, open: setRow as (row: number) => void, follow, close };
}

/** The rows as a grid, and the opened row beside it. */
function DataTable(props: Omit<RowsGridProps, 'ref' | 'onOpen' | 'onMove'>): ReactNode {
  const { name, writable } = props;
  const { grid, row, open, follow, close } = useOpenRow();
  return (
    <Beside $open={row !== undefined}>
      <RowsCard>
        <RowsGrid ref={grid} {...props} onOpen={open} onMove={follow} />
      </RowsCard>
      {row !== undefined && (
        <RowPanel
          name={name}
          writable={writable}
          index={row}
          onStep={(next) => grid.current?.goTo(next)}
          onClose={close}
        />
      )}
    </Beside>
  );
}

const RowsJson = lazyPart(async () => (await import(/* webpackChunkName: "rowsLater" */ './RowsJson')).RowsJson);

const EmptyRows = lazyPart(async () => (await import(/* webpackChunkName: "rowsLater" */ './EmptyRows')).EmptyRows, {
  waiting: null,
});
const NoMatch = lazyPart(async () => (await import(/* webpackChunkName: "rowsLater" */ './EmptyRows')).NoMatch, {
  waiting: null,
});

const NewRowDialog = lazyDialog(
  async () => (await import(/* webpackChunkName: "editing" */ '../edit/RowForm')).NewRowDialog,
);

const PAUSED = 'The project is paused, so rows cannot be changed. Resume it in Settings.';
const READ_ONLY = 'Read only: share the sheet with your connected account to write.';

/** Returns why the rows are read-only; undefined where they are writable. */
function readOnlyWords({ writable, readOnlyReason = READ_ONLY, status }: Project) {
  if (!writable) return readOnlyReason;
  return status === 'paused' ? PAUSED : undefined;
}

/** Placeholder of the notes. */
const NotesPlace = styled.div`
  height: calc(max(34px, var(--control-sm)) + 2px);
  margin-bottom: 12px;
`;

const TabNotes = lazyPart(async () => (await import(/* webpackChunkName: "rowsLater" */ './TabNotes')).TabNotes, {
  waiting: <NotesPlace />,
});

interface NotesProps {
  readonly name: TabName;
  readonly warnings: ProjectTab['warnings'];
  /** Called when the focused element is about to be removed. */
  readonly onRemoveFocus: () => void;
}

/** The notes about how the tab was read, unless there are none or they were dismissed. */
function Notes({ name, warnings, onRemoveFocus }: NotesProps) {
  const dismissed = useAppSelector((state) => selectTabLook(state, tabKey(name))).notes;
  const notes = fingerprintOf(warnings.map(({ detail }) => detail).join('\n'));
  if (warnings.length === 0 || dismissed === notes) return null;
  return <TabNotes name={name} warnings={warnings} notes={notes} onRemoveFocus={onRemoveFocus} />;
}

/** Approximate width of a column, and width of the id column, in pixels. */
const COLUMN_WIDTH = 180;
const ID_WIDTH = 132;

/** As wide as the page's layout column, or up to the whole window where the columns of the tab need more. */
const Wide = styled.div<{ $columns: number }>`
  ${underTabs}
  --width: max(100%, min(${({ $columns }) => ID_WIDTH + $columns * COLUMN_WIDTH}px, 100vw - 2 * var(--gutter)));
  width: var(--width);
  margin: 16px 0 0 calc((100% - var(--width)) / 2);
`;

/** The toolbar and the rows. When scrolled to, they fill the window below the sticky bars. */
const Place = styled.section`
  scroll-margin-top: calc(var(--kept) + 12px);

  &:focus-visible {
    outline-offset: 4px;
  }
`;

/**
 * Scrolls the page along while the rows are scrolled down, until the content above the toolbar has left the window. Scrolling
 * up past the first row scrolls the page anyway.
 */
function useScrollAlong(sectionRef: RefObject<HTMLElement | null>) {
  const lastTop = useRef(0);
  return ({ target }: UIEvent) => {
    if (!(target instanceof HTMLElement) || target.dataset.rows === undefined || sectionRef.current === null) return;
    const scrolled = target.scrollTop - lastTop.current;
    lastTop.current = target.scrollTop;
    if (scrolled <= 0) return;
    const stickyHeight = parseFloat(getComputedStyle(sectionRef.current).scrollMarginTop) || 0;
    const remaining = sectionRef.current.getBoundingClientRect().top - stickyHeight;
    if (remaining > 0) window.scrollBy({ top: Math.min(scrolled, remaining), behavior: 'instant' });
  };
}

/** Dispatches which tab is on the screen, changes of the query in the page's address, and when the tab is left. */
function useTabOnScreen({ projectId, sheetId }: TabName) {
  const dispatch = useAppDispatch();
  const address = useQueryParameters().toString();
  useOnScreen(tabOpened({ projectId, sheetId }), tabLeft);
  useEffect(() => {
    dispatch(addressChanged({ projectId, sheetId }));
  }, [dispatch, projectId, sheetId, address]);
}

/** `onLeave` is also called when the focused element is removed. */
type RowsProps = TabOfProject & Pick<RowsGridProps, 'name' | 'onLeave' | 'onAdd'>;

/** The loaded rows as a table or as JSON, or the empty state. */
function ReadyRows({ project, tab, name, onLeave, onAdd }: RowsProps) {
  const total = useAppSelector(selectTotalRows, name);
  const columns = useAppSelector(selectColumns, name);
  const look = useAppSelector(selectRowsLook);
  const { search, filters } = useAppSelector(selectQuestion, name);
  const isFiltered = search !== '' || filters.length > 0;
  const writable = readOnlyWords(project) === undefined;
  if (total > 0 && look === 'table')
    return <DataTable name={name} tab={tab} writable={writable} onLeave={onLeave} onAdd={onAdd} />;
  return (
    <RowsCard>
      {total > 0 ? (
        <Suspense fallback={<GridSkeleton columns={tab.columns} rows={tab.rows} />}>
          <RowsJson name={name} tab={tab} />
        </Suspense>
      ) : (
        <>
          <HeadOnly columns={columns} title={tab.title} />
          {isFiltered ? <NoMatch name={name} onRemoveFocus={onLeave} /> : <EmptyRows project={project} tab={tab} />}
        </>
      )}
    </RowsCard>
  );
}

function Rows(props: RowsProps) {
  const { tab, name } = props;
  const phase = useAppSelector(selectRowsPhase, name);
  const columns = useAppSelector(selectColumns, name);
  // Rows render in a deferred pass, so that input is handled first.
  const mayRender = useDeferredValue(phase === 'ready');
  if (phase === 'ready' && mayRender) return <ReadyRows {...props} />;
  return (
    <RowsCard>
      {phase === 'failed' ? (
        <>
          <HeadOnly columns={columns} title={tab.title} />
          <GridFailure name={name} />
        </>
      ) : (
        <GridSkeleton columns={tab.columns} rows={tab.rows} />
      )}
    </RowsCard>
  );
}

/** The Data view: the rows of a tab as its endpoint returns them, and the notes about how the sheet was read. */
export function DataPanel({ project, tab }: TabOfProject) {
  const name = { projectId: project.id, sheetId: tab.sheetId };
  const place = useRef<HTMLElement>(null);
  const focusRows = useCallback(() => place.current?.focus(), []);
  useTabOnScreen(name);
  const onScroll = useScrollAlong(place);
  const readOnly = readOnlyWords(project);
  const [adding, setAdding] = useState(false);
  const add = useCallback(() => setAdding(true), []);
  const added = useCallback(() => setAdding(false), []);
  return (
    <Wide $columns={tab.columns}>
      <Notes name={name} warnings={tab.warnings} onRemoveFocus={focusRows} />
      <Place ref={place} tabIndex={-1} aria-label="Data" onScrollCapture={onScroll}>
        <DataToolbar name={name} onAdd={readOnly === undefined ? add : undefined} />
        {readOnly !== undefined && <Small $bottom={12}>{readOnly}</Small>}
        <QuestionLine name={name} onRemoveFocus={focusRows} />
        <Rows project={project} tab={tab} name={name} onLeave={focusRows} onAdd={add} />
        {adding && <NewRowDialog name={name} onClose={added} />}
      </Place>
    </Wide>
  );
}
