import { useCallback, useEffect, useRef } from 'react';
import { useSearchParams } from 'react-router';
import styled from 'styled-components';
import type { RootState } from '../../rootReducer';
import { DataTable, RowsCard } from './DataTable';
import { DataToolbar } from './DataToolbar';
import { EmptyRows, NoMatch } from './NoRows';
import { selectColumns, selectQuestion, selectRowsLook, selectRowsPhase, selectTotalRows } from '../rows/endpointSelectors';
import { addressChanged, tabLeft, tabOpened } from '../rows/endpointSlice';
import { GridFailure } from './NoRows';
import { GridSkeleton } from './GridSkeleton';
import { HeadOnly } from './NoRows';
import type { PanelProps } from '../frame/projectViewTypes';
import { QuestionLine } from './QuestionLine';
import { RowsJson } from './RowsJson';
import type { TabName } from '../rows/rowsState';
import { TabWarnings } from './TabWarnings';
import { useAppDispatch, useAppSelector } from '../../storeHooks';

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
}

/** The rows that are there, as they are wanted. */
function ReadyRows({ project, tab, name, onLeave }: RowsProps) {
  const total = useAppSelector((state: RootState) => selectTotalRows(state, name));
  const columns = useAppSelector((state: RootState) => selectColumns(state, name));
  const look = useAppSelector(selectRowsLook);
  const { search, filters } = useAppSelector((state: RootState) => selectQuestion(state, name));
  const chosen = search !== '' || filters.length > 0;
  const { title, rows: all } = tab;
  if (total > 0 && look === 'table') return <DataTable {...{ name, title, all, onLeave }} />;
  return (
    <RowsCard>
      {total > 0 ? (
        <RowsJson {...{ name, title, all }} />
      ) : (
        <>
          <HeadOnly columns={columns} title={title} />
          {chosen ? <NoMatch name={name} onGone={onLeave} /> : <EmptyRows project={project} tab={tab} />}
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
  return (
    <Place ref={place} tabIndex={-1} aria-label="Data">
      <DataToolbar name={name} />
      <TabWarnings warnings={tab.warnings} />
      <QuestionLine name={name} onGone={toPlace} />
      <Rows project={project} tab={tab} name={name} onLeave={toPlace} />
    </Place>
  );
}
