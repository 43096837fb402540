import { useEffect } from 'react';
import { useDispatch, useSelector } from 'react-redux';
import styled from 'styled-components';
import type { Project, ProjectTab } from '../../contract/projects';
import { Card } from '../parts/spacing';
import type { RootState } from '../rootReducer';
import { selectRowsPhase, selectTotalRows } from './endpointSelectors';
import { tabLeft, tabOpened } from './endpointSlice';
import { EmptyRows } from './EmptyRows';
import { GridFailure } from './GridFailure';
import { GridSkeleton } from './GridSkeleton';
import { RowsGrid } from './RowsGrid';
import type { TabName } from './rowsState';
import { TabWarnings } from './TabWarnings';

const Place = styled.div`
  margin-top: 16px;
`;

const Frame = styled(Card)`
  overflow: hidden;
`;

/** Says which tab's rows are on the screen, and when they no longer are. */
function useTabOnScreen({ projectId, sheetId }: TabName) {
  const dispatch = useDispatch();
  useEffect(() => {
    dispatch(tabOpened({ projectId, sheetId }));
    return () => {
      dispatch(tabLeft());
    };
  }, [dispatch, projectId, sheetId]);
}

interface DataPanelProps {
  readonly project: Project;
  readonly tab: ProjectTab;
}

function Rows({ project, tab }: DataPanelProps) {
  const name = { projectId: project.id, sheetId: tab.sheetId };
  const phase = useSelector((state: RootState) => selectRowsPhase(state, name));
  const total = useSelector((state: RootState) => selectTotalRows(state, name));
  if (phase === 'loading') return <GridSkeleton columns={tab.columns} rows={tab.rows} />;
  if (phase === 'failed') return <GridFailure name={name} />;
  return total === 0 ? <EmptyRows project={project} tab={tab} /> : <RowsGrid name={name} title={tab.title} />;
}

/** The rows of a tab as its endpoint answers them, and what was changed on the way from the sheet. */
export function DataPanel({ project, tab }: DataPanelProps) {
  useTabOnScreen({ projectId: project.id, sheetId: tab.sheetId });
  return (
    <Place>
      <TabWarnings warnings={tab.warnings} />
      <Frame>
        <Rows project={project} tab={tab} />
      </Frame>
    </Place>
  );
}
