import styled from 'styled-components';
import { Card } from '../../ui/layout/spacing';
import { useDocumentTitle } from '../../ui/layout/PageHeading';
import { Skeleton, useSkeletonShown } from '../../ui/layout/Skeleton';
import { Unseen } from '../../ui/display/text';
import { ProjectColumn, ProjectHead } from './ProjectFrame';

const Lines = styled.div`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  align-content: center;
  gap: 12px;
  height: 52px;
`;

const Tabs = styled.div`
  display: flex;
  gap: 4px;
  height: 40px;
  border-top: 1.5px solid var(--line-strong);
`;

/** The shape of a project's page while it is read. */
export function ProjectSkeleton() {
  useDocumentTitle('Project');
  const shown = useSkeletonShown();
  return (
    <ProjectColumn aria-busy="true">
      <div role="status">
        <Unseen as="h1">Loading the project</Unseen>
      </div>
      <div aria-hidden="true" style={{ visibility: shown ? 'visible' : 'hidden' }}>
        <Skeleton $width={160} $height={20} />
        <ProjectHead>
          <Skeleton $width={44} $height={44} $radius={11} />
          <Lines>
            <Skeleton $width={240} $height={20} />
            <Skeleton $width={320} />
          </Lines>
        </ProjectHead>
        <Tabs>
          <Skeleton $width={110} $height={34} />
          <Skeleton $width={110} $height={34} />
        </Tabs>
        <Card $top={13} $atLeast={48} />
      </div>
    </ProjectColumn>
  );
}
