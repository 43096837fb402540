import { useState } from 'react';
import { Link } from 'react-router';
import styled, { css, keyframes } from 'styled-components';
import type { Project } from '../../contract/projects';
import { ProjectStatus } from '../parts/ProjectStatus';
import { paths } from '../paths';

const land = keyframes`
  from { scale: 0.2; box-shadow: 0 0 0 5px var(--info-soft); }
`;

/** The arc of a sync that has just ended becomes the disc. */
const Landing = styled.span<{ $landed: boolean }>`
  ${({ $landed }) =>
    $landed &&
    css`
      & > span::before {
        animation: ${land} var(--t-slow) var(--ease-spring);
      }
    `}
`;

const Fix = styled(Link)`
  display: inline-block;
  min-height: 24px;
  padding: 2px 0;

  &:hover > span {
    text-decoration: underline;
    text-underline-offset: 3px;
  }
`;

/** Whether a sync has ended while the row was on the screen. */
function useLanded(status: Project['status']) {
  const [seen, setSeen] = useState({ status, landed: false });
  if (seen.status !== status) setSeen({ status, landed: seen.status === 'syncing' && status === 'live' });
  return seen.landed;
}

/** How a project is; one that needs access leads to where that is put right. */
export function RowStatus({ project }: { readonly project: Project }) {
  const landed = useLanded(project.status);
  const [first] = project.tabs;
  if (project.status === 'needsAccess' && first !== undefined) {
    return (
      <Fix to={paths.project(project.id, first.title, 'sync')}>
        <ProjectStatus project={project} />
      </Fix>
    );
  }
  return (
    <Landing $landed={landed}>
      <ProjectStatus project={project} />
    </Landing>
  );
}
