import { Suspense, useCallback, useEffect, useRef, useState } from 'react';
import { useSearchParams } from 'react-router';
import styled from 'styled-components';
import type { RootState } from '../../rootReducer';
import { DataTable, RowsCard } from './DataTable';
import { DataToolbar } from './DataToolbar';
import {} from './NoRows';
import { selectColumns, selectQuestion, selectRowsLook, selectRowsPhase, selectTotalRows } from '../rows/endpointSelectors';
import { addressChanged, tabLeft, tabOpened } from '../rows/endpointSlice';
import { GridFailure } from './NoRows';
import { GridSkeleton } from './GridSkeleton';
import { HeadOnly } from './NoRows';
import type { PanelProps } from '../frame/projectViewTypes';
import { QuestionLine } from '../filters/QuestionLine';
import { lazyDialog, lazyPart } from '../../ui/overlays/lazyPart';
import { Small } from '../../ui/display/text';
import type { Project } from '../../../contract/projects';
import type { TabName } from '../rows/rowsState';
import { TabWarnings } from './TabWarnings';
import { useAppDispatch, useAppSelector } from '../../storeHooks';

const RowsJson = lazyPart(async () => (await import(/* webpackChunkName: "rowsJson" */ './RowsJson')).RowsJson);

const EmptyRows = lazyPart(async () => (await import(/* webpackChunkName: "emptyRows" */ './EmptyRows')).EmptyRows);
const NoMatch = lazyPart(async () => (await import(/* webpackChunkName: "emptyRows" */ './EmptyRows')).NoMatch);

const NewRowDialog = lazyDialog(
  async () => (await import(/* webpackChunkName: "editing" */ '../edit/NewRowDialog')).NewRowDialog,
);

const ReadOnly = styled(Small)`
  margin-bottom: 12px;
`;

const PAUSED = 'The project is paused, so rows cannot be changed. Resume it in Settings.';
const READ_ONLY = 'Read only: share the sheet with your connected account to write.';

/** Why rows cannot be changed; undefined where they can. */
const readOnlyWords = ({ writable, readOnlyReason = READ_ONLY, status }: Project) =>
  writable ? (status === 'paused' ? PAUSED : undefined) : readOnlyReason;

const Place = styled.section`
  margin-top: 16px;

  &:focus-visible {
    outline-offset: 4px;
  }
`;

/** Says which tab's rows are on the screen, when the page's address asks for others, and when they are left. */
function useTabOnScreen({ projectId, sheetId }: TabName) {
  const dispatch = useAppDispatch();
  const [search] = useSearchParams();
  const address = search.toString();
  useEffect(() => {
    dispatch(tabOpened({ projectId, sheetId }));
    return () => {
      dispatch(tabLeft());
    };
  }, [dispatch, projectId, sheetId]);
  useEffect(() => {
    dispatch(addressChanged({ projectId, sheetId }));
  }, [dispatch, projectId, sheetId, address]);
}

interface RowsProps extends PanelProps {
  readonly name: TabName;
  /** Leaves the rows by keyboard, also when what had the focus is gone. */
  readonly onLeave: () => void;
  /** A row is to be added. */
  readonly onAdd: () => void;
}

/** The rows that are there, as they are wanted. */
function ReadyRows({ project, tab, name, onLeave, onAdd }: RowsProps) {
  const total = useAppSelector((state: RootState) => selectTotalRows(state, name));
  const columns = useAppSelector((state: RootState) => selectColumns(state, name));
  const look = useAppSelector(selectRowsLook);
  const { search, filters } = useAppSelector((state: RootState) => selectQuestion(state, name));
  const chosen = search !== '' || filters.length > 0;
  const { title, rows: all } = tab;
  const writable = readOnlyWords(project) === undefined;
  const { keyColumn } = tab;
  if (total > 0 && look === 'table') return <DataTable {...{ name, title, all, writable, keyColumn, onLeave, onAdd }} />;
  return (
    <RowsCard>
      {total > 0 ? (
        <Suspense fallback={null}>
          <RowsJson {...{ name, title, all }} />
        </Suspense>
      ) : (
        <>
          <HeadOnly columns={columns} title={title} />
          <Suspense fallback={null}>{chosen ? <NoMatch name={name} onGone={onLeave} /> : <EmptyRows project={project} tab={tab} />}</Suspense>
        </>
      )}
    </RowsCard>
  );
}

function Rows(props: RowsProps) {
  const { tab, name } = props;
  const phase = useAppSelector((state: RootState) => selectRowsPhase(state, name));
  const columns = useAppSelector((state: RootState) => selectColumns(state, name));
  if (phase === 'ready') return <ReadyRows {...props} />;
  return (
    <RowsCard>
      {phase === 'loading' ? (
        <GridSkeleton columns={tab.columns} rows={tab.rows} />
      ) : (
        <>
          <HeadOnly columns={columns} title={tab.title} />
          <GridFailure name={name} />
        </>
      )}
    </RowsCard>
  );
}

/** The rows of a tab as its endpoint answers them, and what was changed on the way from the sheet. */
export function DataPanel({ project, tab }: PanelProps) {
  const name = { projectId: project.id, sheetId: tab.sheetId };
  const place = useRef<HTMLElement>(null);
  const toPlace = useCallback(() => place.current?.focus(), []);
  useTabOnScreen(name);
  const readOnly = readOnlyWords(project);
  const [adding, setAdding] = useState(false);
  const add = useCallback(() => setAdding(true), []);
  const added = useCallback(() => setAdding(false), []);
  return (
    <Place ref={place} tabIndex={-1} aria-label="Data">
      <DataToolbar name={name} onAdd={readOnly === undefined ? add : undefined} />
      {readOnly !== undefined && <ReadOnly>{readOnly}</ReadOnly>}
      <TabWarnings warnings={tab.warnings} />
      <QuestionLine name={name} onGone={toPlace} />
      <Rows project={project} tab={tab} name={name} onLeave={toPlace} onAdd={add} />
      {adding && (
        <Suspense fallback={null}>
          <NewRowDialog name={name} keyColumn={tab.keyColumn} onClose={added} />
        </Suspense>
      )}
    </Place>
  );
}
