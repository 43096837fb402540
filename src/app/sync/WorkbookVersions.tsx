import { useEffect } from 'react';
import styled from 'styled-components';
import type { Project } from '../../contract/projects';
import { failureText } from '../http/apiError';
import { Button } from '../parts/Button';
import { Skeleton } from '../parts/Skeleton';
import { Card } from '../parts/spacing';
import { Split, SplitHeading } from '../parts/Split';
import { Small } from '../parts/text';
import type { RootState } from '../rootReducer';
import { NewVersion } from './NewVersion';
import { VersionDialog } from './VersionDialog';
import { VersionRows } from './VersionRows';
import { selectVersionList } from './versionsSelectors';
import { versionsLeft, versionsOpened } from './versionsSlice';
import { useAppDispatch, useAppSelector } from '../storeHooks';

const Right = styled.div`
  display: grid;
  gap: 16px;
  min-width: 0;
`;

const Alone = styled.div`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  justify-content: space-between;
  gap: 8px 16px;
  min-height: 60px;
  padding: 12px 16px;
`;

const NOT_LOADED = 'The versions did not load. They are kept. Try again in a moment.';

function useVersionsOnScreen(sheetId: string) {
  const dispatch = useAppDispatch();
  useEffect(() => {
    dispatch(versionsOpened({ sheetId }));
    return () => {
      dispatch(versionsLeft());
    };
  }, [dispatch, sheetId]);
}

function List({ project }: { readonly project: Project }) {
  const dispatch = useAppDispatch();
  const list = useAppSelector((state: RootState) => selectVersionList(state, project.sheetId));
  if (list === undefined)
    return (
      <Alone aria-busy="true">
        <Skeleton $width={240} $height={20} />
      </Alone>
    );
  if (list.phase === 'failed')
    return (
      <Alone role="alert">
        <Small>{failureText(list.failure, NOT_LOADED)}</Small>
        <Button size="small" onClick={() => dispatch(versionsOpened({ sheetId: project.sheetId }))}>
          Try again
        </Button>
      </Alone>
    );
  return <VersionRows project={project} versions={list.versions} />;
}

/** A workbook is not looked at: it gets another version, and every version is kept. */
export function WorkbookVersions({ project }: { readonly project: Project }) {
  useVersionsOnScreen(project.sheetId);
  return (
    <Split>
      <div>
        <SplitHeading>Workbook</SplitHeading>
        <Small>
          Upload the file again when it has changed. You see what differs before it applies. Every version is kept.
        </Small>
      </div>
      <Right>
        <NewVersion project={project} />
        <Card>
          <List project={project} />
        </Card>
      </Right>
      <VersionDialog projectId={project.id} />
    </Split>
  );
}
